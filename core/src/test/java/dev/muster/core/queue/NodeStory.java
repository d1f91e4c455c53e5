package dev.muster.core.queue;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Acknowledge;
import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Confirm;
import dev.muster.core.event.NodeEvent.Exited;
import dev.muster.core.event.NodeEvent.Kill;
import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Confirmed;
import dev.muster.core.event.SchedulerEvent.TaskWanted;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Timing;
import dev.muster.core.loop.Work;
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
  static final Wake BEAT = new Wake(-1);

  final Node node;
  final Stepped<NodeEvent> stepped;

  NodeStory() {
    this(NodeConfig.standard());
  }

  NodeStory(NodeConfig config) {
    this.node = new Node(INDEX, 1, CAPACITY, MASTER, TIMING, config, Chance.of(1, "story"));
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
    return tell(new Reserve(SCHEDULER, id, Demand.of(need)));
  }

  static List<Long> asked(RecordingEffects effects) {
    return effects.sent(TaskWanted.class).stream().map(TaskWanted::reservation).toList();
  }

  /** Reserves where there is room, and gives the number of the question that follows. */
  long asking(long id, Resources need) {
    return reserve(id, need).sent(TaskWanted.class).getFirst().ask();
  }

  RecordingEffects assign(long id, long ask) {
    return tell(new Assign(id, ask, work(id)));
  }

  /** Brings a task into running. */
  void running(long id, Resources need) {
    assign(id, asking(id, need));
  }

  RecordingEffects exited(long id) {
    return tell(new Exited(id, RunResult.SUCCESS));
  }

  RecordingEffects kill(long id) {
    return tell(new Kill(SCHEDULER, 5, id));
  }

  RecordingEffects acknowledge(long id) {
    return tell(new Acknowledge(id, true));
  }

  RecordingEffects beatAfter(long ns) {
    return stepped.after(ns).tell(BEAT);
  }

  /** Which of these the node says it holds. */
  List<Long> held(Long... ids) {
    var asked = tell(new Confirm(SCHEDULER, 0, Arrays.asList(ids)));
    return asked.sent(Confirmed.class).getFirst().held();
  }
}
