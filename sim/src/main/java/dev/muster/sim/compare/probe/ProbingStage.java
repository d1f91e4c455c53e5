package dev.muster.sim.compare.probe;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.sampled.PreferredNodes;
import dev.muster.core.scheduler.place.sampled.PreferringTasks;
import dev.muster.model.Explanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stage whose tasks are sent to nodes early, at once or after a round of questions. */
final class ProbingStage implements StagePlacer {

  final StageTasks tasks;
  private final ProbingPlacer placer;
  private final EligibleNodes eligible;
  private final @Nullable PreferringTasks preferring;
  private final PreferredNodes preferred;
  private final IntList drawn = new IntList();

  /** For how many of the waiting tasks nodes are being probed. */
  private int inRounds;

  private boolean closed;

  ProbingStage(StageTasks tasks, ProbingPlacer placer) {
    this.tasks = tasks;
    this.placer = placer;
    var where = tasks.spec().where();
    this.eligible = new EligibleNodes(placer.nodes(), where.require());
    this.preferring = where.hasPreferences() ? new PreferringTasks(where, tasks::isWaiting) : null;
    this.preferred = new PreferredNodes(placer.sampler());
  }

  /** Places what the stage wants and no round is out for. */
  @Override
  public boolean adjust(long nowNs, Effects out) {
    int wanted = tasks.wanted();
    if (wanted > 0 && preferring != null) {
      placePreferring(nowNs, preferring, out);
      wanted = Math.min(leftToFree(preferring), preferring.freeWaiting());
    }
    int count = Math.min(wanted - inRounds, available());
    if (count <= 0 || !placer.mayProbe()) {
      return true;
    }
    var sampler = placer.sampler();
    sampler.choose(
        nowNs, eligible.view(), tasks.spec().resources(), sampler.drawsFor(count), drawn);
    if (drawn.isEmpty()) {
      return true;
    }
    if (placer.mode().probes()) {
      placer.probe(this, ProbeRound.ANY, count, drawn, nowNs, out);
    } else {
      for (int at = 0; at < drawn.size(); at++) {
        send(nowNs, drawn.at(at), ProbeRound.ANY, out);
      }
    }
    return true;
  }

  /** Each task that prefers nodes has its own round; those that are free share one as all do. */
  private void placePreferring(long nowNs, PreferringTasks all, Effects out) {
    all.search.see(eligible.view(), placer.nodes().avoidedSequence());
    all.widen(nowNs);
    int atMost = Math.min(tasks.wanted() - inRounds, available());
    for (int task = all.search.nextLacking(atMost);
        task >= 0;
        task = all.search.nextLacking(atMost)) {
      all.searches(task, nowNs);
      var nodes = preferred.draw(nowNs, all, tasks.spec().resources(), eligible.view(), task);
      if (nodes.isEmpty()) {
        all.search.strand(task);
      } else if (!placeOne(nowNs, all, task, nodes, out)) {
        all.search.lacks(task);
        break;
      }
    }
    long dueNs = all.nextWakeNs();
    if (dueNs >= 0) {
      placer.wakeAt(dueNs, this, out);
    }
  }

  /** One at least, lest tasks whose nodes do not answer keep the free ones from the tokens. */
  private int leftToFree(PreferringTasks all) {
    return Math.min(tasks.wanted(), Math.max(1, tasks.wanted() - all.search.searching()));
  }

  /** False where a limit is reached: the task is tried again when that may have changed. */
  private boolean placeOne(long nowNs, PreferringTasks all, int task, IntList nodes, Effects out) {
    if (!placer.mode().probes()) {
      return send(nowNs, nodes.at(0), task, out);
    }
    if (!placer.mayProbe()) {
      return false;
    }
    all.search.probing(task, true);
    placer.probe(this, task, 1, nodes, nowNs, out);
    boolean endedInVain = tasks.isWaiting(task) && !all.search.isSearching(task);
    return !endedInVain;
  }

  private int available() {
    return placer.limit() - tasks.attempts().count() - inRounds;
  }

  void began(ProbeRound round) {
    inRounds += round.task == ProbeRound.ANY ? round.tasks : 0;
  }

  void ended(ProbeRound round, IntList picked, long nowNs, Effects out) {
    inRounds -= round.task == ProbeRound.ANY ? round.tasks : 0;
    for (int i = 0; i < picked.size() && !closed; i++) {
      send(nowNs, round.nodes[picked.at(i)], round.task, out);
    }
    if (preferring != null && round.task != ProbeRound.ANY && tasks.isWaiting(round.task)) {
      preferring.search.probing(round.task, false);
    }
  }

  /** Sends this task, or any that may run there, to a node; false where it may not start. */
  private boolean send(long nowNs, int node, int which, Effects out) {
    var attempt = start(nowNs, node, which);
    if (attempt == null) {
      return false;
    }
    placer.sent(node);
    out.send(
        NodeEvent.at(node),
        new NodeEvent.PlaceTask(placer.self(), attempt.id(), tasks.demand(), tasks.work(attempt)));
    return true;
  }

  private @Nullable Attempt start(long nowNs, int node, int which) {
    if (which == ProbeRound.ANY && preferring == null) {
      return tasks.startNext(nowNs, node, AttemptState.PLACED, 0);
    }
    int task = which;
    if (which == ProbeRound.ANY && preferring != null) {
      task = tasks.wanted() > 0 ? preferring.next(node, -1) : -1;
    }
    return task < 0 ? null : tasks.start(nowNs, task, node, AttemptState.PLACED, 0);
  }

  @Override
  public void waits(int task) {
    if (preferring != null) {
      preferring.waits(task);
    }
  }

  @Override
  public void leaves(int task) {
    if (preferring != null) {
      preferring.leaves(task);
    }
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close(Effects out) {
    closed = true;
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    return Explanation.of(
        tasks.policy(), "waits for an answer of probed nodes, or for the next round", List.of());
  }
}
