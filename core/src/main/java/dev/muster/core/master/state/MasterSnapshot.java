package dev.muster.core.master.state;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.TransactionAnswers.TransactionAnswer;
import dev.muster.core.master.state.cell.CellSnapshot;
import dev.muster.core.master.state.cell.SiteAssigner.SiteNames;
import java.util.List;
import java.util.Map;

/**
 * The whole replicated state as data: replaces the beginning of the log.
 *
 * @param last the latest entry that is included
 * @param nextJob the number of the next job
 * @param jobs open ones in the order of their numbers, then ended ones in the order of their ends
 * @param machines in the order of their numbers
 * @param machinesVersion of the list of machines
 * @param nodeEpochs of the nodes of these machines
 * @param expelled the latest epoch of each node that was declared dead
 * @param epochs of schedulers that started anew, by scheduler
 * @param answers to the latest transaction of each scheduler
 * @param queues the latest change of the queues
 */
public record MasterSnapshot(
    EntryId last,
    long nextJob,
    List<JobSnapshot> jobs,
    List<Machine> machines,
    long machinesVersion,
    Map<Integer, Integer> nodeEpochs,
    Map<Integer, Integer> expelled,
    Map<Integer, Integer> epochs,
    List<TransactionAnswer> answers,
    SiteNames sites,
    QueuesChanged queues,
    CellSnapshot cell) {

  /** Equal for equal states, on any master. */
  public long digest() {
    var hash = new TraceHash();
    last.trace(hash);
    hash.add(nextJob).add(jobs.size());
    jobs.forEach(job -> job.digest(hash));
    hash.add(machinesVersion).add(machines.size());
    for (var machine : machines) {
      hash.add(machine.node()).add(machine.joined()).add(machine.capacity());
      hash.addTexts(machine.attributes().keySet()).addTexts(machine.attributes().values());
    }
    nodeEpochs.forEach((node, epoch) -> hash.add(node).add(epoch));
    hash.add(expelled.size());
    expelled.forEach((node, epoch) -> hash.add(node).add(epoch));
    epochs.forEach((scheduler, epoch) -> hash.add(scheduler).add(epoch));
    for (var answer : answers) {
      answer.result().trace(hash.add(answer.owner()).add(answer.number()));
    }
    sites.digest(hash);
    queues.trace(hash);
    return cell.digest(hash);
  }
}
