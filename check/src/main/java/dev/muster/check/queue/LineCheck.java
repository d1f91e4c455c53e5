package dev.muster.check.queue;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Promise 9, of what is accepted and admitted: nobody submits beyond their rights, and no job is
 * accepted or admitted beyond the limits and tokens of its queues, or while it is suspended.
 * Promise 5, of lines: a job that waits, and could be admitted but for its queue, is not passed.
 * Promise 1, of queues that change: no open job is left without one.
 */
public final class LineCheck implements Observer {

  private final LoggedQueues log = new LoggedQueues();

  /** Machines that the leader has told schedulers of: it knows them for sure. */
  private final Map<Integer, Resources> machines = new HashMap<>();

  private record HeldResize(long job, int revision) {}

  private final Set<HeldResize> held = new HashSet<>();

  /** What a leader decides, it decides when it appends the entry. */
  @Override
  public void appended(LogEntry entry) {
    switch (entry) {
      case JobOpened opened -> {
        verify(
            "job-" + opened.job() + " is accepted", rules -> rules.againstOpening(opened.spec()));
        log.appended(without(opened));
        if (opened.admitted()) {
          verifyAdmission(opened.job(), opened.tokens());
        }
      }
      case JobAdmitted admitted -> verifyAdmission(admitted.job(), admitted.tokens());
      default -> {} // decides nothing about lines
    }
    log.appended(entry);
  }

  private static JobOpened without(JobOpened admission) {
    return new JobOpened(
        admission.job(),
        admission.key(),
        admission.spec(),
        admission.client(),
        admission.submittedNs(),
        false);
  }

  private void verifyAdmission(long number, int tokens) {
    var job = log.find(number);
    if (job != null) {
      verify(job + " is admitted", rules -> rules.againstAdmission(job, tokens));
      verifyOrder(job);
    }
  }

  /** Throws where none of the trees that the leader may go by allows it. */
  private void verify(String what, Function<LineRules, Optional<String>> against) {
    var reason = Optional.<String>empty();
    for (var tree : log.trees()) {
      reason = against.apply(new LineRules(tree, log));
      if (reason.isEmpty()) {
        return;
      }
    }
    if (reason.isPresent()) {
      throw new BrokenPromise(9, what + ", and " + reason.get());
    }
  }

  private void verifyOrder(LoggedJob job) {
    var passed = Optional.<LoggedJob>empty();
    for (var tree : log.trees()) {
      passed = new LineRules(tree, log).passedBy(job, this::surelyFits);
      if (passed.isEmpty()) {
        return;
      }
    }
    if (passed.isPresent()) {
      throw new BrokenPromise(5, job + " passes " + passed.get() + " in line");
    }
  }

  /** Whether each of its tasks could run on some machine, whatever else its stages want. */
  private boolean surelyFits(LoggedJob job) {
    return job.spec().stages().stream().allMatch(this::surelyFits);
  }

  private boolean surelyFits(StageSpec stage) {
    return !stage.isGang()
        && stage.where().isAnywhere()
        && machines.values().stream().anyMatch(stage.resources()::fitsIn);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (!(event instanceof EntryCommitted committed)) {
      return;
    }
    log.committed(committed.entry());
    if (committed.entry() instanceof QueuesChanged) {
      verifyNobodyIsNowhere(log.latest());
    }
    if (committed.entry() instanceof NodesDied died) {
      died.nodes().forEach(machines::remove);
    }
  }

  private void verifyNobodyIsNowhere(QueueTree tree) {
    for (var job : log.open()) {
      var queue = job.spec().queue();
      if (job.committed && !tree.isOpen() && (tree.find(queue).isEmpty() || !tree.isLeaf(queue))) {
        throw new BrokenPromise(1, job + " has no queue any more");
      }
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    log.sent(event);
    switch (event) {
      case MachineList list ->
          list.machines().forEach(each -> machines.put(each.node(), each.capacity()));
      case MachinesChanged changes ->
          changes.changed().forEach(each -> machines.put(each.node(), each.capacity()));
      case HoldStage hold -> verifyGrowth(hold);
      default -> {} // says nothing of lines
    }
  }

  /** A resize is decided when the scheduler is first asked for it. */
  private void verifyGrowth(HoldStage hold) {
    var job = log.find(hold.job());
    if (job != null && held.add(new HeldResize(hold.job(), hold.revision()))) {
      long more = hold.tasks() - job.sizeOf(hold.stage());
      if (more > 0) {
        verify(job + " may grow", rules -> rules.againstGrowth(job, more));
      }
    }
  }
}
