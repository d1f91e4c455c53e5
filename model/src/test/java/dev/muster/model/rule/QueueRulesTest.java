package dev.muster.model.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Trees that come another way than by a file, and trees in a cell of a known size. */
class QueueRulesTest {

  private static final QueueSpec A = QueueSpec.of("root.a");
  private static final QueueSpec B = QueueSpec.of("root.b");
  private static final Resources CELL = new Resources(100_000, 1L << 40);

  private static QueueTree tree(QueueSpec... queues) {
    return new QueueTree(List.of(queues), 0);
  }

  private static QueueSpec guaranteed(String path, Portion... each) {
    return QueueSpec.of(path).with(QueueShare.EVEN.withGuaranteed(each));
  }

  private static QueueSpec max(String path, Portion... each) {
    return QueueSpec.of(path).with(QueueShare.EVEN.withMax(each));
  }

  private static Portion cpu(long cores) {
    return Portion.fixed(Portion.CPU, cores * 1_000);
  }

  private static Portion cpuShare(double share) {
    return Portion.ofCell(Portion.CPU, share);
  }

  @Test
  void soundTreesPass() {
    assertThat(QueueRules.problem(QueueTree.OPEN)).isEmpty();
    assertThat(QueueRules.problem(QueueTree.of(A, B, QueueSpec.of("root.a.c")))).isEmpty();
    assertThat(
            QueueRules.problem(QueueTree.of(A).withReclaimAfter(QueueRules.MAX_RECLAIM_AFTER_NS)))
        .isEmpty();
    var most = new QueueLimits(0, 1, 1, new UserLimits(1, 1, 1, Portions.of(cpu(0), cpuMemory())));
    assertThat(QueueRules.problem(QueueTree.of(A.with(most)))).isEmpty();
  }

  private static Portion cpuMemory() {
    return Portion.ofCell(Portion.MEMORY, 1);
  }

  private static Arguments of(QueueSpec queue, String problem) {
    return Arguments.of(QueueTree.of(queue), problem);
  }

  private static QueueSpec limited(QueueLimits limits) {
    return A.with(limits);
  }

  private static QueueSpec userLimited(UserLimits limits) {
    var none = QueueLimits.NONE;
    return A.with(new QueueLimits(none.jobs(), none.tasks(), none.running(), limits));
  }

