package dev.muster.model.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CommitmentTest {

  private static QueueSpec guaranteed(String path, Portion... each) {
    return QueueSpec.of(path).with(QueueShare.EVEN.withGuaranteed(each));
  }

  private static String rows(QueueTree tree, Map<String, Long> cell) {
    var rows = new StringBuilder();
    for (var each : Commitment.of(tree, cell)) {
      rows.append(tree.queues().get(each.queue()).path()).append(' ').append(each.resource());
      rows.append(": ").append(each.has().text()).append(" - ").append(each.below().text());
      rows.append(" = ").append(each.left().text()).append('\n');
    }
    return rows.toString();
  }

  @Test
  void whatQueuesHaveAndPassOn() {
    var tree =
        QueueTree.of(
            guaranteed("root.a", Portion.ofCell("cpu", 0.5), Portion.fixed("gpu", 4)),
            guaranteed("root.a.x", Portion.ofCell("cpu", 0.2)),
            guaranteed("root.a.y", Portion.ofCell("cpu", 0.1), Portion.fixed("gpu", 1)),
            guaranteed("root.b", Portion.fixed("cpu", 10_000)));
    assertThat(rows(tree, Map.of()))
        .isEqualTo(
            """
            root cpu: 100% - 50% + 10 = 50% less 10
            root gpu: 100% - 4 = 100% less 4
            root memory: 100% - 0 = 100%
            root.a cpu: 50% - 30% = 20%
            root.a gpu: 4 - 1 = 3
            """);
  }

  @Test
  void theRootHasWhatMayBeUsedOfTheCell() {
    var root = QueueTree.OPEN.root().with(QueueShare.EVEN.withMax(Portion.fixed("cpu", 80_000)));
    var tree = QueueTree.OPEN.with(root);
    assertThat(rows(tree, Map.of())).startsWith("root cpu: 80 ");
    assertThat(rows(tree, Map.of("cpu", 100_000L))).startsWith("root cpu: 80 ");
    assertThat(rows(tree, Map.of("cpu", 50_000L))).startsWith("root cpu: 100% ");
  }
}
