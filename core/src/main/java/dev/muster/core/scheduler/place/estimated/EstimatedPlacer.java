package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.core.scheduler.place.estimated.EstimatedJob.RoundState;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Admission;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Apollo's policy: each task goes to the queue of the node on which it is expected to be done
 * first, by what nodes say of their waits; decisions that turn out to be poor are corrected.
 *
 * <p>A {@link Round} places what a job may start: at once where that is little, else a moment
 * later, so that what becomes ready together is matched together. While stages are open the monitor
 * is asked for loads; without its answers, nodes are drawn at random and what is known grows old.
 */
public final class EstimatedPlacer implements Placer {

  /** How long tasks are gathered before they are matched, where they are many. */
  static final long BATCH_DELAY_NS = 1_000_000;

  /** How many tasks may be placed at once, within the event that made them ready. */
  static final int SMALL_ROUND = 64;

  /** How long news of nodes are gathered before jobs are looked at again that found none. */
  static final long RETRY_DELAY_NS = 20_000_000;

  private enum EstimatedTimer implements Timer {
    /** Rounds are due. */
    ROUND,
    /** The monitor is asked again, and so is everyone that found no good node. */
    LOADS
  }

  private final PlacerContext context;
  private final EstimatedOptions options;
  private final Chance chance;
  private final NodeLoads loads;
  private final Dispatches dispatches = new Dispatches();
  private final Twins twins;
  private final Lifecycle<RoundState> lifecycle = new Lifecycle<>(RoundState.class);
  private final LongMap<EstimatedJob> jobs = new LongMap<>();
  private final TreeMap<Long, EstimatedJob> due = new TreeMap<>();
  private final TreeMap<Long, EstimatedJob> parked = new TreeMap<>();
  private final CellRacks racks;
  private final CompletionEstimates estimates;
  private final Candidates candidates;
  private final Placements placements;
  private final EstimateTable table;
  private final Duplicates duplicates;
  private final Stragglers stragglers;

  /** Made for the first job: most schedulers have none of this policy. */
  private @Nullable Round round;

  private long stagesOpened;
  private int openStages;
  private boolean asksForLoads;

  /** When the timer of the next round goes off; {@code Long.MAX_VALUE} where none is set. */
  private long roundNs = Long.MAX_VALUE;

  public EstimatedPlacer(PlacerContext context, EstimatedOptions options, Chance chance) {
    var reports = context.timing().reports();
    this.context = context;
    this.options = options;
    this.chance = chance;
    this.loads = new NodeLoads(context.self(), options.matching().confidentNs(reports));
    this.twins = new Twins(options.corrections().maxTwins());
    this.racks = new CellRacks(context.nodes());
    this.estimates = new CompletionEstimates(options, reports, racks, loads, dispatches);
    int light = options.matching().lightCandidates();
    this.candidates = new Candidates(racks, loads, chance, light);
    this.placements =
        new Placements(context, estimates, dispatches, twins, options.maxDrawWeight());
    var unseen = new Candidates(racks, loads, Chance.of(0, "explain"), light);
    this.table = new EstimateTable(context.nodes(), estimates, unseen);
    var again = new Reevaluation(estimates, candidates);
    var corrections = options.corrections();
    this.duplicates = new Duplicates(corrections, reports, estimates, again, placements);
    this.stragglers = new Stragglers(corrections, reports, estimates, again, placements, twins);
  }

  /** What is known of the loads of nodes, for others of the same scheduler. */
  public NodeLoads loads() {
    return loads;
  }

  @Override
  public List<String> policies() {
    return List.of(JobSpec.ESTIMATED);
  }

  @Override
  public Admission admission() {
    return Admission.QUEUED;
  }

  @Override
  public boolean estimates() {
    return true;
  }

  @Override
  public boolean learns() {
    return options.learns();
  }

  @Override
  public StagePlacer open(StageTasks tasks) {
    var job = jobs.find(tasks.job());
    if (job == null) {
      job = new EstimatedJob(tasks.job(), lifecycle);
      jobs.put(tasks.job(), job);
    }
    openStages++;
    job.opened();
    var stage = new EstimatedStage(++stagesOpened, tasks, job, this, context.nodes());
    job.wants(stage);
    return stage;
  }

  void closed(EstimatedStage stage) {
    openStages--;
    if (stage.job.closed(stage)) {
      jobs.remove(stage.job.number());
      due.remove(stage.job.number());
      parked.remove(stage.job.number());
    }
  }

  // Rounds.

  /** The stage may have something to place. */
  void adjust(long nowNs, EstimatedStage stage, Effects out) {
    askForLoads(nowNs, out);
    stage.job.rank(stage);
    if (stage.job.state() == RoundState.SETTLED) {
      request(nowNs, stage.job, out);
    }
  }

  private void request(long nowNs, EstimatedJob job, Effects out) {
    int mayStart = (int) Math.min(Integer.MAX_VALUE, (long) job.tokens() + job.opportunities());
    if (mayStart == 0) {
      return;
    }
    if (Math.min(mayStart, job.waiting(SMALL_ROUND + 1)) <= SMALL_ROUND) {
      run(nowNs, job, out);
    } else {
      becomes(nowNs, job, RoundState.DUE, BATCH_DELAY_NS, out);
    }
  }

