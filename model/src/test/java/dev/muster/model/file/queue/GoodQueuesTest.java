package dev.muster.model.file.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are right, and the queues that each of them means. */
class GoodQueuesTest {

  @Test
  void everyField() {
    var tree =
        Queues.tree(
            """
            reclaim-after: 1m30s
            root:
              max: {gpu: 50%}
              limits: {jobs: 50000}
            queues:
              research:
                guaranteed: {cpu: 70%, memory: 100Gi, gpu: 2}
                max: {cpu: 90.5%, memory: 1Ti}
                weight: 2.5
                tokens: 200
                submit: [alice, bob]
                admin: carol
                limits: {jobs: 1000, tasks: 1000000, running: 50}
                user-limits: {jobs: 100, tasks: 10000, running: 5, cpu: 50, memory: 10%, gpu: 1}
                opportunistic: {tasks: 100, per-guaranteed: 2.5, spare: 4}
                order: fair
                max-priority: 10
                suspended: true
              production: {}
            """);
    assertThat(tree.reclaimAfterNs()).isEqualTo(90_000_000_000L);
    assertThat(tree.queues())
        .containsExactly(
            QueueSpec.of("root")
                .with(QueueShare.EVEN.withMax(Portion.ofCell("gpu", 0.5)))
                .with(new QueueLimits(50_000, Long.MAX_VALUE, Integer.MAX_VALUE, UserLimits.NONE)),
            new QueueSpec(
                "root.research",
                new QueueShare(
                    Portions.of(
                        Portion.ofCell("cpu", 0.7),
                        Portion.fixed("memory", 100L << 30),
                        Portion.fixed("gpu", 2)),
                    Portions.of(Portion.ofCell("cpu", 0.905), Portion.fixed("memory", 1L << 40)),
                    2.5),
                200,
                new QueueAccess(List.of("alice", "bob"), List.of("carol")),
                new QueueLimits(
                    1000,
                    1_000_000,
                    50,
                    new UserLimits(
                        100,
                        10_000,
                        5,
                        Portions.of(
                            Portion.fixed("cpu", 50_000),
                            Portion.ofCell("memory", 0.1),
                            Portion.fixed("gpu", 1)))),
                new OpportunisticQuota(100, 2.5, 4),
                JobOrder.FAIR,
                10,
                true),
            QueueSpec.of("root.production").with(QueueAccess.OPEN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "queues: {}", "root: {}", "reclaim-after: 30s", "{root: {weight: 1}}"})
  void withoutQueuesThereIsOneForEverybody(String text) {
    assertThat(Queues.tree(text)).isEqualTo(QueueTree.OPEN);
    assertThat(Queues.tree(text).isOpen()).isTrue();
  }

  @Test
  void eachQueueComesAfterTheOneAboveItInTheOrderOfTheFile() {
    var tree = Queues.tree("queues: {b: {queues: {y: , x: {queues: {z: }}}}, a: }");
    assertThat(tree.queues())
        .extracting(QueueSpec::path)
        .containsExactly("root", "root.b", "root.b.y", "root.b.x", "root.b.x.z", "root.a");
  }

  @Test
  void aNameAloneIsAQueueWithoutGuaranteeOrLimit() {
    assertThat(Queues.queue("queues:\n  a:\n  b: ~\n", "root.a")).isEqualTo(QueueSpec.of("root.a"));
    assertThat(Queues.tree("queues:\n  a:\n  b: ~\n").root().access()).isEqualTo(QueueAccess.OPEN);
  }

  @Test
  void quotaOrderAndPriorityAreThoseOfTheQueueAbove() {
    var text =
        """
        root: {max-priority: 5}
        queues:
          a:
            opportunistic: {tasks: 9}
            order: fair
            queues:
              same:
              other: {opportunistic: {per-guaranteed: 1, spare: 2}, order: fifo, max-priority: 0}
          b: {weight: 2, tokens: 3, max: {cpu: 1}, suspended: true, queues: {c: }}
        """;
    var same = Queues.queue(text, "root.a.same");
    assertThat(same.opportunistic()).isEqualTo(OpportunisticQuota.atMost(9));
    assertThat(same.order()).isEqualTo(JobOrder.FAIR);
    assertThat(same.maxPriority()).isEqualTo(5);
    var other = Queues.queue(text, "root.a.other");
    assertThat(other.opportunistic()).isEqualTo(new OpportunisticQuota(Integer.MAX_VALUE, 1, 2));
    assertThat(other.order()).isEqualTo(JobOrder.FIFO);
    assertThat(other.maxPriority()).isZero();
    assertThat(Queues.queue(text, "root.b.c"))
        .isEqualTo(QueueSpec.of("root.b.c").withMaxPriority(5));
  }

  private static final String ACCESS =
      """
      queues:
        a:
          submit: [alice]
          admin: [carol]
          queues:
            open: {submit: ['*']}
            own: {submit: [bob]}
            same:
        b:
          queues:
            c: {admin: [dora]}
      """;

  /** A queue that says who may submit means these alone, whoever may submit above. */
  @ParameterizedTest
  @CsvSource({
    "alice, root.a.same, true",
    "bob, root.a.same, false",
    "carol, root.a.same, true",
    "bob, root.a.own, true",
    "alice, root.a.own, false",
    "carol, root.a.own, true",
    "eve, root.a.open, true",
    "eve, root.b.c, true",
  })
  void whoMaySubmit(String user, String path, boolean may) {
    assertThat(Queues.tree(ACCESS).maySubmit(user, path)).isEqualTo(may);
  }

  @Test
  void administratorsOfAQueueAreThoseOfAllBelowIt() {
    var tree = Queues.tree(ACCESS);
    assertThat(tree.mayAdminister("carol", "root.a.own")).isTrue();
    assertThat(tree.mayAdminister("carol", "root.b.c")).isFalse();
    assertThat(tree.mayAdminister("dora", "root.b.c")).isTrue();
    assertThat(tree.mayAdminister("dora", "root.b")).isFalse();
  }

  @Test
  void whoMaySubmitEverywhereIsSaidAtTheRoot() {
    var tree = Queues.tree("{root: {submit: [ann]}, queues: {a: , b: {submit: bea}}}");
    assertThat(tree.maySubmit("ann", "root.a")).isTrue();
    assertThat(tree.maySubmit("bea", "root.a")).isFalse();
    assertThat(tree.maySubmit("ann", "root.b")).isFalse();
    assertThat(tree.maySubmit("bea", "root.b")).isTrue();
  }

  @Test
  void guaranteesMayAddUpToAllThereIs() {
    var thirds = "{guaranteed: {cpu: 10%, memory: 33.3333%}}";
    var text = new StringBuilder("queues:\n");
    for (int i = 0; i < 10; i++) {
      text.append("  q")
          .append(i)
          .append(": ")
          .append(i < 3 ? thirds : "{guaranteed: {cpu: 10%}}\n");
      text.append(i < 3 ? "\n" : "");
    }
    assertThat(Queues.tree(text.toString()).queues()).hasSize(11);
  }

  /** What a share comes to, nobody knows before the cell is there. */
  @Test
  void fixedAmountsAndSharesAreNotCompared() {
    Queues.tree(
        "queues: {a: {guaranteed: {cpu: 900}, max: {cpu: 10%}}, b: {guaranteed: {cpu: 90%}}}");
    Queues.tree("queues: {a: {guaranteed: {cpu: 50%}, queues: {b: {guaranteed: {cpu: 900}}}}}");
  }

  @Test
  void asManyLevelsAsThereMayBe() {
    var deepest = Queues.tree("queues: " + "{a: {queues: ".repeat(14) + "{a: }" + "}}".repeat(14));
    assertThat(deepest.queues()).hasSize(16);
  }

  @Test
  void aliasesStandForWhatIsAnchored() {
    var tree = Queues.tree("queues: {a: &a {weight: 3}, b: *a}");
    assertThat(tree.find("root.b").orElseThrow().share().weight()).isEqualTo(3);
  }
}
