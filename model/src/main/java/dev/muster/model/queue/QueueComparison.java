package dev.muster.model.queue;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.queue.QueueChange.ChangeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleFunction;

/** What changes for one queue that is there in both trees. */
final class QueueComparison {

  static final String NO_LIMIT = "no limit";
  private static final String NOBODY = "nobody";
  private static final String EVERYONE = "everyone";

  /** How many users are named. */
  private static final int MAX_NAMED = 5;

  private final QueueSpec before;
  private final QueueSpec after;
  private final Map<String, Long> cell;
  private final List<QueueChange> changes;

  QueueComparison(
      QueueSpec before, QueueSpec after, Map<String, Long> cell, List<QueueChange> changes) {
    this.before = before;
    this.after = after;
    this.cell = cell;
    this.changes = changes;
  }

  void add(ChangeKind kind, String field, String was, String is, String by) {
    changes.add(new QueueChange(after.path(), field, kind, was, is, by));
  }

  // Shares.

  void share() {
    portions("guaranteed", before.share().guaranteed(), after.share().guaranteed(), "nothing");
    portions("max", before.share().max(), after.share().max(), NO_LIMIT);
  }

  private void portions(String field, Portions was, Portions is, String absent) {
    var resources = new TreeSet<String>();
    was.each().forEach(portion -> resources.add(portion.resource()));
    is.each().forEach(portion -> resources.add(portion.resource()));
    for (var resource : resources) {
      portion(field, resource, was, is, absent);
    }
  }

  private void portion(String field, String resource, Portions was, Portions is, String absent) {
    var before = was.find(resource).map(PortionSum::of);
    var after = is.find(resource).map(PortionSum::of);
    if (before.equals(after)) {
      return;
    }
    boolean limits = absent.equals(NO_LIMIT);
    var none = limits ? new PortionSum(resource, Long.MAX_VALUE, 1) : PortionSum.none(resource);
    var old = before.orElse(none);
    var now = after.orElse(none);
    boolean isCountable = !limits || (before.isPresent() && after.isPresent());
    add(
        kind(old, now),
        field + "." + resource,
        before.map(PortionSum::text).orElse(absent),
        after.map(PortionSum::text).orElse(absent),
        isCountable ? by(old, now) : "");
  }

  private ChangeKind kind(PortionSum was, PortionSum is) {
    var whole = cell.get(was.resource());
    if (is.exceeds(was) || (whole != null && is.exceeds(was, whole))) {
      return ChangeKind.GAINS;
    }
    boolean isLess = was.exceeds(is) || (whole != null && was.exceeds(is, whole));
    return isLess ? ChangeKind.LOSES : ChangeKind.CHANGES;
  }

  /** Shares by shares, fixed amounts by fixed amounts, and both where the cell is known. */
  private String by(PortionSum was, PortionSum is) {
    var whole = cell.get(was.resource());
    boolean isMixed = was.share() != is.share() && was.fixed() != is.fixed();
    if (isMixed && whole == null) {
      return "";
    }
    var old = isMixed && whole != null ? was.in(whole) : was;
    var now = isMixed && whole != null ? is.in(whole) : is;
    return (kind(was, is) == ChangeKind.GAINS ? now.minus(old) : old.minus(now)).text();
  }

  // The rest.

  void rest() {
    count("tokens", tokens(before), tokens(after));
    users("admin", before.access().administer(), after.access().administer());
    limits(before.limits(), after.limits());
    quota(before.opportunistic(), after.opportunistic());
    if (before.order() != after.order()) {
      add(ChangeKind.CHANGES, "order", lower(before.order()), lower(after.order()), "");
    }
    count("max-priority", before.maxPriority(), after.maxPriority());
    if (before.suspended() != after.suspended()) {
      var kind = after.suspended() ? ChangeKind.LOSES : ChangeKind.GAINS;
      add(kind, "suspended", "" + before.suspended(), "" + after.suspended(), "");
    }
  }

  /** Jobs of a queue without tokens need none, as if there were any number. */
  private static long tokens(QueueSpec queue) {
    return queue.hasTokens() ? queue.tokens() : Integer.MAX_VALUE;
  }

  private void limits(QueueLimits was, QueueLimits is) {
    count("limits.jobs", was.jobs(), is.jobs());
    count("limits.tasks", was.tasks(), is.tasks());
    count("limits.running", was.running(), is.running());
    count("user-limits.jobs", was.ofUser().jobs(), is.ofUser().jobs());
    count("user-limits.tasks", was.ofUser().tasks(), is.ofUser().tasks());
    count("user-limits.running", was.ofUser().running(), is.ofUser().running());
    portions("user-limits", was.ofUser().most(), is.ofUser().most(), NO_LIMIT);
  }

  private void quota(OpportunisticQuota was, OpportunisticQuota is) {
    count("opportunistic.tasks", was.tasks(), is.tasks());
    number(
        "opportunistic.per-guaranteed",
        was.perGuaranteed(),
        is.perGuaranteed(),
        QueueComparison::plain);
    if (was.isRelative() && is.isRelative()) {
      count("opportunistic.spare", was.spare(), is.spare());
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void count(String field, long was, long is) {
    number(field, (double) was, (double) is, QueueComparison::plain);
  }

  /** More is better; what is beyond any count is no limit. */
  void number(String field, double was, double is, DoubleFunction<String> text) {
    var old = was >= Integer.MAX_VALUE ? NO_LIMIT : text.apply(was);
    var now = is >= Integer.MAX_VALUE ? NO_LIMIT : text.apply(is);
    if (old.equals(now)) {
      return;
    }
    boolean isCountable = !old.equals(NO_LIMIT) && !now.equals(NO_LIMIT);
    add(
        is < was ? ChangeKind.LOSES : ChangeKind.GAINS,
        field,
        old,
        now,
        isCountable ? text.apply(Math.abs(was - is)) : "");
  }

  /** As in a file. */
  static String plain(double number) {
    return number == Math.rint(number)
        ? Long.toString((long) number)
        : BigDecimal.valueOf(number).toPlainString();
  }

  /** Some may lose a right while others gain it. */
  void users(String field, Collection<String> was, Collection<String> is) {
    boolean toEveryone = is.contains(QueueAccess.EVERYONE);
    boolean fromEveryone = was.contains(QueueAccess.EVERYONE);
    var lost = toEveryone ? new TreeSet<String>() : without(was, is);
    var gained = fromEveryone ? new TreeSet<String>() : without(is, was);
    if (!lost.isEmpty()) {
      add(ChangeKind.LOSES, field, text(was), text(is), text(lost));
    }
    if (!gained.isEmpty()) {
      add(ChangeKind.GAINS, field, text(was), text(is), text(gained));
    }
  }

  private static Set<String> without(Collection<String> users, Collection<String> others) {
    var rest = new TreeSet<>(users);
    rest.removeAll(new TreeSet<>(others));
    return rest;
  }

  static String text(Collection<String> users) {
    if (users.contains(QueueAccess.EVERYONE)) {
      return EVERYONE;
    }
    if (users.isEmpty()) {
      return NOBODY;
    }
    var named = new ArrayList<>(users).subList(0, Math.min(MAX_NAMED, users.size()));
    int more = users.size() - named.size();
    return String.join(", ", named) + (more > 0 ? " and " + formatCount(more) + " more" : "");
  }
}