  static Stream<Arguments> unsound() {
    var many = Collections.nCopies(QueueRules.MAX_QUEUES + 1, QueueTree.OPEN.root());
    var few = Integer.MAX_VALUE;
    return Stream.of(
        Arguments.of(tree(), "the first queue must be `root`"),
        Arguments.of(tree(A), "the first queue must be `root`"),
        Arguments.of(
            new QueueTree(many, 0),
            "a cell has at most 10,000 queues, the root among them, not 10,001"),
        Arguments.of(
            QueueTree.OPEN.withReclaimAfter(-1),
            "`reclaim-after` must be from 0 to a day, not -1 ns"),
        Arguments.of(
            QueueTree.OPEN.withReclaimAfter(QueueRules.MAX_RECLAIM_AFTER_NS + 1),
            "`reclaim-after` must be from 0 to a day, not 86400000000001 ns"),
        Arguments.of(QueueTree.of(A, A), "`root.a`: is there twice"),
        Arguments.of(
            QueueTree.of(QueueSpec.of("root.a.b"), A),
            "`root.a.b`: comes before the queue above it, or has none"),
        of(QueueSpec.of("main"), "`main`: is no path of a queue, such as root or root.research"),
        of(QueueSpec.of("root."), "`root.`: is no path of a queue, such as root or root.research"),
        Arguments.of(
            chain(17),
            "`root" + ".a".repeat(16) + "`: is deeper than 16 queues, the root among them"),
        of(
            QueueSpec.of("root." + "a".repeat(251)),
            "`root."
                + "a".repeat(55)
                + "…`: has a path of 256 characters; it may have at most 255"),
        of(
            guaranteed("root.a", cpu(-1)),
            "`root.a`: `guaranteed.cpu` must not be less than nothing"),
        of(
            guaranteed("root.a", cpuShare(1.1)),
            "`root.a`: `guaranteed.cpu` must be from 0 to 1, not 1.1"),
        of(max("root.a", cpuShare(-0.1)), "`root.a`: `max.cpu` must be from 0 to 1, not -0.1"),
        of(max("root.a", cpuShare(Double.NaN)), "`root.a`: `max.cpu` must be from 0 to 1, not NaN"),
        of(
            max("root.a", new Portion("cpu", 1, 0.5)),
            "`root.a`: `max.cpu` is either fixed or a share, not both"),
        of(max("root.a", cpu(1), cpuShare(0.5)), "`root.a`: `max.cpu` is there twice"),
        of(
            A.with(QueueShare.EVEN.withWeight(0)),
            "`root.a`: `weight` must be from 0.001 to 1000000, not 0.0"),
        of(
            A.with(QueueShare.EVEN.withWeight(Double.NaN)),
            "`root.a`: `weight` must be from 0.001 to 1000000, not NaN"),
        of(A.withTokens(-1), "`root.a`: `tokens` must be at least 0, not -1"),
        of(
            limited(new QueueLimits(-1, 1, 1, UserLimits.NONE)),
            "`root.a`: `limits.jobs` must be at least 0, not -1"),
        of(
            limited(new QueueLimits(few, 0, 1, UserLimits.NONE)),
            "`root.a`: `limits.tasks` must be at least 1, not 0"),
        of(
            limited(new QueueLimits(few, 1, 0, UserLimits.NONE)),
            "`root.a`: `limits.running` must be at least 1, not 0"),
        of(
            userLimited(new UserLimits(0, 1, 1, Portions.NONE)),
            "`root.a`: `user-limits.jobs` must be at least 1, not 0"),
        of(
            userLimited(new UserLimits(1, 0, 1, Portions.NONE)),
            "`root.a`: `user-limits.tasks` must be at least 1, not 0"),
        of(
            userLimited(new UserLimits(1, 1, 0, Portions.NONE)),
            "`root.a`: `user-limits.running` must be at least 1, not 0"),
        of(
            userLimited(new UserLimits(1, 1, 1, Portions.of(cpu(-1)))),
            "`root.a`: `user-limits.cpu` must not be less than nothing"),
        of(
            A.with(new OpportunisticQuota(-1, 0, 0)),
            "`root.a`: `opportunistic.tasks` must be at least 0, not -1"),
        of(
            A.with(new OpportunisticQuota(1, Double.POSITIVE_INFINITY, 0)),
            "`root.a`: `opportunistic.per-guaranteed` must be a number that is not below 0"),
        of(
            A.with(new OpportunisticQuota(1, -1, 0)),
            "`root.a`: `opportunistic.per-guaranteed` must be a number that is not below 0"),
        of(
            A.with(new OpportunisticQuota(1, 0, -1)),
            "`root.a`: `opportunistic.spare` must be at least 0, not -1"),
        of(A.withMaxPriority(-1), "`root.a`: `max-priority` must be from 0 to 1000, not -1.0"),
        of(A.withMaxPriority(1_001), "`root.a`: `max-priority` must be from 0 to 1000, not 1001.0"),
        of(users(List.of("bob", " ")), "`root.a`: `submit` has a name of a user that is none"),
        of(users(List.of("a\nb")), "`root.a`: `submit` has a name of a user that is none"),
        of(users(List.of("u".repeat(101))), "`root.a`: `submit` has a name of a user that is none"),
        of(
            users(Collections.nCopies(1_001, "bob")),
            "`root.a`: `submit` names at most 1,000 users, not 1,001"),
        Arguments.of(
            tree(QueueSpec.of("root"), A),
            "`root.a`: `submit` lets nobody submit to this queue; name users, or '*' for everyone"),
        Arguments.of(
            QueueTree.of(guaranteed("root.a", cpuShare(0.6)), guaranteed("root.b", cpuShare(0.6))),
            "`root`: `queues` of cpu they are guaranteed 120% together, and the cell has 100%: a 60%,"
                + " b 60%"));
  }

  private static QueueSpec users(List<String> names) {
    return A.with(new QueueAccess(names, List.of()));
  }

  private static QueueTree chain(int depth) {
    List<QueueSpec> queues = new ArrayList<>(QueueTree.OPEN.queues());
    for (int i = 1; i < depth; i++) {
      queues.add(QueueSpec.of("root" + ".a".repeat(i)));
    }
    return new QueueTree(queues, 0);
  }

  @ParameterizedTest
  @MethodSource
  void unsound(QueueTree tree, String problem) {
    assertThat(QueueRules.problem(tree)).hasValue(problem);
  }

  @Test
  void administratorsMaySubmitAndSoMayThoseOfTheQueuesAbove() {
    var carol = new QueueAccess(List.of(), List.of("carol"));
    assertThat(QueueRules.problem(tree(QueueSpec.of("root"), A.with(carol)))).isEmpty();
    assertThat(QueueRules.problem(tree(QueueSpec.of("root").with(carol), A))).isEmpty();
  }

