package dev.muster.check.queue;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Observer;
import dev.muster.check.TaskKey;
import dev.muster.check.queue.PlacedAttempts.PlacedAttempt;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import dev.muster.model.queue.JobAllowance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Promise 9, of quotas: from the moment when a scheduler hears what a job may use, it starts no
 * guaranteed task of the job beyond that, no opportunistic one beyond the quota, and nothing of a
 * job that is suspended, whatever the policy. A claim counts when it is asked for. Promise 5, of
 * giving back: it ends at once what the job may not keep.
 */
public final class AllowanceCheck implements Observer {

  private static final class HeardShares {

    private int epoch = 1;
    private long latest = -1;
    private final Map<Long, JobAllowance> jobs = new HashMap<>();
  }

  private final Map<Integer, HeardShares> schedulers = new HashMap<>();
  private final PlacedAttempts attempts = new PlacedAttempts();

  /** Tasks of which older epochs have attempts, that may be tried beside these. */
  private final Set<TaskKey> adopted = new HashSet<>();

  private record TransactionKey(int scheduler, long number) {}

  private final Set<TransactionKey> transactions = new HashSet<>();

  /** Claims that were asked for: their tasks are placed by these numbers. */
  private final Set<Long> claimed = new HashSet<>();

  /** How many claims of each job were asked for, by the transactions that are not decided. */
  private final Map<TransactionKey, Map<Long, Integer>> undecided = new HashMap<>();

  /** What jobs must not have beyond, once their scheduler has handled what it heard. */
  private final Map<Long, Resources> due = new HashMap<>();

  private HeardShares heard(int scheduler) {
    return schedulers.computeIfAbsent(scheduler, _ -> new HeardShares());
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    verifyGivenBack();
    if (to.role() == Role.SCHEDULER) {
      switch (event) {
        case AssignJob assigned -> assigned(heard(to.index()), assigned);
        case SharesChanged changed -> changed(heard(to.index()), changed);
        case TransactionDecided decided ->
            undecided.remove(new TransactionKey(to.index(), decided.number()));
        case AttemptsListed listed -> listed.held().forEach(each -> adopted.add(TaskKey.of(each)));
        default -> {} // changes no share
      }
    }
    attempts.delivered(to, event);
  }

  private static void assigned(HeardShares at, AssignJob assigned) {
    if (assigned.epoch() == at.epoch) {
      at.jobs.putIfAbsent(assigned.job(), assigned.share());
    }
  }

  private void changed(HeardShares at, SharesChanged changed) {
    if (changed.sequence() <= at.latest) {
      return;
    }
    at.latest = changed.sequence();
    at.jobs.replaceAll((_, _) -> JobAllowance.ANY);
    for (var share : changed.shares()) {
      if (at.jobs.containsKey(share.job())) {
        at.jobs.put(share.job(), share.share());
        if (share.share().givesBack()) {
          due.put(share.job(), share.share().keep());
        }
      }
    }
  }

  /** Gangs stay whole, and what is being promoted is not guaranteed yet. */
  private void verifyGivenBack() {
    due.forEach(
        (job, keep) -> {
          var kept = Resources.NONE;
          for (var one : attempts.ofJob(job)) {
            boolean stays = one.isGuaranteed() && !one.isKilled() && !one.isGang();
            kept = stays ? kept.plus(one.resources()) : kept;
          }
          if (!kept.fitsIn(keep)) {
            throw new BrokenPromise(5, "job-%d may keep %s and has %s".formatted(job, keep, kept));
          }
        });
    due.clear();
  }

