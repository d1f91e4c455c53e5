package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.PlacerContext;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a scheduler comes into the jobs of one that died: it learns from the master which they are,
 * then from every node which of their tasks it has.
 *
 * <pre>
 *   ASKING --the master says which jobs--> GATHERING --all of them are here--> COUNTING
 *                                                                                 | every node has
 *                                                                                 v answered or is
 *                                                                                OVER         dead
 * </pre>
 *
 * <p>Until it is over no task of these jobs starts; new jobs need not wait for it.
 */
final class Takeover {

  /** The states of a takeover; the first epoch begins with OVER. */
  enum TakeoverState implements Lifecycle.State<TakeoverState> {
    ASKING,
    GATHERING,
    COUNTING,
    OVER;

    @Override
    public boolean mayBecome(TakeoverState next) {
      return switch (this) {
        case ASKING -> next == GATHERING;
        case GATHERING -> next == COUNTING;
        case COUNTING -> next == OVER;
        case OVER -> false;
      };
    }
  }

  private final PlacerContext context;
  private final AssignedJobs jobs;
  private final Attempts attempts;
  private final Placers placers;
  private final LostOutputs lostOutputs;
  private final Lifecycle<TakeoverState> lifecycle = new Lifecycle<>(TakeoverState.class);

  /** The nodes that have not answered, and are not dead. */
  private final Set<Integer> uncounted = new TreeSet<>();

  /** The inherited jobs that are still to come. */
  private final Set<Long> missing = new TreeSet<>();

  private TakeoverState state;
  private long inheritedView;

  Takeover(
      PlacerContext context,
      AssignedJobs jobs,
      Attempts attempts,
      Placers placers,
      LostOutputs lostOutputs) {
    this.context = context;
    this.jobs = jobs;
    this.attempts = attempts;
    this.placers = placers;
    this.lostOutputs = lostOutputs;
    this.state = context.epoch() == 1 ? TakeoverState.OVER : TakeoverState.ASKING;
  }

  Lifecycle<TakeoverState> lifecycle() {
    return lifecycle;
  }

  private void become(TakeoverState next) {
    state = lifecycle.change(state, next);
  }

  private boolean isOver() {
    return state == TakeoverState.OVER;
  }

  /** Whether all nodes are known that the outputs of jobs may be on. */
  boolean knowsNodes() {
    return isOver() || state == TakeoverState.COUNTING;
  }

  /** Whether a job that is not here has ended, and is not still to come. */
  boolean hasEnded(long job) {
    return isOver() || (state != TakeoverState.ASKING && !missing.contains(job));
  }

  /** Asks the master for the jobs until all are here. */
  void ask(Effects out) {
    if (state == TakeoverState.ASKING || state == TakeoverState.GATHERING) {
      out.send(context.master(), new MasterEvent.TakeOverJobs(context.self(), context.epoch()));
    }
  }

  void received(long nowNs, JobsInherited inheritance, Effects out) {
    if (!isOver() && inheritance.epoch() == context.epoch()) {
      missing.clear();
      missing.addAll(inheritance.jobs());
      missing.removeIf(jobs::knows);
      inheritedView = inheritance.view();
      if (state == TakeoverState.ASKING) {
        become(TakeoverState.GATHERING);
      }
      placers.inherit(inheritance.claims());
      if (!hasView()) {
        Membership.ask(context, out);
      }
    }
    proceed(nowNs, out);
  }

  /** Whether all nodes are known that the jobs may be on. */
  private boolean hasView() {
    return context.nodes().view().version() >= inheritedView;
  }

  /** An inherited job has come. */
  void added(long nowNs, long job, Effects out) {
    missing.remove(job);
    proceed(nowNs, out);
  }

  /** Begins to count once all jobs and nodes are known; the last step is the jobs' own. */
  void proceed(long nowNs, Effects out) {
    if (state == TakeoverState.GATHERING && hasView() && missing.isEmpty()) {
      become(TakeoverState.COUNTING);
      var view = context.nodes().view();
      for (int at = 0; at < view.size(); at++) {
        uncounted.add(view.node(at));
      }
      lostOutputs.nodesLeft(nowNs, out); // so that attempts are adopted that make outputs again
      count(out);
    }
    resume(nowNs, out);
  }

  /** Repeats what has no answer. */
  void beat(long nowNs, Effects out) {
    if (!isOver()) {
      ask(out);
      count(out);
      resume(nowNs, out);
    }
  }

  /** A node that is dead has nothing: whatever was there is given up. */
  void died(long nowNs, int node, Effects out) {
    if (uncounted.remove(node)) {
      endIfCounted();
      resume(nowNs, out);
    }
  }

  /** Asks the nodes that have not answered. */
  private void count(Effects out) {
    for (int node : uncounted) {
      out.send(NodeEvent.at(node), new NodeEvent.ListAttempts(context.self(), context.epoch()));
    }
    endIfCounted();
  }

  private void endIfCounted() {
    if (state == TakeoverState.COUNTING && uncounted.isEmpty()) {
      become(TakeoverState.OVER);
    }
  }

  void received(long nowNs, AttemptsListed counted, Effects out) {
    if (counted.epoch() != context.epoch() || !uncounted.remove(counted.node())) {
      return;
    }
    for (var held : counted.held()) {
      adopt(nowNs, counted.node(), held, out);
    }
    endIfCounted();
    resume(nowNs, out);
  }

  /**
   * Of several attempts of a task the newest counts. The others are ended, be they twins or given
   * up; so is one of a task that is done or was withdrawn.
   */
  private void adopt(long nowNs, int node, HeldAttempt held, Effects out) {
    var job = jobs.find(held.job());
    if (job == null || !job.mayHave(held.stage(), held.index())) {
      return; // the job has ended
    }
    var stage = job.stage(held.stage());
    int task = held.index();
    stage.ensureRow(task);
    boolean unwanted = stage.tasks().isWithdrawn(task);
    supersede(nowNs, stage, task, held.attempt(), out);
    if (unwanted || stage.tasks().mayAdopt(task)) {
      var attempt = stage.attempts().adopt(nowNs, held, node);
      if (attempt != null) {
        job.graph().noteAdopted(stage);
      }
      if (attempt != null && unwanted) {
        attempts.end(nowNs, attempt, out);
      }
    } else {
      attempts.endUnkept(nowNs, node, held.reservation(), out);
    }
  }

  private void supersede(long nowNs, Stage stage, int task, int number, Effects out) {
    var older = stage.attempts().newest(task);
    if (older != null && older.number() < number && stage.tasks().isRunning(task)) {
      attempts.endUnkept(nowNs, older.node(), older.id(), out);
      stage.attempts().end(older);
      stage.attempts().giveWay(task);
    }
  }

  /** Goes on with the jobs that were taken over, once all attempts that nodes hold are known. */
  private void resume(long nowNs, Effects out) {
    if (!isOver()) {
      return;
    }
    placers.settle();
    for (var job : jobs.all()) {
      if (job.isCounting()) {
        job.run();
        jobs.proceed(nowNs, job, out);
      }
    }
  }
}