  // In a cell.

  private static List<String> in(Resources cell, QueueSpec... queues) {
    return QueueRules.problems(QueueTree.of(queues), cell).stream()
        .map(
            problem ->
                (problem.isWarning() ? "warning: " : "")
                    + problem.queue()
                    + " "
                    + problem.field()
                    + " "
                    + problem.message())
        .toList();
  }

  @Test
  void guaranteesThatTogetherExceedTheCell() {
    assertThat(in(CELL, guaranteed("root.a", cpu(60)), guaranteed("root.b", cpuShare(0.4))))
        .isEmpty();
    assertThat(in(CELL, guaranteed("root.a", cpu(61)), guaranteed("root.b", cpuShare(0.4))))
        .containsExactly(
            "0 queues of cpu they are guaranteed 101 together, and the cell has 100: a 61, b 40%");
    assertThat(in(CELL, guaranteed("root.a", Portion.fixed("gpu", 2))))
        .containsExactly(
            "0 queues of gpu they are guaranteed 2 together, and the cell has nothing: a 2");
    assertThat(in(CELL.with("gpu", 2), guaranteed("root.a", Portion.fixed("gpu", 2)))).isEmpty();
    assertThat(in(CELL, guaranteed("root.a", Portion.fixed("memory", (1L << 40) + (1 << 20)))))
        .singleElement()
        .asString()
        .startsWith("0 queues of memory ");
  }

  @Test
  void guaranteesOfQueuesBelow() {
    assertThat(in(CELL, guaranteed("root.a", cpuShare(0.3)), guaranteed("root.a.b", cpu(30))))
        .isEmpty();
    assertThat(in(CELL, guaranteed("root.a", cpuShare(0.3)), guaranteed("root.a.b", cpu(31))))
        .containsExactly("1 queues of cpu they are guaranteed 31 together, and `a` 30: b 31");
  }

  @Test
  void aGuaranteeBeyondAMaximum() {
    var share = QueueShare.EVEN.withGuaranteed(cpu(50)).withMax(cpuShare(0.4));
    assertThat(in(CELL, A.with(share)))
        .containsExactly("1 guaranteed.cpu is 50, beyond its `max`, 40");
  }

  @Test
  void aMaximumBeyondTheCellIsNoProblemYet() {
    assertThat(in(CELL, max("root.a", cpu(100)), max("root.b", cpu(101))))
        .containsExactly("warning: 2 max.cpu is 101, more than the cell has: 100");
  }

  @Test
  void aMaximumBeyondTheOneAboveHasNoEffect() {
    var tree = QueueTree.of(max("root.a", cpuShare(0.5)), max("root.a.b", cpuShare(0.6)));
    assertThat(QueueRules.problem(tree)).isEmpty();
    assertThat(QueueRules.problems(tree))
        .containsExactly(
            QueueProblem.warning(2, "max.cpu", "has no effect beyond the `max` of `a`, 50%"));
    assertThat(in(CELL, max("root.a", cpuShare(0.5)), max("root.a.b", cpu(51))))
        .containsExactly("warning: 2 max.cpu has no effect beyond the `max` of `a`, 50");
  }

  @Test
  void whatIsWrongInAnyCellIsNotSaidAgainOfACell() {
    assertThat(in(CELL, guaranteed("root.a", cpuShare(0.6)), guaranteed("root.b", cpuShare(0.6))))
        .isEmpty();
    assertThat(in(CELL, A.withTokens(3), QueueSpec.of("root.a.b").withTokens(4))).isEmpty();
  }

  @Test
  void sharesThatAddUpInAnyOrderFitInAnyCell() {
    for (long cores = 1; cores < 1_000; cores++) {
      assertThat(
              in(
                  new Resources(cores, 1),
                  guaranteed("root.a", cpuShare(0.29)),
                  guaranteed("root.a.b", cpuShare(0.14)),
                  guaranteed("root.a.c", cpuShare(0.15))))
          .isEmpty();
    }
  }

  @Test
  void onlyResourcesThatAreKnownAreCompared() {
    var tree =
        QueueTree.of(
            guaranteed("root.a", cpu(200), Portion.fixed("memory", 1L << 50)),
            max("root.b", cpu(300)));
    assertThat(QueueRules.problems(tree, Map.of())).isEmpty();
    assertThat(QueueRules.problems(tree, Map.of(Portion.MEMORY, 1L << 40)))
        .extracting(QueueProblem::message)
        .containsExactly("of memory they are guaranteed 1Pi together, and the cell has 1Ti: a 1Pi");
  }
}
