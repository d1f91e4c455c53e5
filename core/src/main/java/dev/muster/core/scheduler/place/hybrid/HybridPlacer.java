package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.hybrid.Withdrawals.RequestingStage;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Mercury's policies: tasks get containers from the central scheduler, or are opportunistic and go
 * to a node whose queue is short.
 *
 * <pre>
 *                 ┌─ guaranteed ──► StageContainers ──► RequestContainers ──► master
 *   take, draw ───┤                       PlaceTask ◄── ContainersGranted ◄──┘
 *                 └─ opportunistic ──► OpportunisticNodes ──► PlaceTask
 * </pre>
 *
 * <p>Which task a container is for is decided when it comes. Loads are asked for while stages are
 * open some of whose tasks may be opportunistic.
 */
public final class HybridPlacer implements Placer {

  private final PlacerContext context;
  private final HybridOptions options;
  private final Chance chance;
  private final NodeLoads loads;
  private final RankedNodes ranked;
  private final RankRequests ranks;
  private final OpportunisticNodes nodes;
  private final Lifecycle<ContainerState> lifecycle = new Lifecycle<>(ContainerState.class);
  private final ContainerMessages messages;
  private final Promotions promotions;
  private final ContainerAnswers answers;
  private final TierSteering steering;
  private final BouncedNodes bounced = new BouncedNodes();

  /** The version of these that stages have said. */
  private long knownBounces;

  private final TreeMap<RequestingStage, HybridStage> stages = new TreeMap<>();

  /** Of jobs whose stages were asked for theirs. */
  private final TreeMap<Long, StagePositions> positions = new TreeMap<>();

  private List<Long> inherited = List.of();

  public HybridPlacer(PlacerContext context, HybridOptions options, Chance chance) {
    this(
        context,
        options,
        new NodeLoads(context.self(), context.timing().reports().loadEveryNs()),
        chance);
  }

  /**
   * @param loads which placers of the same scheduler share
   */
  public HybridPlacer(
      PlacerContext context, HybridOptions options, NodeLoads loads, Chance chance) {
    this.context = context;
    this.options = options;
    this.chance = chance;
    this.loads = loads;
    this.ranked = new RankedNodes(loads, chance);
    this.nodes = new OpportunisticNodes(context.nodes(), ranked, chance, options.top());
    this.messages = new ContainerMessages(context, new Withdrawals(context.held(), lifecycle));
    this.promotions = new Promotions(options);
    this.ranks = new RankRequests(loads, ranked, context.timing().reports().loadEveryNs());
    this.answers = new ContainerAnswers(this, stages, messages, promotions);
    this.steering = new TierSteering(options);
  }

  @Override
  public List<String> policies() {
    return List.of(JobSpec.CENTRAL, JobSpec.HYBRID);
  }

  @Override
  public Admission admission() {
    return Admission.RESERVED;
  }

  @Override
  public boolean choosesTiers() {
    return true;
  }

  @Override
  public boolean bindsLate() {
    return true;
  }

  /** p_q as it is in force. */
  public double share() {
    return steering.rule().share();
  }

  private HybridOptions optionsOf(StageTasks tasks) {
    return tasks.policy().equals(JobSpec.CENTRAL) ? HybridOptions.ONLY_G : options;
  }

  @Override
  public StagePlacer open(StageTasks tasks) {
    var own = optionsOf(tasks);
    var id = new RequestingStage(tasks.job(), tasks.jobSpec().indexOf(tasks.spec().name()));
    boolean isMixed = TierChoice.mayBeOpportunistic(own, tasks);
    boolean isPlaced = isMixed && own.objectives().lateFrom() <= 1;
    double position = isPlaced ? positions(tasks).of(tasks.spec().name()) : 0;
    var stage =
        new HybridStage(
            tasks,
            id,
            this,
            new TierChoice(own, steering, chance, tasks, position),
            steering.measure(tasks),
            new StageContainers(lifecycle),
            context.nodes(),
            bounced);
    stages.put(id, stage);
    ranks.opened(isMixed);
    return stage;
  }

  private StagePositions positions(StageTasks tasks) {
    return positions.computeIfAbsent(tasks.job(), _ -> new StagePositions(tasks.jobSpec()));
  }

  void closed(HybridStage stage, Effects out) {
    stages.remove(stage.id, stage);
    ranks.closed(TierChoice.mayBeOpportunistic(optionsOf(stage.tasks), stage.tasks));
    var neighbour = stages.ceilingKey(new RequestingStage(stage.id.job(), 0));
    if (neighbour == null || neighbour.job() != stage.id.job()) {
      positions.remove(stage.id.job());
    }
    messages.close(stage, out);
    stage.measure.close();
  }

  // Placing.

  /** Has as much placed, and requested, as the stage wants; false where a limit is reached. */
  boolean adjust(long nowNs, HybridStage stage, Effects out) {
    if (stage.tasks.mayStart()) {
      stage.take(nowNs);
      queue(nowNs, stage, out);
    }
    boolean enough = request(stage, stage.wanted());
    messages.tell(nowNs, stage, out);
    steering.adjusted(nowNs, stage);
    return enough && stage.tasks.waiting() == stage.hand.size();
  }

