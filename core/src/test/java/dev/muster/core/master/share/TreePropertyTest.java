package dev.muster.core.master.share;

import static dev.muster.core.master.share.RandomCell.amount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.master.share.RandomCell.Kind;
import dev.muster.core.master.share.RandomCell.Kind.UsersLimited;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for shares in any tree of queues. */
final class TreePropertyTest {

  private static final int CASES = 1_000;

  private static Kind draw(Chance chance) {
    var users = UsersLimited.values()[chance.nextInt(3)];
    return new Kind(
        1 + chance.nextInt(3),
        chance.nextBoolean(),
        chance.nextBoolean(),
        users,
        chance.nextBoolean(),
        chance.nextBoolean());
  }

  /** Shares of one cell, and sums of them. */
  private record Case(String name, Kind kind, RandomCell cell, FairShares shares) {

    static Case draw(long seed, int count, Chance chance, Kind kind) {
      var cell = RandomCell.draw(chance, kind);
      return new Case("seed " + seed + ", case " + count + " " + kind, kind, cell, cell.shares());
    }

    String dump() {
      var b = new StringBuilder("\n").append(cell.cell()).append("\n");
      cell.tree()
          .queues()
          .forEach(
              q ->
                  b.append(
                      q.path()
                          + " "
                          + q.share()
                          + " "
                          + q.order()
                          + " "
                          + q.limits().ofUser().most()
                          + "\n"));
      for (int j = 0; j < cell.jobs().size(); j++)
        b.append(cell.jobs().get(j) + " -> " + shares.jobs().get(j).share() + "\n");
      return b.toString();
    }

    long sum(Predicate<JobNeed> which, ToLongFunction<JobShare> amount) {
      long sum = 0;
      for (int job = 0; job < cell.jobs().size(); job++) {
        if (which.test(cell.jobs().get(job))) {
          long one = amount.applyAsLong(shares.jobs().get(job));
          sum = one > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + one;
        }
      }
      return sum;
    }

    long share(Predicate<JobNeed> which, int axis) {
      return sum(which, job -> amount(job.share(), axis));
    }

    Predicate<JobNeed> in(String queue) {
      return job -> cell.isBelow(job.queue(), queue);
    }

    Predicate<JobNeed> of(String user, String queue) {
      return in(queue).and(job -> job.user().equals(user));
    }

    /** What rounding of each job may cost. */
    long slack() {
      return cell.jobs().size() + 2L;
    }

    Resources most(QueueSpec queue) {
      return queue.share().max().atMost(cell.cell());
    }

    Resources mostOfUser(QueueSpec queue) {
      return queue.limits().ofUser().most().atMost(cell.cell());
    }

    boolean isSuspended(JobNeed job) {
      return job.suspended() || cell.tree().isSuspended(job.queue());
    }

    long demand(JobNeed job, int axis) {
      boolean may = amount(cell.cell(), axis) > 0;
      for (var queue : cell.tree().pathTo(job.queue())) {
        may &= amount(most(queue), axis) > 0 && amount(mostOfUser(queue), axis) > 0;
      }
      long wants = isSuspended(job) ? 0 : amount(job.wants(), axis);
      return may ? amount(job.uses(), axis) + wants : 0;
    }

    boolean wantsMore(int job) {
      for (int axis = 0; axis < kind.resources(); axis++) {
        long demand = demand(cell.jobs().get(job), axis);
        long share = amount(shares.jobs().get(job).share(), axis);
        if (share < demand * 0.9999 - 2) {
          return true;
        }
      }
      return false;
    }

    /** Whether a queue or user of the job has as much of the resource as it may have. */
    boolean isStopped(JobNeed job, int axis) {
      for (var queue : cell.tree().pathTo(job.queue())) {
        long user = share(of(job.user(), queue.path()), axis);
        if (amount(most(queue), axis) - amount(standing(queue.path()).share(), axis) <= slack()
            || amount(mostOfUser(queue), axis) - user <= slack()) {
          return true;
        }
      }
      return false;
    }

    QueueStanding standing(String queue) {
      return shares.queues().stream()
          .filter(each -> each.path().equals(queue))
          .findFirst()
          .orElseThrow();
    }

