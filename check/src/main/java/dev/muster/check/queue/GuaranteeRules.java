package dev.muster.check.queue;

import dev.muster.model.Resources;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a leader owes to queues that are guaranteed something, each time that it says what jobs may
 * use: by what it was told of use, by its queues, and by the size of its cell.
 *
 * <ul>
 *   <li>The jobs of a queue may use, together, as many tasks as fit in its guarantee and are there.
 *   <li>Who has been below that for the grace period gets tasks back, or finds idle resources.
 *   <li>Nobody gives back before, and no queue what is within its guarantee.
 * </ul>
 *
 * <p>The first two are verified where all tasks of a queue are alike: else nobody outside can say
 * how many fit.
 */
final class GuaranteeRules {

  private final LoggedQueues log;
  private final LeaderReports reports;

  /** Since when each queue has, at every computation, surely been below, or possibly. */
  private final Map<String, Long> surelyBelowNs = new HashMap<>();

  private final Map<String, Long> perhapsBelowNs = new HashMap<>();

  GuaranteeRules(LoggedQueues log, LeaderReports reports) {
    this.log = log;
    this.reports = reports;
  }

  /** A new leader counts from now on. */
  void reset() {
    surelyBelowNs.clear();
    perhapsBelowNs.clear();
  }

  /** What is known of some jobs is no longer sure. */
  void doubt() {
    surelyBelowNs.clear();
  }

  /** The jobs of a queue, as the leader knows them. */
  private record QueueUse(QueueSpec queue, List<JobUse> jobs) {

    Resources used() {
      return jobs.stream().map(JobUse::used).reduce(Resources.NONE, Resources::plus);
    }

    Resources demand() {
      return jobs.stream().map(JobUse::wanted).reduce(used(), Resources::plus);
    }

    /** What each task needs; empty where they differ. */
    Optional<Resources> task() {
      var each = jobs.stream().map(JobUse::each).reduce(Resources.NONE, Resources::max);
      boolean alike =
          !each.equals(Resources.NONE)
              && jobs.stream()
                  .allMatch(job -> isMultiple(job.used(), each) && isMultiple(job.wanted(), each));
      return alike ? Optional.of(each) : Optional.empty();
    }

    private static boolean isMultiple(Resources sum, Resources each) {
      long times = each.timesIn(sum);
      return times <= Integer.MAX_VALUE && each.times((int) times).equals(sum);
    }

    static Resources tasksIn(Resources each, Resources amount) {
      return each.times((int) Math.min(Integer.MAX_VALUE, each.timesIn(amount)));
    }
  }

  /**
   * Shares are computed.
   *
   * @param told what jobs may use from now on
   */
  Optional<String> computed(long nowNs, CellSizes sizes, Map<Long, JobAllowance> told) {
    if (log.trees().size() != 1 || log.latest().isOpen()) {
      doubt();
      for (var tree : log.trees()) {
        tree.queues().forEach(queue -> perhapsBelowNs.putIfAbsent(queue.path(), nowNs));
      }
      return Optional.empty();
    }
    var tree = log.latest();
    if (!sizes.isSure() || !isAllKnown()) {
      doubt();
    }
    var uses = uses(tree);
    var least = new GuaranteedAmounts(tree, sizes.smallest());
    noteBelow(nowNs, tree, sizes, uses);
    boolean sure = sizes.isSure() && isAllKnown();
    var problem = sure ? tooLittle(uses, least, told) : Optional.<String>empty();
    if (problem.isEmpty() && sure) {
      problem = notGivenBack(nowNs, tree, sizes.smallest(), uses, least, told);
    }
    return problem.or(() -> givenBackInVain(nowNs, tree, told, least));
  }

  /** Whether something sure is known of each job that may run. */
  private boolean isAllKnown() {
    return log.open().stream()
        .allMatch(
            job ->
                !job.admitted
                    || (job.admissionCommitted
                        && job.suspensionIsSettled()
                        && reports.of(job.number()).isPresent()));
  }

  /** Of queues that jobs are in, and nobody limits further. */
  private List<QueueUse> uses(QueueTree tree) {
    List<QueueUse> uses = new ArrayList<>();
    for (var queue : tree.queues()) {
      List<JobUse> jobs = new ArrayList<>();
      for (var job : log.open()) {
        if (job.admitted && LineRules.isIn(job, queue)) {
          reports.of(job.number()).ifPresent(jobs::add);
        }
      }
      uses.add(new QueueUse(queue, jobs));
    }
    return uses;
  }

  /** Whether the queue takes jobs, and neither suspension nor limits of users are in the way. */
  private boolean isPlain(QueueTree tree, QueueUse use) {
    var path = tree.pathTo(use.queue().path());
    return tree.isLeaf(use.queue().path())
        && path.stream()
            .allMatch(each -> !each.suspended() && each.limits().ofUser().most().isNone())
        && use.jobs().stream()
            .map(job -> log.find(job.job()))
            .noneMatch(job -> job == null || job.suspended);
  }

