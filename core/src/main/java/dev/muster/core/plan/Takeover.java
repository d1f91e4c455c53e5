package dev.muster.core.plan;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Counted;
import dev.muster.core.event.SchedulerEvent.Held;
import dev.muster.core.event.SchedulerEvent.Inherited;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a scheduler comes into the jobs of one that died: it learns from the master which they are,
 * then from every node which of their tasks it has.
 *
 * <pre>
 *   asks the master --all jobs are here--> counts --every node has answered or is lost--> over
 * </pre>
 *
 * <p>Until it is over no task of these jobs starts; new jobs need not wait for it.
 */
final class Takeover {

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final int life;
  private final Reservations reservations;
  private final LongMap<JobManager> jobs;

  /** How often each node was asked that has not answered. */
  private final TreeMap<Integer, Integer> uncounted = new TreeMap<>();

  private @Nullable Inherited inherited;
  private boolean counting;
  private boolean over;

  Takeover(
      Address<SchedulerEvent> self,
      Address<MasterEvent> master,
      Timing timing,
      int life,
      Reservations reservations,
      LongMap<JobManager> jobs) {
    this.self = self;
    this.master = master;
    this.timing = timing;
    this.life = life;
    this.reservations = reservations;
    this.jobs = jobs;
    this.over = life == 1;
  }

  boolean isOver() {
    return over;
  }

  /** Whether a job that is not here has ended, and is not still to come. */
  boolean hasEnded(long job) {
    return over || (inherited != null && !inherited.jobs().contains(job));
  }

  void ask(Effects out) {
    if (!over && !counting) {
      out.send(master, new MasterEvent.TakesOver(self, life));
    }
  }

  /** Whether the news is for this life. */
  boolean hear(Inherited news) {
    if (news.life() == life) {
      inherited = news;
    }
    return news.life() == life;
  }

  /** Begins to count once all jobs, and all nodes that they may be on, are known. */
  void proceed(Effects out) {
    if (over || counting || inherited == null || !isComplete(inherited)) {
      return;
    }
    counting = true;
    var view = reservations.view();
    for (int at = 0; at < view.size(); at++) {
      uncounted.put(view.node(at), 0);
    }
    count(out);
  }

  private boolean isComplete(Inherited all) {
    return reservations.view().version() >= all.view()
        && all.jobs().stream().allMatch(job -> jobs.find(job) != null);
  }

  /** Asks the nodes that have not answered; one that was asked often enough is lost. */
  void count(Effects out) {
    uncounted.replaceAll((_, asked) -> asked + 1);
    uncounted.values().removeIf(asked -> asked > timing.confirmsAtMost());
    for (int node : uncounted.keySet()) {
      out.send(NodeEvent.at(node), new NodeEvent.Census(self, life));
    }
    over |= counting && uncounted.isEmpty();
  }

  void hear(long nowNs, Counted counted) {
    if (counted.life() != life || uncounted.remove(counted.node()) == null) {
      return;
    }
    for (var held : counted.held()) {
      adopt(nowNs, counted.node(), held);
    }
    over |= uncounted.isEmpty();
  }

  /** A second attempt of a task is left alone: it counts if it is the first to succeed. */
  private void adopt(long nowNs, int node, Held held) {
    var job = jobs.find(held.job());
    if (job == null) {
      return; // it has ended
    }
    var stage = job.stage(held.stage());
    boolean waits = stage.isWaiting(held.index());
    if (waits && reservations.table.adopt(job, stage, node, held, nowNs) != ReservationTable.NONE) {
      job.adopt(stage, held.index(), held.attempt());
    }
  }
}
