package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.Arrays;
import java.util.List;

/** One node of four cores and four GiB, in the hands of a test. */
final class NodeStory {

  static final Timing TIMING = Timing.standard();
  static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(2);
  static final Resources CAPACITY = Jobs.size(4, 4);
  static final int INDEX = 6;

  /** The beat's token, as the node's first timer shows it. */
  static final Wake BEAT = new Wake(NodeTimer.BEAT);

  final Node node;
  final Stepped<NodeEvent> stepped;
  private long lastQuestion;

  NodeStory() {
    this(NodeConfig.standard());
  }

  NodeStory(NodeConfig config) {
    this.node =
        new Node(
            INDEX,
            1,
            CAPACITY,
            MASTER,
            TIMING,
            config,
            Chance.of(1, "story"),
            new NodeLifecycles());
    this.stepped = new Stepped<>(node);
  }

  /** A work whose job has the reservation's number. */
  static Work work(long reservation) {
    return Work.of(reservation, Jobs.job(1), 0, 0, 1);
  }

  RecordingEffects tell(NodeEvent event) {
    return stepped.tell(event);
  }

  RecordingEffects reserve(long id, Resources need) {
    return reserve(id, need, 0);
  }

  RecordingEffects reserve(long id, Resources need, long estimateNs) {
    var out = tell(new EnqueueReservation(SCHEDULER, id, Demand.of(need).withEstimate(estimateNs)));
    out.sent(GetTask.class).forEach(question -> lastQuestion = question.request());
    return out;
  }

  /** The number of the latest question that followed a reservation. */
  long lastQuestion() {
    return lastQuestion;
  }

  static List<Long> asked(RecordingEffects effects) {
    return effects.sent(GetTask.class).stream().map(GetTask::reservation).toList();
  }

  /** Reserves where resources are available, and gives the number of the question that follows. */
  long asking(long id, Resources need) {
    reserve(id, need);
    return lastQuestion;
  }

  RecordingEffects assign(long id, long ask) {
    return tell(new LaunchTask(id, ask, work(id)));
  }

  /** Brings a task into running. */
  void running(long id, Resources need) {
    running(id, need, 0);
  }

  void running(long id, Resources need, long estimateNs) {
    reserve(id, need, estimateNs);
    assign(id, lastQuestion);
  }

  RecordingEffects exited(long id) {
    return tell(new RunExited(id, RunResult.SUCCESS));
  }

  RecordingEffects kill(long id) {
    return tell(new KillTask(SCHEDULER, 5, id));
  }

  RecordingEffects acknowledge(long id) {
    return tell(new AcknowledgeResult(id, true));
  }

  RecordingEffects beatAfter(long ns) {
    return stepped.after(ns).tell(BEAT);
  }

  /** Which of these the node says it holds. */
  List<Long> held(Long... ids) {
    var asked = tell(new ConfirmReservations(SCHEDULER, 0, Arrays.asList(ids)));
    return asked.sent(ReservationsConfirmed.class).getFirst().held();
  }
}