    /** What a queue demands and may have. */
    long limitedDemand(String queue, int axis) {
      var spec = cell.tree().find(queue).orElseThrow();
      long sum = 0;
      if (cell.tree().isLeaf(queue)) {
        Map<String, Long> users = new LinkedHashMap<>();
        cell.jobs().stream()
            .filter(job -> job.queue().equals(queue))
            .forEach(job -> users.merge(job.user(), demand(job, axis), Long::sum));
        long most = amount(mostOfUser(spec), axis);
        sum = users.values().stream().mapToLong(each -> Math.min(each, most)).sum();
      } else {
        for (var below : cell.tree().below(queue)) {
          sum += limitedDemand(below.path(), axis);
        }
      }
      return Math.min(sum, amount(most(spec), axis));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nobodyHasMoreThanThereIsOrThanItMay(long seed) {
    var chance = Chance.of(seed, "limits");
    for (int count = 0; count < CASES; count++) {
      var one = Case.draw(seed, count, chance, draw(chance));
      for (int axis = 0; axis < one.kind.resources(); axis++) {
        int of = axis;
        assertThat(amount(one.standing("root").share(), axis))
            .as(one.name)
            .isLessThanOrEqualTo(amount(one.cell.cell(), axis));
        for (var queue : one.cell.tree().queues()) {
          long most = amount(one.most(queue), axis);
          assertThat(amount(one.standing(queue.path()).share(), axis))
              .as(one.name)
              .isLessThanOrEqualTo(most);
          assertThat(one.share(one.in(queue.path()), axis))
              .as(one.name)
              .isLessThanOrEqualTo(amount(one.standing(queue.path()).share(), axis));
          if (most < Long.MAX_VALUE) {
            long may = one.sum(one.in(queue.path()), job -> amount(job.mayUse(), of));
            assertThat(may).as(one.name).isLessThanOrEqualTo(most);
          }
          checkUsers(one, queue, axis);
        }
      }
      checkJobs(one);
    }
  }

  private static void checkUsers(Case one, QueueSpec queue, int axis) {
    long most = amount(one.mostOfUser(queue), axis);
    for (var user : List.of("user0", "user1", "user2")) {
      if (most < Long.MAX_VALUE) {
        var which = one.of(user, queue.path());
        assertThat(one.share(which, axis)).as(one.name).isLessThanOrEqualTo(most);
        assertThat(one.sum(which, job -> amount(job.mayUse(), axis)))
            .as(one.name)
            .isLessThanOrEqualTo(most);
      }
    }
  }

  private static void checkJobs(Case one) {
    for (int job = 0; job < one.cell.jobs().size(); job++) {
      var need = one.cell.jobs().get(job);
      var share = one.shares.jobs().get(job);
      assertThat(share.job()).isEqualTo(need.job());
      for (int axis = 0; axis < one.kind.resources(); axis++) {
        long amount = amount(share.share(), axis);
        assertThat(amount).as(one.name).isBetween(0L, one.demand(need, axis));
        assertThat(amount(share.mayUse(), axis)).as(one.name).isGreaterThanOrEqualTo(amount);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whoWantsMoreHasItsGuaranteeAndNobodyCouldGiveIt(long seed) {
    var chance = Chance.of(seed, "guarantees");
    for (int count = 0; count < CASES; count++) {
      var users = chance.nextBoolean() ? UsersLimited.NOWHERE : UsersLimited.IN_LEAVES;
      var kind =
          new Kind(
              1 + chance.nextInt(3),
              true,
              chance.nextBoolean(),
              users,
              false,
              chance.nextBoolean());
      var drawn = RandomCell.draw(chance, kind);
      var cell = users == UsersLimited.IN_LEAVES ? limitedInLeavesOnly(drawn) : drawn;
      var one = new Case("seed " + seed + ", case " + count, kind, cell, cell.shares());
      for (int job = 0; job < cell.jobs().size(); job++) {
        if (one.wantsMore(job)) {
          checkNothingIsLeft(one, job);
          checkGuarantees(one, job);
        }
      }
    }
  }

  private static RandomCell limitedInLeavesOnly(RandomCell cell) {
    var tree = cell.tree();
    for (var queue : cell.tree().queues()) {
      if (!tree.isLeaf(queue.path())) {
        tree = tree.with(queue.with(dev.muster.model.queue.QueueLimits.NONE));
      }
    }
    return new RandomCell(cell.cell(), tree, cell.jobs());
  }

  private static void checkNothingIsLeft(Case one, int job) {
    var need = one.cell.jobs().get(job);
    boolean stuck = false;
    for (int axis = 0; axis < one.kind.resources(); axis++) {
      long left = amount(one.cell.cell(), axis) - amount(one.standing("root").share(), axis);
      boolean demands = one.demand(need, axis) > 0;
      stuck |= demands && (left <= one.slack() || one.isStopped(need, axis));
    }
    assertThat(stuck).as("%s: job %s could have more %s", one.name, job, one.dump()).isTrue();
  }

  /** In one resource at least that the job needs, each queue above it has all of its guarantee. */
  private static void checkGuarantees(Case one, int job) {
    var need = one.cell.jobs().get(job);
    for (var queue : one.cell.tree().pathTo(need.queue())) {
      var standing = one.standing(queue.path());
      boolean has = false;
      for (int axis = 0; axis < one.kind.resources(); axis++) {
        long due =
            Math.min(one.limitedDemand(queue.path(), axis), amount(standing.guarantee(), axis));
        boolean demands = one.demand(need, axis) > 0;
        boolean enough = amount(standing.share(), axis) >= due - one.slack();
        has |= demands && (enough || one.isStopped(need, axis));
      }
      assertThat(has).as("%s: job %s, %s", one.name, job, queue.path()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nobodyEnviesASibling(long seed) {
    var chance = Chance.of(seed, "envy");
    for (int count = 0; count < CASES; count++) {
      int resources = 1 + chance.nextInt(3);
      var kind =
          new Kind(resources, false, false, UsersLimited.NOWHERE, false, chance.nextBoolean());
      var one = Case.draw(seed, count, chance, kind);
      for (var queue : one.cell.tree().queues()) {
        var siblings = one.cell.tree().below(queue.path());
        for (var who : siblings) {
          siblings.forEach(whom -> checkEnvy(one, who, whom));
        }
      }
    }
  }

  /** Of one resource between any queues; of several between those with one job each. */
  private static void checkEnvy(Case one, QueueSpec who, QueueSpec whom) {
    var own = one.cell.jobs().stream().filter(one.in(who.path())).toList();
    var others = one.cell.jobs().stream().filter(one.in(whom.path())).count();
    boolean comparable = one.kind.resources() == 1 || (own.size() == 1 && others == 1);
    var lacking =
        own.stream().filter(job -> one.wantsMore(one.cell.jobs().indexOf(job))).findFirst();
    if (who.equals(whom) || !comparable || lacking.isEmpty()) {
      return;
    }
    double factor = who.share().weight() / whom.share().weight();
    boolean envies = true;
    for (int axis = 0; axis < one.kind.resources(); axis++) {
      double has = one.share(one.in(who.path()), axis);
      double other = one.share(one.in(whom.path()), axis) * factor;
      boolean demands = one.demand(lacking.get(), axis) > 0;
      envies &= !demands || other > has * 1.0001 + one.slack() * (1 + factor);
    }
    assertThat(envies)
        .as("%s: %s envies %s %s", one.name, who.path(), whom.path(), one.dump())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void inWholeTasksNobodysNextTaskFitsAndSumsAreNear(long seed) {
    var chance = Chance.of(seed, "tasks");
    for (int count = 0; count < CASES; count++) {
      var kind =
          new Kind(
              1 + chance.nextInt(3),
              chance.nextBoolean(),
              false,
              UsersLimited.NOWHERE,
              true,
              false);
      var one = Case.draw(seed, count, chance, kind);
      for (int job = 0; job < one.cell.jobs().size(); job++) {
        var need = one.cell.jobs().get(job);
        var left = one.cell.cell().minus(one.standing("root").share());
        if (one.wantsMore(job)) {
          assertThat(need.task().fitsIn(left)).as("%s: job %s", one.name, job).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theOrderInWhichJobsAreGivenDoesNotMatter(long seed) {
    var chance = Chance.of(seed, "order");
    for (int count = 0; count < CASES / 4; count++) {
      var one = Case.draw(seed, count, chance, draw(chance));
      List<JobNeed> shuffled = new ArrayList<>(one.cell.jobs());
      for (int at = shuffled.size() - 1; at > 0; at--) {
        var kept = shuffled.get(at);
        int other = chance.nextInt(at + 1);
        shuffled.set(at, shuffled.get(other));
        shuffled.set(other, kept);
      }
      var again = one.cell.with(shuffled).shares();
      assertThat(again.queues()).as(one.name).isEqualTo(one.shares.queues());
      assertThat(again.jobs()).as(one.name).containsExactlyInAnyOrderElementsOf(one.shares.jobs());
    }
  }
}
