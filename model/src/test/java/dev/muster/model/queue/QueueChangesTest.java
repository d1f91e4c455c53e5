package dev.muster.model.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueSpec.JobOrder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QueueChangesTest {

  private static final QueueSpec A = QueueSpec.of("root.a");
  private static final QueueSpec B = QueueSpec.of("root.b");

  private static QueueSpec guaranteed(Portion... each) {
    return A.with(QueueShare.EVEN.withGuaranteed(each));
  }

  private static QueueSpec max(Portion... each) {
    return A.with(QueueShare.EVEN.withMax(each));
  }

  private static QueueSpec limits(int jobs, long tasks, int running, UserLimits ofUser) {
    return A.with(new QueueLimits(jobs, tasks, running, ofUser));
  }

  private static QueueSpec access(List<String> submit, List<String> admin) {
    return A.with(new QueueAccess(submit, admin));
  }

  private static List<String> changes(QueueTree before, QueueTree after, Map<String, Long> cell) {
    return QueueChanges.between(before, after, cell).stream()
        .map(
            change ->
                "%s %s %s: %s > %s (%s)"
                    .formatted(
                        change.queue(),
                        change.kind().name().toLowerCase(Locale.ROOT),
                        change.field(),
                        change.before(),
                        change.after(),
                        change.by()))
        .toList();
  }

  private static List<String> changes(QueueTree before, QueueTree after) {
    return changes(before, after, Map.of());
  }

  static Stream<Arguments> ofOneQueue() {
    var relative = new OpportunisticQuota(5, 2, 4);
    return Stream.of(
        Arguments.of(
            guaranteed(Portion.ofCell("cpu", 0.8)),
            guaranteed(Portion.ofCell("cpu", 0.5)),
            "loses guaranteed.cpu: 80% > 50% (30%)"),
        Arguments.of(
            guaranteed(Portion.fixed("gpu", 1)),
            guaranteed(Portion.fixed("gpu", 3)),
            "gains guaranteed.gpu: 1 > 3 (2)"),
        Arguments.of(
            guaranteed(Portion.fixed("memory", 1L << 30)),
            A,
            "loses guaranteed.memory: 1Gi > nothing (1Gi)"),
        Arguments.of(
            guaranteed(Portion.ofCell("cpu", 0.1)),
            guaranteed(Portion.fixed("cpu", 5_000)),
            "changes guaranteed.cpu: 10% > 5 ()"),
        Arguments.of(A, max(Portion.ofCell("cpu", 0.5)), "loses max.cpu: no limit > 50% ()"),
        Arguments.of(max(Portion.fixed("gpu", 2)), A, "gains max.gpu: 2 > no limit ()"),
        Arguments.of(
            max(Portion.ofCell("cpu", 0.5)),
            max(Portion.ofCell("cpu", 0.4)),
            "loses max.cpu: 50% > 40% (10%)"),
        Arguments.of(A.withTokens(300), A.withTokens(200), "loses tokens: 300 > 200 (100)"),
        Arguments.of(A, A.withTokens(200), "loses tokens: no limit > 200 ()"),
        Arguments.of(A.withTokens(200), A, "gains tokens: 200 > no limit ()"),
        Arguments.of(
            A,
            limits(9, Long.MAX_VALUE, Integer.MAX_VALUE, UserLimits.NONE),
            "loses limits.jobs: no limit > 9 ()"),
        Arguments.of(
            limits(9, 5, 3, UserLimits.NONE),
            limits(9, 7, 3, UserLimits.NONE),
            "gains limits.tasks: 5 > 7 (2)"),
        Arguments.of(
            limits(9, 7, 3, UserLimits.NONE),
            limits(9, 7, 2, UserLimits.NONE),
            "loses limits.running: 3 > 2 (1)"),
        Arguments.of(
            limits(9, 7, 3, new UserLimits(5, 5, 5, Portions.NONE)),
            limits(9, 7, 3, new UserLimits(4, 5, 5, Portions.NONE)),
            "loses user-limits.jobs: 5 > 4 (1)"),
        Arguments.of(
            limits(9, 7, 3, new UserLimits(5, 5, 5, Portions.NONE)),
            limits(9, 7, 3, new UserLimits(5, 6, 5, Portions.NONE)),
            "gains user-limits.tasks: 5 > 6 (1)"),
        Arguments.of(
            limits(9, 7, 3, new UserLimits(5, 5, 5, Portions.NONE)),
            limits(9, 7, 3, new UserLimits(5, 5, 3, Portions.NONE)),
            "loses user-limits.running: 5 > 3 (2)"),
        Arguments.of(
            limits(9, 7, 3, new UserLimits(5, 5, 5, Portions.NONE)),
            limits(9, 7, 3, new UserLimits(5, 5, 5, Portions.of(Portion.fixed("cpu", 500)))),
            "loses user-limits.cpu: no limit > 0.5 ()"),
        Arguments.of(
            A, A.with(OpportunisticQuota.atMost(3)), "loses opportunistic.tasks: no limit > 3 ()"),
        Arguments.of(
            A.with(OpportunisticQuota.atMost(5)),
            A.with(relative),
            "loses opportunistic.per-guaranteed: no limit > 2 ()"),
        Arguments.of(
            A.with(relative),
            A.with(new OpportunisticQuota(5, 2.5, 4)),
            "gains opportunistic.per-guaranteed: 2 > 2.5 (0.5)"),
        Arguments.of(
            A.with(relative),
            A.with(new OpportunisticQuota(5, 2, 1)),
            "loses opportunistic.spare: 4 > 1 (3)"),
        Arguments.of(A, A.with(JobOrder.FAIR), "changes order: fifo > fair ()"),
        Arguments.of(A.withMaxPriority(5), A, "loses max-priority: 5 > 0 (5)"),
        Arguments.of(A, A.withSuspended(true), "loses suspended: false > true ()"),
        Arguments.of(A.withSuspended(true), A, "gains suspended: true > false ()"),
        Arguments.of(
            access(List.of(), List.of("ann")),
            access(List.of(), List.of("bob")),
            "loses admin: ann > bob (ann)"));
  }

  @ParameterizedTest
  @MethodSource
  void ofOneQueue(QueueSpec before, QueueSpec after, String change) {
    assertThat(changes(QueueTree.of(before), QueueTree.of(after)))
        .first()
        .isEqualTo("root.a " + change);
  }

  private static QueueTree closed(QueueSpec... queues) {
    return QueueTree.of(queues).with(QueueSpec.of("root"));
  }

  @Test
  void whoMaySubmitWhereverThatIsSaid() {
    var before = closed(access(List.of("ann", "bob"), List.of()));
    var after = closed(access(List.of("bob", "eve"), List.of()));
    assertThat(changes(before, after))
        .containsExactly(
            "root.a loses submit: ann, bob > bob, eve (ann)",
            "root.a gains submit: ann, bob > bob, eve (eve)");
    var inherited =
        QueueTree.of(A)
            .with(QueueSpec.of("root").with(new QueueAccess(List.of("ann", "bob"), List.of())));
    assertThat(changes(before, inherited)).isEmpty();
    assertThat(changes(QueueTree.of(A), before))
        .containsExactly("root.a loses submit: everyone > ann, bob (everyone)");
    assertThat(changes(before, QueueTree.of(A)))
        .containsExactly("root.a gains submit: ann, bob > everyone (everyone)");
  }

  @Test
  void ofManyUsersSomeAreNamed() {
    var many = List.of("a", "b", "c", "d", "e", "f", "g");
    assertThat(changes(closed(access(many, List.of())), closed(access(List.of("a"), List.of()))))
        .containsExactly(
            "root.a loses submit: a, b, c, d, e and 2 more > a (b, c, d, e, f and 1 more)");
  }

  @Test
  void queuesThatAppearAndVanishWithWhatTheyHave() {
    var share =
        new QueueShare(
            Portions.of(Portion.ofCell("cpu", 0.2), Portion.fixed("gpu", 2)),
            Portions.of(Portion.ofCell("cpu", 0.5)),
            3);
    var rich = B.with(share).withTokens(7);
    var what =
        "guaranteed cpu 20%, guaranteed gpu 2, max cpu 50%, tokens 7, weight 3, submit everyone";
    assertThat(changes(QueueTree.of(A), QueueTree.of(A, rich)))
        .containsExactly(
            "root.a loses weight: 100% > 25% (75%)", "root.b appears :  > " + what + " ()");
    assertThat(changes(QueueTree.of(A, rich), QueueTree.of(A)))
        .containsExactly(
            "root.a gains weight: 25% > 100% (75%)", "root.b vanishes : " + what + " >  ()");
  }

  @Test
  void theWeightOfAnotherQueueTakesPartOfMine() {
    var heavy = B.with(QueueShare.EVEN.withWeight(3));
    assertThat(changes(QueueTree.of(A, B), QueueTree.of(A, heavy)))
        .containsExactly(
            "root.a loses weight: 50% > 25% (25%)", "root.b gains weight: 50% > 75% (25%)");
    assertThat(changes(QueueTree.of(A, B), QueueTree.of(B, A))).isEmpty();
  }

  @Test
  void aQueueThatTakesNoJobsAnyMore() {
    var below = QueueSpec.of("root.a.x");
    assertThat(changes(QueueTree.of(A), QueueTree.of(A, below)))
        .containsExactly(
            "root.a loses queues: takes jobs > has queues below it ()",
            "root.a.x appears :  > weight 1, submit everyone ()");
    assertThat(changes(QueueTree.of(A, below), QueueTree.of(A)).getFirst())
        .isEqualTo("root.a gains queues: has queues below it > takes jobs ()");
  }

  @Test
  void theGracePeriod() {
    assertThat(changes(QueueTree.OPEN, QueueTree.OPEN.withReclaimAfter(5_000_000_000L)))
        .containsExactly(" changes reclaim-after: 30s > 5s ()");
  }

  /** How much a share comes to is known where the cell is. */
  @Test
  void sharesAndFixedAmountsInACell() {
    var share = QueueTree.of(guaranteed(Portion.ofCell("cpu", 0.1)));
    var fixed = QueueTree.of(guaranteed(Portion.fixed("cpu", 5_000)));
    assertThat(changes(share, fixed, Map.of("cpu", 100_000L)))
        .containsExactly("root.a loses guaranteed.cpu: 10% > 5 (5)");
    assertThat(changes(share, fixed, Map.of("cpu", 20_000L)))
        .containsExactly("root.a gains guaranteed.cpu: 10% > 5 (3)");
    assertThat(changes(share, fixed, Map.of("cpu", 50_000L)))
        .containsExactly("root.a changes guaranteed.cpu: 10% > 5 (0)");
  }

  @Test
  void theSameQueuesAgain() {
    var tree = QueueTree.of(A.withTokens(3), B, QueueSpec.of("root.b.c"));
    assertThat(changes(tree, tree)).isEmpty();
  }
}