  /** Sends opportunistic tasks to nodes. */
  private void queue(long nowNs, HybridStage stage, Effects out) {
    if (stage.hand.count(Tier.OPPORTUNISTIC) == 0) {
      return;
    }
    ranks.ask(nowNs, out);
    if (ranks.areAwaited(nowNs)
        || stage.tasks.opportunisticLeft() == 0
        || stage.tasks.opportunisticAllowance() < 1) {
      return;
    }
    boolean insists = stage.insists(nowNs);
    for (int task : stage.hand.of(Tier.OPPORTUNISTIC)) {
      int node = nodes.choose(nowNs, stage.tasks, stage.eligible(), task, insists);
      if (node != OpportunisticNodes.NONE) {
        var attempt = stage.tasks.start(nowNs, task, node, Tier.OPPORTUNISTIC);
        if (attempt == null) {
          return; // the job has as many as it may have
        }
        if (options.top().countsSent()) {
          ranked.sent(nowNs, node, stage.tasks.meanTaskNs());
        }
        send(nowNs, stage, attempt, out);
      }
    }
  }

  /** Sends an attempt to its node. */
  void send(long nowNs, HybridStage stage, Attempt attempt, Effects out) {
    steering.sent(nowNs, attempt);
    messages.place(stage, attempt, out);
  }

  /** Takes or withdraws numbers until so many containers are requested or held. */
  private boolean request(HybridStage stage, int wanted) {
    var containers = stage.containers;
    int has = containers.count() + containers.held().size();
    if (stage.tasks.spec().isGang() && has != wanted) {
      messages.withdraw(stage, has); // a gang is requested as a whole
      has = 0;
    }
    if (has > wanted) {
      messages.withdraw(stage, has - wanted);
    }
    return messages.request(stage, wanted - has);
  }

  // What the master says.

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    switch (event) {
      case ContainersGranted granted -> answers.granted(nowNs, granted, out);
      case ContainersWithdrawn withdrawn -> answers.withdrawn(nowNs, withdrawn, out);
      case ContainersAwaited awaited -> answers.awaited(nowNs, awaited, out);
      case LoadDelta delta -> {
        if (loads.on(nowNs, delta)) {
          loads.ask(out);
        } else {
          placeAwaiting(nowNs, out);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  // Loads.

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (!ranks.wake(nowNs, timer, out)) {
      return false;
    }
    placeAwaiting(nowNs, out);
    return true;
  }

  /** Places what waited for ranks. */
  private void placeAwaiting(long nowNs, Effects out) {
    if (ranks.endsWait(nowNs)) {
      List.copyOf(stages.values()).forEach(stage -> adjust(nowNs, stage, out));
    }
  }

  @Override
  public void reported(long nowNs, int node, Load load, Attempt attempt, Effects out) {
    loads.update(nowNs, node, load);
  }

  @Override
  public long reportedNs(int node) {
    return loads.reportedNs(node);
  }

  // Attempts.

  @Override
  public void started(long nowNs, Attempt attempt, Effects out) {
    steering.started(nowNs, attempt);
  }

  @Override
  public void finished(long nowNs, Attempt attempt, Outcome outcome, long ranNs) {
    steering.finished(nowNs, attempt, outcome, ranNs);
  }

  @Override
  public void returned(long nowNs, Attempt attempt) {
    steering.returned(nowNs);
    var stage = stageOf(attempt);
    if (attempt.tier() == Tier.OPPORTUNISTIC) {
      ranked.returned(nowNs, attempt.node());
      if (stage != null) {
        stage.returned(attempt.task());
      }
    } else if (stage != null) {
      bounced.add(nowNs, attempt.node(), stage.tasks.demand(attempt).resources());
    }
  }

  @Override
  public void ended(Attempt attempt) {
    steering.ended(attempt);
    var stage = stageOf(attempt);
    var asked = stage == null ? null : stage.containers.find(attempt.id());
    if (stage != null && asked != null) {
      messages.withdraw(stage, asked);
    } else if (attempt.isClaimed()) {
      messages.ended(attempt, promotions.forget(attempt));
    }
  }

  /** Null where the stage of the attempt is not open. */
  private static @Nullable HybridStage stageOf(Attempt attempt) {
    return attempt.stage().isOpen() && attempt.stage().stagePlacer() instanceof HybridStage stage
        ? stage
        : null;
  }

  /** Attempts have ended: the claims of promoted ones nobody else releases. */
  @Override
  public void freed(long nowNs, Effects out) {
    messages.flushUrgent(out);
  }

  @Override
  public void inherit(List<Long> claims) {
    inherited = claims;
  }

  @Override
  public void settle() {
    for (long claim : inherited) {
      if (context.held().find(claim) instanceof Attempt attempt) {
        attempt.claimed();
      } else {
        messages.leftOver(claim);
      }
    }
    inherited = List.of();
  }

  // Once in a while.

  @Override
  public void beat(long nowNs, Effects out) {
    steering.beat(nowNs);
    long bounces = bounced.version(nowNs);
    boolean placesChanged = bounces != knownBounces;
    knownBounces = bounces;
    for (var stage : new ArrayList<>(stages.values())) {
      if (placesChanged) {
        stage.containers.placesChanged();
      }
      promotions.beat(nowNs, stage, out);
      messages.beat(nowNs, stage, out);
    }
    messages.beat(out);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(lifecycle);
  }
}
