package dev.muster.core.master.queue;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.core.master.queue.AdmissionVerdict.Admissible;
import dev.muster.core.master.queue.AdmissionVerdict.NotYet;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.queue.WaitReason;
import java.util.Optional;

/** The rules of queues: who may submit what, and what may be admitted. */
final class AdmissionRules {

  private final QueueTree tree;

  AdmissionRules(QueueTree tree) {
    this.tree = tree;
  }

  // Submission.

  /** Why a job is rejected; empty where its queue accepts it. */
  Optional<String> rejection(JobSpec job, OpenQueue queue) {
    if (!tree.isLeaf(queue.path())) {
      return Optional.of("`queue`: " + queue.path() + " has queues below it; name one of these");
    }
    if (!tree.maySubmit(job.user(), queue.path())) {
      return Optional.of("`queue`: " + name(job.user()) + " may not submit to " + queue.path());
    }
    int highest = queue.spec().maxPriority();
    if (job.priority() > highest) {
      return Optional.of(
          "`priority`: "
              + job.priority()
              + " is above the highest of "
              + queue.path()
              + ", "
              + highest);
    }
    for (var each : queue.toRoot()) {
      var past = pastLimit(job, each);
      if (past.isPresent()) {
        return past;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> pastLimit(JobSpec job, OpenQueue queue) {
    var limits = queue.spec().limits();
    var ofUser = limits.ofUser();
    var taken = queue.taken();
    var byUser = queue.takenBy(job.user());
    var path = queue.path();
    var user = name(job.user());
    long tasks = job.tasks();
    if (queue.spec().hasTokens()
        && job.tokens() != JobSpec.NO_CAP
        && job.tokens() > queue.spec().tokens()) {
      return Optional.of(
          "`tokens`: the job asks for "
              + job.tokens()
              + "; "
              + path
              + " has "
              + queue.spec().tokens());
    }
    if (limits.jobs() == 0) {
      return Optional.of(path + " is closed: its limit of open jobs is 0");
    }
    if (taken.jobs() >= limits.jobs()) {
      return Optional.of(
          path + " has its limit of " + formatCount(limits.jobs()) + " open jobs" + LATER);
    }
    if (byUser.jobs() >= ofUser.jobs()) {
      return Optional.of(
          user
              + " has the limit of "
              + formatCount(ofUser.jobs())
              + " open jobs in "
              + path
              + LATER);
    }
    if (tasks > limits.tasks() - taken.tasks()) {
      return Optional.of(full(path, tasks, taken.tasks(), limits.tasks()));
    }
    if (tasks > ofUser.tasks() - byUser.tasks()) {
      return Optional.of(full(user + " in " + path, tasks, byUser.tasks(), ofUser.tasks()));
    }
    return Optional.empty();
  }

  /** Which limit on tasks the queues of an open job have passed. */
  static Optional<String> pastTasks(QueuedJob job) {
    var user = job.spec().user();
    for (var queue : job.queue().toRoot()) {
      var limits = queue.spec().limits();
      long ofUser = queue.takenBy(user).tasks();
      var path = queue.path();
      if (queue.taken().tasks() > limits.tasks()) {
        return Optional.of(tooMany(path, queue.taken().tasks(), limits.tasks()));
      }
      if (ofUser > limits.ofUser().tasks()) {
        return Optional.of(tooMany(name(user) + " in " + path, ofUser, limits.ofUser().tasks()));
      }
    }
    return Optional.empty();
  }

  private static String tooMany(String who, long tasks, long limit) {
    return who
        + " would have "
        + formatCount(tasks)
        + " open tasks; the limit is "
        + formatCount(limit)
        + LATER;
  }

  private static final String LATER = "; try again later";

  private static String full(String who, long tasks, long others, long limit) {
    return "the job has "
        + formatCount(tasks)
        + " tasks; with the "
        + formatCount(others)
        + " open ones of "
        + who
        + " that is past the limit of "
        + formatCount(limit)
        + (tasks > limit ? "" : LATER);
  }

  private static String name(String user) {
    return user.isEmpty() ? "an unknown user" : "user " + user;
  }

  // Admission.

  /** Whether a job may be admitted now, were it the first in line. */
  AdmissionVerdict verdict(QueuedJob job) {
    var suspended = suspension(job);
    if (suspended.isPresent()) {
      return suspended.get();
    }
    for (var queue : job.queue().toRoot()) {
      var limit = runningLimit(job, queue);
      if (limit.isPresent()) {
        return limit.get();
      }
    }
    return tokens(job);
  }

  private static Optional<NotYet> suspension(QueuedJob job) {
    if (job.isSuspended()) {
      return Optional.of(new NotYet(WaitReason.SUSPENDED, "the job is suspended", false));
    }
    return job.queue().toRoot().stream()
        .filter(queue -> queue.spec().suspended())
        .map(queue -> new NotYet(WaitReason.SUSPENDED, queue.path() + " is suspended", true))
        .findFirst();
  }

  private static String runningJobs(int count) {
    return count == 1 ? "1 running job" : formatCount(count) + " running jobs";
  }

  private static Optional<NotYet> runningLimit(QueuedJob job, OpenQueue queue) {
    var limits = queue.spec().limits();
    int most = limits.running();
    if (queue.taken().running() >= most) {
      var why = queue.path() + " has its limit of " + runningJobs(most);
      return Optional.of(new NotYet(WaitReason.QUEUE_LIMIT, why, true));
    }
    var user = job.spec().user();
    int ofUser = limits.ofUser().running();
    if (queue.takenBy(user).running() >= ofUser) {
      var why = name(user) + " has the limit of " + runningJobs(ofUser) + " in " + queue.path();
      return Optional.of(new NotYet(WaitReason.USER_LIMIT, why, false));
    }
    return Optional.empty();
  }

  /** A job that names no number takes as many as it can use, or as there are. */
  private static AdmissionVerdict tokens(QueuedJob job) {
    int wanted = 0;
    for (var queue : job.queue().toRoot()) {
      if (queue.spec().hasTokens()) {
        wanted = Math.min(wanted == 0 ? widest(job.spec()) : wanted, queue.spec().tokens());
      }
    }
    for (var queue : job.queue().toRoot()) {
      int all = queue.spec().tokens();
      long taken = queue.taken().tokens();
      if (queue.spec().hasTokens() && wanted > all - taken) {
        var why =
            taken + " of " + all + " tokens of " + queue.path() + " are taken; the job takes ";
        return new NotYet(WaitReason.TOKENS, why + wanted, true);
      }
    }
    return new Admissible(wanted);
  }

  private static int widest(JobSpec job) {
    return job.tokens() == JobSpec.NO_CAP
        ? job.stages().stream().mapToInt(StageSpec::tasks).max().orElse(1)
        : job.tokens();
  }
}
