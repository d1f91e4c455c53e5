package dev.muster.sim.compare.probe;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.sampled.NodeSampler;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;

/**
 * What Sparrow is compared with: tasks are bound early, to nodes that were drawn, at once or after
 * a round of questions about how busy they are. Stands in the place of {@code sampled}.
 *
 * <p>A round ends when all have answered, or at the beat after its time is up, with the answers
 * there are; a later answer is ignored.
 */
public final class ProbingPlacer implements Placer {

  /** How many rounds may be out at once; more wait for the next beat. */
  static final int MAX_ROUNDS = 10_000;

  /** A job has at most the larger of these under way. */
  private static final int OUT_PER_JOB = 1_024;

  private static final int OUT_PER_NODE = 4;

  private enum ProbingTimer implements Timer {
    /** A task has waited long enough for the nodes that it prefers. */
    PATIENCE
  }

  private record ImpatientStage(long dueNs, ProbingStage stage) {}

  private final PlacerContext context;
  private final ProbeMode mode;
  private final NodeSampler sampler;
  private final LoadAnswers answers;
  private final LongMap<ProbeRound> open = new LongMap<>();
  private final ArrayDeque<ImpatientStage> impatient = new ArrayDeque<>();
  private final IntList picked = new IntList();
  private long lastRound;

  /**
   * @param reuseNs how long a node's answer is used again; 0 for not at all
   */
  public ProbingPlacer(
      PlacerContext context, ProbeMode mode, double ratio, long reuseNs, Chance chance) {
    this.context = context;
    this.mode = mode;
    double drawn = mode == ProbeMode.RANDOM ? 1 : ratio;
    this.sampler = new NodeSampler(drawn, context.nodes(), chance);
    this.answers = new LoadAnswers(reuseNs);
  }

  @Override
  public List<String> policies() {
    return List.of(JobSpec.SAMPLED);
  }

  @Override
  public Admission admission() {
    return Admission.QUEUED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    return new ProbingStage(stage, this);
  }

  boolean mayProbe() {
    return open.size() < MAX_ROUNDS;
  }

  void probe(ProbingStage stage, int task, int tasks, IntList drawn, long nowNs, Effects out) {
    var round = new ProbeRound(++lastRound, stage, task, tasks, drawn, nowNs);
    open.put(round.number, round);
    stage.began(round);
    for (int draw = 0; draw < round.nodes.length; draw++) {
      int node = round.nodes[draw];
      int known = answers.load(nowNs, node);
      if (known == ProbeMode.UNKNOWN) {
        out.send(NodeEvent.at(node), new NodeEvent.ProbeNode(context.self(), round.number, draw));
      } else {
        round.answered(draw, known);
      }
    }
    if (round.isComplete()) {
      end(nowNs, round, out);
    }
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    if (!(event instanceof NodeProbed probed)) {
      return false;
    }
    answers.add(nowNs, probed.node(), probed.load());
    var round = open.find(probed.round());
    if (round != null && round.waitsFor(probed.draw())) {
      round.answered(probed.draw(), probed.load());
      if (round.isComplete()) {
        end(nowNs, round, out);
      }
    }
    return true;
  }

  /** Ends the rounds whose time is up, the oldest first. */
  @Override
  public void beat(long nowNs, Effects out) {
    var due = open.values();
    due.removeIf(round -> nowNs - round.sinceNs < context.timing().repeatAfterNs());
    due.sort(Comparator.comparingLong(round -> round.number));
    for (var round : due) {
      end(nowNs, round, out);
    }
  }

  private void end(long nowNs, ProbeRound round, Effects out) {
    open.remove(round.number);
    mode.pick(sampler, round.tasks, round.loads, picked);
    round.stage.ended(round, picked, nowNs, out);
  }

  void wakeAt(long dueNs, ProbingStage stage, Effects out) {
    impatient.add(new ImpatientStage(dueNs, stage));
    out.wake(dueNs, ProbingTimer.PATIENCE);
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != ProbingTimer.PATIENCE) {
      return false;
    }
    for (int left = impatient.size(); left > 0; left--) {
      var next = impatient.remove();
      if (next.dueNs > nowNs) {
        impatient.add(next);
      } else if (!next.stage.isClosed()) {
        next.stage.adjust(nowNs, out);
      }
    }
    return true;
  }

  void sent(int node) {
    answers.sent(node);
  }

  int limit() {
    return Math.max(OUT_PER_JOB, OUT_PER_NODE * nodes().view().size());
  }

  ProbeMode mode() {
    return mode;
  }

  NodeSampler sampler() {
    return sampler;
  }

  CellNodes nodes() {
    return context.nodes();
  }

  Address<SchedulerEvent> self() {
    return context.self();
  }
}
