package dev.muster.core.plan;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.TasksDone;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellView;
import dev.muster.core.event.SchedulerEvent.Confirmed;
import dev.muster.core.event.SchedulerEvent.DoneRecorded;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.event.SchedulerEvent.TaskWanted;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Timing;
import dev.muster.core.loop.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import java.util.List;
import java.util.stream.IntStream;

/** One scheduler between a master and nodes that say what the test lets them say. */
final class SchedulerCell {

  static final Timing TIMING = Timing.standard().withoutProgress();
  static final long LOST_NS = TIMING.confirmAfterNs() + TIMING.confirmsAtMost() * TIMING.beatNs();
  static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  static final Address<SchedulerEvent> SELF = SchedulerEvent.at(0);
  static final Address<ClientEvent> CLIENT = ClientEvent.at(0);

  final Stepped<SchedulerEvent> scheduler;
  private long lastAsk;

  SchedulerCell(int nodes) {
    this(nodes, TIMING, ThinkTime.NONE);
  }

  /** A scheduler that comes after others. */
  static SchedulerCell ofLife(int life) {
    return new SchedulerCell(0, life, TIMING, ThinkTime.NONE);
  }

  SchedulerCell(int nodes, Timing timing, ThinkTime thinkTime) {
    this(nodes, 1, timing, thinkTime);
  }

  private SchedulerCell(int nodes, int life, Timing timing, ThinkTime thinkTime) {
    scheduler = new Stepped<>(new Scheduler(0, life, MASTER, timing, new InTurn(), thinkTime));
    if (nodes > 0) {
      scheduler.tell(view(1, nodes));
    }
  }

  static CellView view(long version, int nodes) {
    return new CellView(
        version,
        IntStream.range(0, nodes).mapToObj(node -> new Machine(node, Jobs.size(4, 4))).toList());
  }

  RecordingEffects plan(long job, JobSpec spec) {
    return scheduler.tell(new Plan(job, spec, CLIENT, scheduler.nowNs()));
  }

  /** Hands over a job and gives its reservations, in the order in which they went out. */
  List<Long> reserved(long job, JobSpec spec) {
    return reservations(plan(job, spec));
  }

  static List<Long> reservations(RecordingEffects effects) {
    return effects.sent(Reserve.class).stream().map(Reserve::reservation).toList();
  }

  /** The node asks for the reservation's task. */
  RecordingEffects wanted(int node, long reservation) {
    return scheduler.tell(new TaskWanted(node, reservation, ++lastAsk));
  }

  /** As {@link #wanted}, where a task is to be had. */
  Work assigned(int node, long reservation) {
    return wanted(node, reservation).sent(Assign.class).getFirst().work();
  }

  RecordingEffects finished(int node, long reservation, Work work, RunResult result) {
    return scheduler.tell(
        new Finished(node, reservation, work.job(), work.stage(), work.index(), result));
  }

  /** At the next beat the master hears what is done and puts it on record. */
  RecordingEffects recorded(long job) {
    var batches = beatAfter(Jobs.MS).sent(TasksDone.class);
    var batch = batches.stream().filter(done -> done.job() == job).findFirst().orElseThrow();
    return scheduler.tell(new DoneRecorded(job, batch.batch()));
  }

  RecordingEffects unknown(int node, long askedNs, long reservation) {
    return scheduler.tell(new Confirmed(node, askedNs, List.of(), List.of(reservation)));
  }

  RecordingEffects held(int node, long reservation) {
    return scheduler.tell(new Confirmed(node, scheduler.nowNs(), List.of(reservation), List.of()));
  }

  /** Time passes and the scheduler looks after what it waits for. */
  RecordingEffects beatAfter(long ns) {
    return scheduler.after(ns).tell(new Wake(0));
  }

  /** The beat at which a node that has not answered since now is given up; {@link #LOST_NS} on. */
  RecordingEffects untilLost() {
    beatAfter(TIMING.confirmAfterNs());
    for (int asked = 1; asked < TIMING.confirmsAtMost(); asked++) {
      beatAfter(TIMING.beatNs());
    }
    return beatAfter(TIMING.beatNs());
  }

  static Address<NodeEvent> node(int index) {
    return NodeEvent.at(index);
  }
}
