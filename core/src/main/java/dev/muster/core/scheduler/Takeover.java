package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.scheduler.place.CellNodes;
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
  private final int epoch;
  private final CellNodes nodes;
  private final LongMap<JobManager> jobs;
  private final Attempts attempts;

  /** How often each node was asked that has not answered. */
  private final TreeMap<Integer, Integer> uncounted = new TreeMap<>();

  private @Nullable JobsInherited inherited;
  private boolean counting;
  private boolean over;

  Takeover(
      Address<SchedulerEvent> self,
      Address<MasterEvent> master,
      Timing timing,
      int epoch,
      CellNodes nodes,
      LongMap<JobManager> jobs,
      Attempts attempts) {
    this.self = self;
    this.master = master;
    this.timing = timing;
    this.epoch = epoch;
    this.nodes = nodes;
    this.jobs = jobs;
    this.attempts = attempts;
    this.over = epoch == 1;
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
      out.send(master, new MasterEvent.TakeOverJobs(self, epoch));
    }
  }

  /** Whether the news is for this epoch. */
  boolean received(JobsInherited news) {
    if (news.epoch() == epoch) {
      inherited = news;
    }
    return news.epoch() == epoch;
  }

  /** Begins to count once all jobs, and all nodes that they may be on, are known. */
  void proceed(Effects out) {
    if (over || counting || inherited == null || !isComplete(inherited)) {
      return;
    }
    counting = true;
    var view = nodes.view();
    for (int at = 0; at < view.size(); at++) {
      uncounted.put(view.node(at), 0);
    }
    count(out);
  }

  private boolean isComplete(JobsInherited all) {
    return nodes.view().version() >= all.view()
        && all.jobs().stream().allMatch(job -> jobs.find(job) != null);
  }

  /** Asks the nodes that have not answered; one that was asked often enough is lost. */
  void count(Effects out) {
    uncounted.replaceAll((_, asked) -> asked + 1);
    uncounted.values().removeIf(asked -> asked > timing.maxConfirms());
    for (int node : uncounted.keySet()) {
      out.send(NodeEvent.at(node), new NodeEvent.ListAttempts(self, epoch));
    }
    over |= counting && uncounted.isEmpty();
  }

  void received(long nowNs, AttemptsListed counted, Effects out) {
    if (counted.epoch() != epoch || uncounted.remove(counted.node()) == null) {
      return;
    }
    for (var held : counted.held()) {
      adopt(nowNs, counted.node(), held, out);
    }
    over |= uncounted.isEmpty();
  }

  /** A second attempt of a task is left alone: it counts if it is the first to succeed. */
  private void adopt(long nowNs, int node, HeldAttempt held, Effects out) {
    var job = jobs.find(held.job());
    if (job == null) {
      return; // it has ended
    }
    var stage = job.stage(held.stage());
    int task = held.index();
    stage.reach(task);
    if (stage.tasks.mayAdopt(task)) {
      stage.adopt(nowNs, held.reservation(), node, task, held.attempt());
    } else if (stage.tasks.isWithdrawn(task)) {
      var unwanted = stage.adoptWithdrawn(nowNs, held.reservation(), node, task, held.attempt());
      if (unwanted != null) {
        attempts.end(nowNs, unwanted, out);
      }
    }
  }
}
