package dev.muster.check;

import dev.muster.check.AttemptsUnderWay.WatchedAttempt;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.scheduler.budget.TokenSize;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Promise 8, of tokens: whatever a scheduler sends or promotes, the guaranteed attempts of a job
 * have no more than its tokens, a promoted one counts once, and the weights of its opportunistic
 * ones are in proportion to the tokens. Of two attempts of one task one is soon over: they count
 * once, and the second may be sent even where the job has more than its tokens, because a node has
 * granted late what it was asked long ago. Of watched attempts, which begin in either tier.
 */
final class TiersCheck implements Observer {

  /** How much opportunistic attempts may weigh together, per token of their job. */
  private static final double WEIGHT_PER_TOKEN = 1;

  /** What sums of weights may be off. */
  private static final double ROUNDING = 1e-6;

  private final AttemptsUnderWay underWay = new AttemptsUnderWay();
  private final Map<Long, JobSpec> specs = new HashMap<>();

  /** The job of each attempt; some are sent by an epoch that is over and does not know it yet. */
  private final Map<Long, Long> placed = new HashMap<>();

  private final Map<Long, Set<Long>> promoted = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof AssignJob plan) {
      specs.put(plan.job(), plan.spec());
    }
    if (event instanceof AttemptsListed listed) {
      listed.held().forEach(each -> placed.putIfAbsent(each.reservation(), each.job()));
    }
    if (event instanceof TaskPromoted answer && answer.granted()) {
      var job = placed.get(answer.reservation());
      if (job != null) {
        promoted.computeIfAbsent(job, _ -> new HashSet<>()).add(answer.reservation());
      }
    }
    underWay.delivered(to, event);
  }

  @Override
  public void died(int scheduler) {
    underWay.died(scheduler);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    boolean repeats = isCovered(event);
    underWay.sent(to, event);
    switch (event) {
      case PlaceTask place -> {
        placed.put(place.reservation(), place.work().job());
        verify(place.reservation());
      }
      case PromoteTask promote when !repeats -> verify(promote.reservation());
      case JobFinished end -> verify(end.report());
      case TaskFinished end when end.result().outcome() == Outcome.EVICTED -> evicted(end);
      default -> {} // takes nothing
    }
  }

  /** Whether tokens were taken for the promotion already, and the question is a repetition. */
  private boolean isCovered(Event event) {
    var attempt = event instanceof PromoteTask ask ? underWay.find(ask.reservation()) : null;
    return attempt != null && attempt.takesTokens();
  }

  private void evicted(TaskFinished end) {
    var attempt = underWay.find(end.reservation());
    if (attempt != null && !attempt.isOpportunistic()) {
      throw new BrokenPromise(3, attempt + " is guaranteed, and was evicted");
    }
  }

  private void verify(long reservation) {
    var attempt = underWay.find(reservation);
    var spec = attempt == null ? null : specs.get(attempt.place().work().job());
    if (attempt == null || spec == null || spec.tokens() == JobSpec.NO_CAP) {
      return;
    }
    long tokens = 0;
    double weight = 0;
    boolean takesMore = attempt.takesTokens();
    var task = TaskKey.of(attempt.place().work());
    var covered = new HashSet<TaskKey>();
    for (var each : underWay.ofJob(attempt.place().work().job())) {
      if (!each.isKilled()) {
        var other = TaskKey.of(each.place().work());
        takesMore &= each == attempt || !each.takesTokens() || !other.equals(task);
        boolean counts = each.takesTokens() && covered.add(other);
        tokens += counts ? tokensFor(each, spec.tokens()) : 0;
        weight += each.isOpportunistic() ? each.place().demand().drawWeight() : 0;
      }
    }
    if (takesMore && tokens > spec.tokens()) {
      throw new BrokenPromise(
          8, "%s makes %d tokens of %d".formatted(attempt, tokens, spec.tokens()));
    }
    if (!attempt.takesTokens() && weight > WEIGHT_PER_TOKEN * spec.tokens() + ROUNDING) {
      throw new BrokenPromise(
          8, "%s makes a weight of %s with %d tokens".formatted(attempt, weight, spec.tokens()));
    }
  }

  private static long tokensFor(WatchedAttempt attempt, int most) {
    var need = attempt.place().work().spec().resources();
    long cpu = Math.ceilDiv(need.cpuMillis(), TokenSize.STANDARD.cpuMillis());
    long memory = Math.ceilDiv(need.memoryBytes(), TokenSize.STANDARD.memoryBytes());
    return Math.clamp(Math.max(cpu, memory), 1, most);
  }

  private void verify(JobReport report) {
    long upgraded = report.stages().stream().mapToLong(each -> each.kinds().upgraded()).sum();
    int seen = promoted.getOrDefault(report.job(), Set.of()).size();
    if (upgraded > seen) {
      throw new BrokenPromise(
          8, "job-%d counts %d promotions of %d".formatted(report.job(), upgraded, seen));
    }
  }
}