  /** As many tasks as are there and fit in what the queue is guaranteed. */
  private Optional<Resources> due(QueueTree tree, QueueUse use, GuaranteedAmounts guaranteed) {
    if (!isPlain(tree, use)) {
      return Optional.empty();
    }
    return use.task()
        .map(each -> QueueUse.tasksIn(each, guaranteed.of(use.queue().path()).min(use.demand())));
  }

  private Optional<String> tooLittle(
      List<QueueUse> uses, GuaranteedAmounts least, Map<Long, JobAllowance> told) {
    for (var use : uses) {
      var due = due(log.latest(), use, least);
      if (due.isEmpty()) {
        continue;
      }
      var may = Resources.NONE;
      boolean any = false;
      for (var job : use.jobs()) {
        var allowed = told.get(job.job());
        any |= allowed == null || !allowed.isLimited();
        may = allowed == null ? may : may.plus(allowed.most().min(use.demand()));
      }
      if (!any && !due.get().fitsIn(may)) {
        return Optional.of(
            "%s has work for %s within its guarantee, and its jobs may use %s"
                .formatted(use.queue().path(), due.get(), may));
      }
    }
    return Optional.empty();
  }

  // Giving back.

  private void noteBelow(long nowNs, QueueTree tree, CellSizes sizes, List<QueueUse> uses) {
    var most = sizes.largest();
    var least = new GuaranteedAmounts(tree, sizes.smallest());
    for (var use : uses) {
      var path = use.queue().path();
      var guaranteed = use.queue().share().guaranteed().atLeast(most);
      boolean perhaps = !isAllKnown() || isBelow(use, guaranteed) || !tree.isLeaf(path);
      note(perhapsBelowNs, path, perhaps, nowNs);
      var due = due(tree, use, least);
      boolean surely = due.isPresent() && !due.get().fitsIn(use.used());
      note(surelyBelowNs, path, surely, nowNs);
    }
  }

  private static boolean isBelow(QueueUse use, Resources guaranteed) {
    return !guaranteed.min(use.demand()).fitsIn(use.used());
  }

  private static void note(Map<String, Long> since, String path, boolean is, long nowNs) {
    if (is) {
      since.putIfAbsent(path, nowNs);
    } else {
      since.remove(path);
    }
  }

  /** Where one queue alone is below: what is idle and given back must do for one task at least. */
  private Optional<String> notGivenBack(
      long nowNs,
      QueueTree tree,
      Resources cell,
      List<QueueUse> uses,
      GuaranteedAmounts least,
      Map<Long, JobAllowance> told) {
    if (surelyBelowNs.size() != 1) {
      return Optional.empty();
    }
    var path = surelyBelowNs.keySet().iterator().next();
    long sinceNs = surelyBelowNs.getOrDefault(path, nowNs);
    var use = uses.stream().filter(each -> each.queue().path().equals(path)).findFirst();
    if (use.isEmpty() || nowNs - sinceNs < tree.reclaimAfterNs()) {
      return Optional.empty();
    }
    var each = use.get().task().orElse(Resources.NONE);
    var left = cell;
    for (var one : uses.getFirst().jobs()) {
      left = left.minus(kept(one.used(), told.get(one.job())));
    }
    return each.fitsIn(left)
        ? Optional.empty()
        : Optional.of(
            "%s has been below its guarantee of %s for %d ms, and %s is idle or given back"
                .formatted(path, least.of(path), (nowNs - sinceNs) / 1_000_000, left));
  }

  /** Nobody gives back unless somebody has been below for so long, nor beyond what was borrowed. */
  private Optional<String> givenBackInVain(
      long nowNs, QueueTree tree, Map<Long, JobAllowance> told, GuaranteedAmounts least) {
    boolean isAnybodyDue =
        perhapsBelowNs.values().stream()
            .anyMatch(sinceNs -> nowNs - sinceNs >= tree.reclaimAfterNs());
    for (var job : log.open()) {
      var allowed = told.get(job.number());
      if (allowed != null && allowed.givesBack() && !isAnybodyDue) {
        return Optional.of(job + " gives back, and no queue has been below its guarantee so long");
      }
    }
    return isAllKnown() ? beyondBorrowed(tree, told, least) : Optional.empty();
  }

  /** What a job keeps of what it uses. */
  private static Resources kept(Resources used, @Nullable JobAllowance allowed) {
    return allowed != null && allowed.givesBack() ? used.min(allowed.keep()) : used;
  }

  private Optional<String> beyondBorrowed(
      QueueTree tree, Map<Long, JobAllowance> told, GuaranteedAmounts least) {
    for (var use : uses(tree)) {
      var kept = Resources.NONE;
      for (var job : use.jobs()) {
        kept = kept.plus(kept(job.used(), told.get(job.job())));
      }
      var within = least.of(use.queue().path()).min(use.used());
      if (tree.isLeaf(use.queue().path()) && !within.fitsIn(kept)) {
        return Optional.of(
            "%s is guaranteed %s, uses %s, and may keep %s"
                .formatted(use.queue().path(), least.of(use.queue().path()), use.used(), kept));
      }
    }
    return Optional.empty();
  }
}
