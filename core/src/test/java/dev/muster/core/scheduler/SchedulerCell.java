package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
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
  static SchedulerCell ofEpoch(int epoch) {
    return new SchedulerCell(0, epoch, TIMING, ThinkTime.NONE);
  }

  SchedulerCell(int nodes, Timing timing, ThinkTime thinkTime) {
    this(nodes, 1, timing, thinkTime);
  }

  private SchedulerCell(int nodes, int epoch, Timing timing, ThinkTime thinkTime) {
    scheduler = new Stepped<>(new Scheduler(0, epoch, MASTER, timing, new InTurn(), thinkTime));
    if (nodes > 0) {
      scheduler.tell(view(1, nodes));
    }
  }

  static MachineList view(long version, int nodes) {
    return new MachineList(
        version,
        IntStream.range(0, nodes).mapToObj(node -> new Machine(node, Jobs.size(4, 4))).toList());
  }

  RecordingEffects plan(long job, JobSpec spec) {
    return scheduler.tell(new AssignJob(job, spec, CLIENT, scheduler.nowNs()));
  }

  /** Hands over a job and gives its reservations, in the order in which they went out. */
  List<Long> reserved(long job, JobSpec spec) {
    return reservations(plan(job, spec));
  }

  static List<Long> reservations(RecordingEffects effects) {
    return effects.sent(EnqueueReservation.class).stream()
        .map(EnqueueReservation::reservation)
        .toList();
  }

  /** The node asks for the reservation's task. */
  RecordingEffects wanted(int node, long reservation) {
    return scheduler.tell(new GetTask(node, reservation, ++lastAsk));
  }

  /** As {@link #wanted}, where a task is to be had. */
  Work assigned(int node, long reservation) {
    return wanted(node, reservation).sent(LaunchTask.class).getFirst().work();
  }

  RecordingEffects finished(int node, long reservation, Work work, RunResult result) {
    return scheduler.tell(
        new TaskFinished(node, reservation, work.job(), work.stage(), work.index(), result));
  }

  /** At the next beat the master hears what is done and puts it on record. */
  RecordingEffects recorded(long job) {
    var batches = beatAfter(Jobs.MS).sent(TasksSucceeded.class);
    var batch = batches.stream().filter(done -> done.job() == job).findFirst().orElseThrow();
    return scheduler.tell(new TasksRecorded(job, batch.batch()));
  }

  RecordingEffects unknown(int node, long askedNs, long reservation) {
    return scheduler.tell(
        new ReservationsConfirmed(node, askedNs, List.of(), List.of(reservation)));
  }

  RecordingEffects held(int node, long reservation) {
    return scheduler.tell(
        new ReservationsConfirmed(node, scheduler.nowNs(), List.of(reservation), List.of()));
  }

  /** Time passes and the scheduler looks after what it waits for. */
  RecordingEffects beatAfter(long ns) {
    return scheduler.after(ns).tell(new Wake(SchedulerTimer.BEAT));
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
