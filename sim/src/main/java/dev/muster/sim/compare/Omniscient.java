package dev.muster.sim.compare;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CancelJob;
import dev.muster.core.event.SchedulerEvent.CellView;
import dev.muster.core.event.SchedulerEvent.Confirmed;
import dev.muster.core.event.SchedulerEvent.Counted;
import dev.muster.core.event.SchedulerEvent.DoneRecorded;
import dev.muster.core.event.SchedulerEvent.EndRecorded;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.event.SchedulerEvent.Inherited;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.event.SchedulerEvent.Probed;
import dev.muster.core.event.SchedulerEvent.Promoted;
import dev.muster.core.event.SchedulerEvent.Returned;
import dev.muster.core.event.SchedulerEvent.Taken;
import dev.muster.core.event.SchedulerEvent.TaskWanted;
import dev.muster.core.event.Wake;
import dev.muster.core.flat.IntList;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The one scheduler of a cell without delays: knows every free slot at once and gives it to the job
 * that came first, so that no slot is ever free while a task waits.
 *
 * <p>For cells in which nothing fails and all tasks need the same.
 */
public final class Omniscient implements Actor<SchedulerEvent> {

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Resources slot;
  private final LongMap<KnownJob> jobs = new LongMap<>();
  private final Deque<KnownStage> waiting = new ArrayDeque<>();

  /** The node of each free slot. */
  private final IntList free = new IntList();

  private boolean seen;
  private long placements;

  /**
   * @param slot what each task needs
   */
  public Omniscient(int index, Address<MasterEvent> master, Resources slot) {
    this.self = SchedulerEvent.at(index);
    this.master = master;
    this.slot = slot;
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case CellView view -> see(view, out);
      case Plan plan -> plan(plan, out);
      case Finished finished -> finished(nowNs, finished, out);
      case EndRecorded _ -> {}
      case Inherited _,
          DoneRecorded _,
          CancelJob _,
          Probed _,
          TaskWanted _,
          Taken _,
          Returned _,
          Promoted _,
          Confirmed _,
          Counted _,
          Wake _ ->
          throw new IllegalStateException("not in a cell where nothing goes wrong: " + event);
    }
  }

  private void see(CellView view, Effects out) {
    if (seen) {
      throw new IllegalStateException("the nodes of the cell changed");
    }
    seen = true;
    for (var machine : view.machines()) {
      for (long used = slot.cpuMillis();
          used <= machine.capacity().cpuMillis();
          used += slot.cpuMillis()) {
        free.add(machine.node());
      }
    }
    fill(out);
  }

  private void plan(Plan plan, Effects out) {
    out.send(master, new MasterEvent.JobTaken(plan.job(), plan.life()));
    var job = new KnownJob(plan);
    jobs.put(plan.job(), job);
    waiting.addAll(job.ready());
    fill(out);
  }

  private void finished(long nowNs, Finished finished, Effects out) {
    out.send(
        NodeEvent.at(finished.node()), new NodeEvent.Acknowledge(finished.reservation(), true));
    free.add(finished.node());
    var job = jobs.find(finished.job());
    if (job == null) {
      throw new IllegalStateException("a result of no job: " + finished);
    }
    waiting.addAll(job.finished(finished.stage()));
    fill(out);
    if (job.isOver()) {
      jobs.remove(finished.job());
      out.send(master, new MasterEvent.JobEnded(self, 1, job.report(nowNs)));
    }
  }

  private void fill(Effects out) {
    while (!free.isEmpty() && !waiting.isEmpty()) {
      var stage = waiting.getFirst();
      var place = new NodeEvent.Place(self, ++placements, stage.demand(), stage.next());
      out.send(NodeEvent.at(free.removeLast()), place);
      if (stage.isDealt()) {
        waiting.removeFirst();
      }
    }
  }
}