  private void run(long nowNs, EstimatedJob job, Effects out) {
    becomes(nowNs, job, round().run(nowNs, job, out), BATCH_DELAY_NS, out);
  }

  private Round round() {
    if (round == null) {
      round =
          new Round(
              options,
              context.timing().reports(),
              racks,
              estimates,
              candidates,
              placements,
              table,
              chance);
    }
    return round;
  }

  private void becomes(long nowNs, EstimatedJob job, RoundState state, long delayNs, Effects out) {
    job.become(state);
    due.remove(job.number());
    parked.remove(job.number());
    switch (state) {
      case SETTLED -> {}
      case PARKED -> parked.put(job.number(), job);
      case DUE -> {
        due.put(job.number(), job);
        if (nowNs + delayNs < roundNs) {
          roundNs = nowNs + delayNs;
          out.wake(roundNs, EstimatedTimer.ROUND);
        }
      }
    }
  }

  /** Something is known of nodes that was not: jobs that found none may find one now. */
  private void news(long nowNs, Effects out) {
    while (!parked.isEmpty()) {
      becomes(nowNs, parked.firstEntry().getValue(), RoundState.DUE, RETRY_DELAY_NS, out);
    }
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (!(timer instanceof EstimatedTimer own)) {
      return false;
    }
    switch (own) {
      case ROUND -> runDue(nowNs, out);
      case LOADS -> {
        asksForLoads = false;
        askForLoads(nowNs, out);
        news(nowNs, out);
      }
    }
    return true;
  }

  private void runDue(long nowNs, Effects out) {
    if (nowNs < roundNs) {
      return; // one that was set earlier, for later
    }
    roundNs = Long.MAX_VALUE;
    for (var job : List.copyOf(due.values())) {
      run(nowNs, job, out);
    }
  }

  // Loads.

  private void askForLoads(long nowNs, Effects out) {
    if (!asksForLoads && openStages > 0) {
      asksForLoads = true;
      loads.ask(out);
      out.wake(nowNs + context.timing().reports().loadEveryNs(), EstimatedTimer.LOADS);
    }
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    if (!(event instanceof LoadDelta delta)) {
      return false;
    }
    if (loads.on(nowNs, delta)) {
      loads.ask(out);
    }
    news(nowNs, out);
    return true;
  }

  // Attempts.

  @Override
  public void reported(long nowNs, int node, Load load, Attempt attempt, Effects out) {
    loads.update(nowNs, node, load);
    var dispatch = dispatches.find(attempt);
    if (dispatch == null) {
      adopt(nowNs, attempt);
    } else {
      dispatches.reported(dispatch);
      correct(nowNs, dispatch, out);
    }
    news(nowNs, out);
  }

  @Override
  public long reportedNs(int node) {
    return loads.reportedNs(node);
  }

  /** An attempt that an older epoch sent: as good as any other, once its node reports it. */
  private void adopt(long nowNs, Attempt attempt) {
    if (attempt.stage().isOpen() && attempt.stage().stagePlacer() instanceof EstimatedStage stage) {
      placements.adopt(nowNs, stage, attempt);
      stage.job.wants(stage);
    }
  }

  private void correct(long nowNs, Dispatch dispatch, Effects out) {
    var attempt = dispatch.attempt();
    if (attempt.state() == AttemptState.PLACED && attempt.tierState() == TierState.GUARANTEED) {
      if (attempt.phase() == AttemptPhase.QUEUED) {
        duplicates.reported(nowNs, dispatch, out);
      } else {
        stragglers.reported(nowNs, dispatch, out);
      }
    }
  }

  @Override
  public void started(long nowNs, Attempt attempt, Effects out) {
    var dispatch = dispatches.find(attempt);
    if (dispatch != null && attempt.tierState() == TierState.GUARANTEED) {
      dispatch.stage().waited(Math.max(0, attempt.startedNs() - dispatch.decidedNs()));
    }
    twins.started(nowNs, attempt, out);
  }

  @Override
  public void declined(long nowNs, Attempt attempt, Effects out) {
    placements.declined(nowNs, attempt);
  }

  @Override
  public void ended(Attempt attempt) {
    twins.ended(attempt);
    var dispatch = dispatches.remove(attempt);
    if (dispatch != null) {
      dispatch.stage().opportunistic.remove(attempt.id());
    }
  }

  /** Its attempts have left room at their nodes, whether these say so or not. */
  @Override
  public void freed(long nowNs, Effects out) {
    news(nowNs, out);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(lifecycle);
  }

  /** How many second attempts tasks have had for this reason. */
  public long corrected(CorrectionReason reason) {
    return twins.started(reason);
  }

  /** How many of those started before the original, or caught up with it. */
  public long correctedInTime(CorrectionReason reason) {
    return twins.succeeded(reason);
  }

  // Reasons.

  Explanation explain(long nowNs, EstimatedStage stage, int task) {
    return table.waiting(nowNs, stage, task);
  }
}
