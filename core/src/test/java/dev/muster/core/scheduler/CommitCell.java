package dev.muster.core.scheduler;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Schedulers around a real master; the test carries every message. */
public final class CommitCell {

  public static final Timing TIMING = Timing.standard().withoutProgress();

  private final Master actor;
  private final Stepped<MasterEvent> master;
  private final List<Stepped<SchedulerEvent>> schedulers = new ArrayList<>();

  public CommitCell(int count, CommitConfig config, Thinking thinking, Machine... machines) {
    actor = Master.alone(MasterConfig.standard().withSchedulers(count), TIMING);
    master = new Stepped<>(actor);
    for (var machine : machines) {
      join(machine);
    }
    for (int index = 0; index < count; index++) {
      var policies =
          Placers.standard(
              SampledOptions.PLAIN,
              Chance.of(1, "sampled"),
              config,
              Chance.of(1, "fit " + index),
              EstimatedOptions.STANDARD,
              Chance.of(1, "candidates"),
              HybridOptions.STANDARD,
              Chance.of(1, "tiers"));
      var scheduler = new Scheduler(index, 1, MasterEvent.at(0), TIMING, thinking, policies);
      schedulers.add(new Stepped<>(scheduler));
      tell(index, new MachineList(1, List.of(machines)));
    }
  }

  /** One scheduler and one machine of this size. */
  public static CommitCell of(CommitConfig config, Resources size) {
    return new CommitCell(1, config, ThinkTime.NONE, new Machine(0, size));
  }

  public static Machine machine(int node, Resources size, String attribute, String value) {
    return new Machine(node, size, Map.of(attribute, value));
  }

  public RecordingEffects tell(int scheduler, SchedulerEvent event) {
    return schedulers.get(scheduler).tell(event);
  }

  public RecordingEffects plan(int scheduler, long job, JobSpec spec) {
    return tell(
        scheduler, new AssignJob(job, spec.withPolicy(JobSpec.SHARED), ClientEvent.at(0), 0));
  }

  public RecordingEffects planPartitioned(int scheduler, long job, JobSpec spec) {
    var partitioned = spec.withPolicy(JobSpec.PARTITIONED);
    return tell(scheduler, new AssignJob(job, partitioned, ClientEvent.at(0), 0));
  }

  public void join(Machine machine) {
    master.tell(
        Committed.next(
            new MachineRegistered(machine.node(), 1, machine.capacity(), machine.attributes())));
  }

  /** So much later the time has come to refresh a part of the copy. */
  public RecordingEffects refreshAfter(int scheduler, long ns) {
    var stepped = schedulers.get(scheduler).after(ns);
    return stepped.tell(new Wake(stepped.timer("REFRESH")));
  }

  /** A node says that the task of this claim is over. */
  public void freed(int scheduler, int node, long claim) {
    commit(new MasterEvent.ClaimReleased(node, SchedulerEvent.at(scheduler), claim));
  }

  /** The master hears this, and the log commits at once what it appends. */
  private List<RecordingEffects> commit(MasterEvent event) {
    List<RecordingEffects> all = new ArrayList<>();
    all.add(master.tell(event));
    for (var entry : all.getFirst().appended()) {
      all.add(master.tell(Committed.next(entry)));
    }
    return all;
  }

  /** The master answers the question that is among these. */
  public CellDelta answer(RecordingEffects asked) {
    return master.tell(asked.sent(GetCellDelta.class).getFirst()).sent(CellDelta.class).getFirst();
  }

  /** The scheduler hears what the state is that it asked for among these. */
  public RecordingEffects told(int scheduler, RecordingEffects asked) {
    return tell(scheduler, answer(asked));
  }

  /** The master decides the transaction that is among these, and the log has it at once. */
  public TransactionDecided judge(RecordingEffects committed) {
    return commit(committed.sent(CommitTransaction.class).getFirst()).stream()
        .flatMap(out -> out.sent(TransactionDecided.class).stream())
        .findFirst()
        .orElseThrow();
  }

  public RecordingEffects judged(int scheduler, RecordingEffects committed) {
    return tell(scheduler, judge(committed));
  }

  /** The whole conversation about a job that finds its room, up to its tasks. */
  public List<PlaceTask> placed(int scheduler, long job, JobSpec spec) {
    return judged(scheduler, told(scheduler, plan(scheduler, job, spec))).sent(PlaceTask.class);
  }

  public RecordingEffects finished(int scheduler, int node, PlaceTask place) {
    return finished(scheduler, node, place, RunResult.SUCCESS);
  }

  public RecordingEffects finished(int scheduler, int node, PlaceTask place, RunResult result) {
    var work = place.work();
    return tell(
        scheduler,
        new TaskFinished(
            node, place.reservation(), work.job(), work.stage(), work.index(), result));
  }

  public RecordingEffects beatAfter(int scheduler, long ns) {
    return schedulers.get(scheduler).after(ns).tell(new Wake(SchedulerTimer.BEAT));
  }

  /** Lets the time pass until the stages that found no room are looked at again. */
  public RecordingEffects retry(int scheduler, RecordingEffects gaveUp) {
    var timer =
        gaveUp.only(Effect.WakeAt.class).stream()
            .filter(one -> one.timer().toString().equals("RETRY"))
            .findFirst()
            .orElseThrow();
    var stepped = schedulers.get(scheduler);
    return stepped.after(timer.atNs() - stepped.nowNs()).tell(new Wake(timer.timer()));
  }

  public List<Lifecycle<?>> lifecycles(int scheduler) {
    return schedulers.get(scheduler).lifecycles();
  }

  public CellState state() {
    return actor.cellState();
  }
}