  // What schedulers send.

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case PlaceTask place ->
          starts(to, place.reservation(), place.work(), !place.demand().isOpportunistic());
      case LaunchTask launch -> starts(to, launch.reservation(), launch.work(), true);
      case PromoteTask promote -> promotes(promote);
      case CommitTransaction commit -> claims(commit);
      case KillTask kill -> attempts.kill(kill);
      default -> {} // starts nothing
    }
  }

  /** Null where the scheduler has not heard of the job, or it is of an epoch that is over. */
  private @Nullable JobAllowance allowance(long reservation, long job) {
    var heard = heard(ReservationId.scheduler(reservation));
    return ReservationId.isOlder(reservation, heard.epoch) ? null : heard.jobs.get(job);
  }

  private void starts(Address<?> to, long reservation, Work work, boolean guaranteed) {
    var allowed = allowance(reservation, work.job());
    if (allowed == null || !attempts.isNew(reservation)) {
      return;
    }
    if (!claimed.contains(reservation)) {
      verifyNotStopped(allowed, work.job());
      boolean isTwin = hasOther(TaskKey.of(work));
      if (guaranteed && !isTwin) {
        verify(allowed, work.job(), work.spec().resources());
      } else if (!guaranteed) {
        verifyQuota(allowed, work.job());
      }
    }
    attempts.place(reservation, work, to.index(), guaranteed);
  }

  private boolean hasOther(TaskKey task) {
    return adopted.contains(task)
        || attempts.ofJob(task.job()).stream().anyMatch(one -> one.task().equals(task));
  }

  private static void verifyNotStopped(JobAllowance allowed, long job) {
    if (allowed.isStopped()) {
      throw new BrokenPromise(9, "job-%d starts a task and is suspended".formatted(job));
    }
  }

  private void verify(JobAllowance allowed, long job, Resources more) {
    var uses = attempts.used(job);
    if (allowed.isLimited() && !fits(uses.plus(more), more, allowed.most())) {
      throw new BrokenPromise(
          9,
          "job-%d may use %s, uses %s, and starts %s".formatted(job, allowed.most(), uses, more));
    }
  }

  /** Of resources that are needed alone: a job may be above its share of any other. */
  private static boolean fits(Resources sum, Resources need, Resources most) {
    boolean cpu = need.cpuMillis() == 0 || sum.cpuMillis() <= most.cpuMillis();
    boolean memory = need.memoryBytes() == 0 || sum.memoryBytes() <= most.memoryBytes();
    return cpu
        && memory
        && need.named().keySet().stream().allMatch(name -> sum.named(name) <= most.named(name));
  }

  /** Claims that are asked for count as guaranteed tasks already. */
  private void verifyQuota(JobAllowance allowed, long job) {
    int opportunistic = 0;
    int guaranteed = (int) adopted.stream().filter(task -> task.job() == job).count();
    for (var claims : undecided.values()) {
      guaranteed += claims.getOrDefault(job, 0);
    }
    for (var one : attempts.ofJob(job)) {
      opportunistic += one.isGuaranteed() ? 0 : 1;
      guaranteed += one.isGuaranteed() ? 1 : 0;
    }
    if (allowed.hasQuota() && opportunistic + 1 > allowed.quota().of(guaranteed)) {
      throw new BrokenPromise(
          9,
          "job-%d starts opportunistic task %d beside %d guaranteed ones: the quota is %s"
              .formatted(job, opportunistic + 1, guaranteed, allowed.quota()));
    }
  }

  private void promotes(PromoteTask promote) {
    var attempt = attempts.find(promote.reservation());
    if (attempt != null && !hasGuaranteed(attempt)) {
      var uses = attempts.used(attempt.task().job());
      if (attempts.promote(attempt)) {
        var allowed = allowance(promote.reservation(), attempt.task().job());
        if (allowed != null
            && allowed.isLimited()
            && !fits(uses.plus(attempt.resources()), attempt.resources(), allowed.most())) {
          throw new BrokenPromise(
              9,
              "%s is promoted, its job may use %s and uses %s"
                  .formatted(attempt.task(), allowed.most(), uses));
        }
      }
    }
  }

  private boolean hasGuaranteed(PlacedAttempt attempt) {
    return attempts.ofJob(attempt.task().job()).stream()
        .anyMatch(
            one ->
                one != attempt
                    && one.task().equals(attempt.task())
                    && (one.isGuaranteed() || one.isPromoting()));
  }

  // Claims.

  private void claims(CommitTransaction commit) {
    var key = new TransactionKey(commit.scheduler().index(), commit.number());
    if (!transactions.add(key)) {
      return; // repeated
    }
    var transaction = commit.transaction();
    Map<Long, Integer> counts = new HashMap<>();
    Map<Long, Resources> sums = new HashMap<>();
    for (int at = 0; at < transaction.ids().length; at++) {
      long claim = transaction.ids()[at];
      var request = transaction.requests().get(transaction.requestOf()[at]);
      var allowed = allowance(claim, request.job());
      claimed.add(claim);
      counts.merge(request.job(), 1, Integer::sum);
      if (allowed != null && request.tier() == Tier.GUARANTEED) {
        verifyNotStopped(allowed, request.job());
        verify(
            allowed,
            request.job(),
            sums.merge(request.job(), request.resources(), Resources::plus));
      }
    }
    undecided.put(key, counts);
  }

  /** The next epoch has heard nothing. */
  @Override
  public void died(int scheduler) {
    var heard = heard(scheduler);
    heard.epoch++;
    heard.latest = -1;
    heard.jobs.clear();
    attempts.died(scheduler);
  }
}
