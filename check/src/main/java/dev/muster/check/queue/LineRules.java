package dev.muster.check.queue;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one tree of queues allows, with the jobs that are open: what a decision breaks, if anything.
 */
final class LineRules {

  private final QueueTree tree;
  private final LoggedQueues log;

  LineRules(QueueTree tree, LoggedQueues log) {
    this.tree = tree;
    this.log = log;
  }

  /** The queues of a job from the root down; empty where it has none. */
  static List<QueueSpec> pathOf(QueueTree tree, JobSpec job) {
    return tree.isOpen() ? List.of(tree.root()) : tree.pathTo(job.queue());
  }

  private List<LoggedJob> open(QueueSpec queue, Predicate<LoggedJob> which) {
    return log.open().stream().filter(job -> isIn(job, queue) && which.test(job)).toList();
  }

  static boolean isIn(LoggedJob job, QueueSpec queue) {
    return isIn(job.spec().queue(), queue.path());
  }

  static boolean isIn(String leaf, String path) {
    return path.equals(QueueTree.ROOT) || leaf.equals(path) || leaf.startsWith(path + ".");
  }

  private static long tasks(List<LoggedJob> jobs) {
    return jobs.stream().mapToLong(job -> job.tasks).sum();
  }

  // Submission.

  /** Why the job may not be accepted. */
  Optional<String> againstOpening(JobSpec job) {
    if (tree.isOpen()) {
      return Optional.empty();
    }
    if (tree.find(job.queue()).isEmpty() || !tree.isLeaf(job.queue())) {
      return Optional.of("no jobs go to " + job.queue());
    }
    var path = tree.pathTo(job.queue());
    if (path.stream().noneMatch(queue -> maySubmit(queue, job.user()))) {
      return Optional.of(job.user() + " may not submit to " + job.queue());
    }
    if (job.priority() > path.getLast().maxPriority()) {
      return Optional.of("priority " + job.priority() + " is too high in " + job.queue());
    }
    return path.stream()
        .map(queue -> againstOneMore(queue, job.user(), 1, job.tasks()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static boolean maySubmit(QueueSpec queue, String user) {
    var access = queue.access();
    return access.submit().contains("*")
        || access.submit().contains(user)
        || access.administer().contains("*")
        || access.administer().contains(user);
  }

  /** Why a job may not have so many more tasks. */
  Optional<String> againstGrowth(LoggedJob job, long more) {
    return pathOf(tree, job.spec()).stream()
        .map(queue -> againstOneMore(queue, job.user(), 0, more))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> againstOneMore(QueueSpec queue, String user, int jobs, long tasks) {
    var limits = queue.limits();
    var all = open(queue, _ -> true);
    var ofUser = open(queue, other -> other.user().equals(user));
    boolean many =
        (jobs > 0 && all.size() >= limits.jobs())
            || (jobs > 0 && ofUser.size() >= limits.ofUser().jobs());
    if (many) {
      return Optional.of("a job of " + user + " is one too many in " + queue.path());
    }
    boolean large =
        tasks > limits.tasks() - tasks(all) || tasks > limits.ofUser().tasks() - tasks(ofUser);
    return large
        ? Optional.of(tasks + " more tasks of " + user + " are too many in " + queue.path())
        : Optional.empty();
  }

  // Admission.

  /** Why the job may not be admitted with so many tokens. */
  Optional<String> againstAdmission(LoggedJob job, int tokens) {
    if (job.isSurelySuspended()) {
      return Optional.of("it is suspended");
    }
    for (var queue : pathOf(tree, job.spec())) {
      if (queue.suspended()) {
        return Optional.of(queue.path() + " is suspended");
      }
      if (isFull(queue, log.open()) || isFull(queue, log.open(), job.user())) {
        return Optional.of("enough jobs run in " + queue.path());
      }
      long taken = open(queue, other -> other.admitted).stream().mapToLong(one -> one.tokens).sum();
      if (queue.hasTokens() && (tokens == 0 || taken + tokens > queue.tokens())) {
        return Optional.of(
            "%d tokens of %s are taken, and it takes %d of %d"
                .formatted(taken, queue.path(), tokens, queue.tokens()));
      }
    }
    int wanted = wanted(job.spec());
    return tokens == wanted
        ? Optional.empty()
        : Optional.of("it takes " + tokens + " tokens in place of " + wanted);
  }

  /** What the job asks for, or can use; none where no queue has tokens. */
  private int wanted(JobSpec job) {
    var withTokens = pathOf(tree, job).stream().filter(QueueSpec::hasTokens).toList();
    int asked =
        job.tokens() == JobSpec.NO_CAP
            ? job.stages().stream().mapToInt(StageSpec::tasks).max().orElse(1)
            : job.tokens();
    return withTokens.isEmpty()
        ? 0
        : withTokens.stream().mapToInt(QueueSpec::tokens).reduce(asked, Math::min);
  }

  /** Whether as many jobs run as may; of one user, where one is named. */
  private static boolean isFull(QueueSpec queue, Iterable<LoggedJob> jobs, String... users) {
    var ofUser = Set.of(users);
    int running = 0;
    for (var job : jobs) {
      boolean counts = ofUser.isEmpty() || ofUser.contains(job.user());
      running += job.admitted && isIn(job, queue) && counts ? 1 : 0;
    }
    var limits = queue.limits();
    return running >= (ofUser.isEmpty() ? limits.running() : limits.ofUser().running());
  }

  // Order.

  /** A job that is passed in its line though it waits for nothing of its own. */
  Optional<LoggedJob> passedBy(LoggedJob job, Predicate<LoggedJob> mayRun) {
    var leaf = tree.isOpen() ? QueueTree.ROOT : job.spec().queue();
    for (var other : log.open()) {
      boolean sameLine = tree.isOpen() || other.spec().queue().equals(leaf);
      boolean waits = !other.admitted && other.onRecord && !other.ending;
      boolean isFree = !other.suspended && other.suspensionIsSettled() && !isUserFull(other);
      if (sameLine && waits && other.goesBefore(job) && isFree && mayRun.test(other)) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  private boolean isUserFull(LoggedJob job) {
    return pathOf(tree, job.spec()).stream()
        .anyMatch(queue -> isFull(queue, log.openOrLeaving(), job.user()));
  }
}
