package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.TreeSet;

/** The rules for the values of one queue, whatever other queues have. */
final class QueueValueRules {

  private final QueueSpec queue;
  private final int at;
  private final List<QueueProblem> problems;

  QueueValueRules(QueueTree tree, int at, List<QueueProblem> problems) {
    this.queue = tree.queues().get(at);
    this.at = at;
    this.problems = problems;
  }

  void check() {
    path();
    portions("guaranteed", queue.share().guaranteed());
    portions("max", queue.share().max());
    within("weight", queue.share().weight(), QueueRules.MIN_WEIGHT, QueueRules.MAX_WEIGHT);
    count("tokens", queue.tokens(), QueueSpec.NO_TOKENS);
    users("submit", queue.access().submit());
    users("admin", queue.access().administer());
    limits(queue.limits());
    opportunistic();
    within("max-priority", queue.maxPriority(), 0, JobRules.MAX_PRIORITY);
    if (at == 0) {
      root();
    }
  }

  /** Of queues below each other only the highest that is wrong is rejected. */
  private void path() {
    var path = queue.path();
    if (path.length() > QueueRules.MAX_PATH && queue.parent().length() <= QueueRules.MAX_PATH) {
      var most = "; it may have at most " + QueueRules.MAX_PATH;
      reject("", "has a path of " + formatCount(path.length()) + " characters" + most);
    }
    if (path.chars().filter(each -> each == '.').count() == QueueRules.MAX_DEPTH) {
      reject("", "is deeper than " + QueueRules.MAX_DEPTH + " queues, the root among them");
    }
  }

  private void root() {
    if (!queue.share().guaranteed().isNone()) {
      reject("guaranteed", "is not for the root, which has the whole cell");
    }
    if (queue.share().weight() != 1) {
      reject("weight", "is not for the root, which has no queues beside it");
    }
  }

  private void portions(String field, Portions portions) {
    var names = new TreeSet<String>();
    for (var portion : portions.each()) {
      var name = field + "." + portion.resource();
      if (!names.add(portion.resource())) {
        reject(name, "is there twice");
      }
      portion(name, portion);
    }
  }

  private void portion(String field, Portion portion) {
    if (portion.amount() < 0) {
      reject(field, "must not be less than nothing");
    }
    within(field, portion.share(), 0, 1);
    if (portion.amount() != 0 && portion.share() != 0) {
      reject(field, "is either fixed or a share, not both");
    }
  }

  private void limits(QueueLimits limits) {
    count("limits.jobs", limits.jobs(), 0);
    count("limits.tasks", limits.tasks(), 1);
    count("limits.running", limits.running(), 1);
    var ofUser = limits.ofUser();
    count("user-limits.jobs", ofUser.jobs(), 1);
    count("user-limits.tasks", ofUser.tasks(), 1);
    count("user-limits.running", ofUser.running(), 1);
    portions("user-limits", ofUser.most());
  }

  private void opportunistic() {
    var quota = queue.opportunistic();
    count("opportunistic.tasks", quota.tasks(), 0);
    count("opportunistic.spare", quota.spare(), 0);
    if (!(quota.perGuaranteed() >= 0 && quota.perGuaranteed() <= Double.MAX_VALUE)) {
      reject("opportunistic.per-guaranteed", "must be a number that is not below 0");
    }
  }

  private void users(String field, List<String> users) {
    if (users.size() > QueueRules.MAX_USERS) {
      var most = "names at most " + formatCount(QueueRules.MAX_USERS) + " users, not ";
      reject(field, most + formatCount(users.size()));
    }
    for (var user : users) {
      if (!user.equals(QueueAccess.EVERYONE) && !QueueRules.isUser(user)) {
        reject(field, "has a name of a user that is none");
      }
    }
  }

  private void count(String field, long value, long least) {
    if (value < least) {
      reject(field, "must be at least " + least + ", not " + value);
    }
  }

  /** What is no number at all is not within. */
  private void within(String field, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      reject(field, "must be from " + plain(least) + " to " + plain(most) + ", not " + value);
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }

  private void reject(String field, String message) {
    problems.add(QueueProblem.of(at, field, message));
  }
}
