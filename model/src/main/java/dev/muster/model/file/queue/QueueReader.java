package dev.muster.model.file.queue;

import dev.muster.model.file.Fields;
import dev.muster.model.file.OtherResources;
import dev.muster.model.file.Problems;
import dev.muster.model.file.Yaml;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.rule.JobRules;
import dev.muster.model.rule.QueueRules;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Reads the fields of one queue. */
final class QueueReader {

  static final List<String> KNOWN =
      List.of(
          "guaranteed",
          "max",
          "weight",
          "tokens",
          "submit",
          "admin",
          "limits",
          "user-limits",
          "opportunistic",
          "order",
          "max-priority",
          "suspended",
          "queues");

  private static final List<String> COUNTS = List.of("jobs", "tasks", "running");
  private static final String USERS = "a list of users such as [alice, bob], or '*' for everyone";
  private static final String USER = "the name of a user such as alice, or '*' for everyone";

  private final Fields fields;
  private final Problems problems;
  private boolean isKnown;

  QueueReader(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  /**
   * All but who may submit, which depends on other queues as well.
   *
   * @param above whose jobs are ordered and counted as those of this queue, where it does not say
   */
  QueueSpec read(String path, QueueSpec above) {
    int before = problems.count();
    var guaranteed = PortionsReader.read(fields, "guaranteed", problems);
    var max = PortionsReader.read(fields, "max", problems);
    int tokens = fields.whole("tokens", 1, QueueRules.MAX_COUNT, QueueSpec.NO_TOKENS);
    isKnown = problems.count() == before;
    double weight = fields.decimal("weight", QueueRules.MIN_WEIGHT, QueueRules.MAX_WEIGHT, 1);
    return new QueueSpec(
        path,
        new QueueShare(guaranteed, max, weight),
        tokens,
        new QueueAccess(List.of(), users("admin").orElse(List.of())),
        limits(),
        fields.has("opportunistic") ? opportunistic() : above.opportunistic(),
        order().orElse(above.order()),
        fields.whole("max-priority", 0, JobRules.MAX_PRIORITY, above.maxPriority()),
        fields.choice("suspended", List.of(false, true), String::valueOf).orElse(false));
  }

  /** Whether what the queue has was read without a problem, and can be held against others. */
  boolean isKnown() {
    return isKnown;
  }

  private Optional<JobOrder> order() {
    return fields.choice(
        "order", List.of(JobOrder.values()), order -> order.name().toLowerCase(Locale.ROOT));
  }

  private QueueLimits limits() {
    var limits = fields.section("limits", COUNTS);
    int tasks = count(limits, "tasks", 1);
    return new QueueLimits(
        count(limits, "jobs", 0),
        tasks == Integer.MAX_VALUE ? Long.MAX_VALUE : tasks,
        count(limits, "running", 1),
        userLimits());
  }

  private UserLimits userLimits() {
    var mapping = fields.mapping("user-limits");
    var path = fields.path("user-limits");
    var resources =
        OtherResources.known(List.of(), OtherResources.in(mapping, path, COUNTS, problems));
    var known = OtherResources.known(COUNTS, resources);
    var limits = new Fields(mapping, path, known, problems);
    int tasks = count(limits, "tasks", 1);
    return new UserLimits(
        count(limits, "jobs", 1),
        tasks == Integer.MAX_VALUE ? Long.MAX_VALUE : tasks,
        count(limits, "running", 1),
        PortionsReader.read(limits, resources));
  }

  private static int count(Fields section, String field, int least) {
    return section.whole(field, least, QueueRules.MAX_COUNT, Integer.MAX_VALUE);
  }

  private OpportunisticQuota opportunistic() {
    var quota = fields.section("opportunistic", List.of("tasks", "per-guaranteed", "spare"));
    var none = OpportunisticQuota.NONE;
    boolean relative = quota.has("per-guaranteed");
    if (quota.has("spare") && !relative) {
      quota.reject("spare", "is for jobs without guaranteed tasks; give `per-guaranteed` as well");
    }
    return new OpportunisticQuota(
        quota.whole("tasks", 0, QueueRules.MAX_COUNT, none.tasks()),
        quota.decimal("per-guaranteed", 0, QueueRules.MAX_PER_GUARANTEED, none.perGuaranteed()),
        quota.whole("spare", 0, QueueRules.MAX_COUNT, relative ? 0 : none.spare()));
  }

  /** Who may submit; empty where the queue does not say. */
  Optional<List<String>> submit() {
    return users("submit");
  }

  /** A list with problems counts as none: nobody is locked out by what is corrected next. */
  private Optional<List<String>> users(String field) {
    if (!fields.has(field)) {
      return Optional.empty();
    }
    int before = problems.count();
    var users = fields.listOrOne(field, USERS);
    var names = new TreeSet<String>();
    for (var user : users) {
      check(field, user, names);
    }
    if (users.size() > QueueRules.MAX_USERS) {
      fields.reject(field, "must name at most " + QueueRules.MAX_USERS + " users");
    }
    return problems.count() == before
        ? Optional.of(users.stream().map(Yaml.Text::text).toList())
        : Optional.empty();
  }

  private void check(String field, Yaml.Text user, TreeSet<String> before) {
    if (!QueueRules.isUser(user.text())) {
      var message = "must be " + USER + ", not " + Nearest.quote(user.text());
      problems.add(user, fields.path(field), message);
    } else if (!before.add(user.text())) {
      problems.add(user, fields.path(field), "names " + Nearest.quote(user.text()) + " twice");
    }
  }
}
