package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two queues that share nodes in processes of their own: lending, giving back, and limits. */
class QueuesOfProcessesTest {

  private static final String SECRET = "sesame";
  private static final Resources ONE = new Resources(1_000, 64L << 20);
  private static final int SLOTS = 4;

  private static final QueueTree TREE =
      QueueTree.of(
              queue("root.most", 0.75),
              queue("root.least", 0.25),
              QueueSpec.of("root.full").with(new QueueLimits(0, 0, 0, UserLimits.NONE)))
          .withReclaimAfter(1_000_000_000L);

  @TempDir private Path root;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private CellDaemon cell;

  private static QueueSpec queue(String path, double part) {
    return QueueSpec.of(path)
        .with(
            QueueShare.EVEN.withGuaranteed(
                Portion.ofCell(Portion.CPU, part), Portion.ofCell(Portion.MEMORY, part)));
  }

  @BeforeEach
  void start() throws Exception {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    cell =
        CellDaemon.start(
            new CellDaemon.DaemonOptions(
                root.resolve("cell"), address, SECRET, 1, OptionalLong.of(1)));
    for (int node = 0; node < 2; node++) {
      nodes.add(
          new NodeProcess(
              cell.port(), root.resolve("n" + node), "state", Map.of(Secret.VARIABLE, SECRET)));
    }
    assertThat(cell.awaitNodes(2, NodeProcess.PATIENCE)).isEqualTo(2);
    assertThat(cell.changeQueues(TREE).get()).isEmpty();
  }

  @AfterEach
  void close() {
    nodes.forEach(NodeProcess::close);
    cell.close();
  }

  /** Tasks that run until they are ended, and first write down their process. */
  private Submission submit(String name, String queue) {
    var command = List.of("sh", "-c", "echo $$ >> " + root.resolve(name) + "; exec sleep 3600");
    var stage = StageSpec.of("s", 2 * SLOTS, ONE, command);
    return cell.submit(JobSpec.of(name, stage).withQueue(queue), _ -> {});
  }

  private long running(String name) throws IOException {
    var ledger = root.resolve(name);
    return Files.exists(ledger)
        ? Files.readAllLines(ledger).stream()
            .filter(pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent())
            .count()
        : 0;
  }

  private void awaitRunning(String name, int count) {
    await().atMost(NodeProcess.PATIENCE).until(() -> running(name) == count);
  }

  @Test
  void whatIsLentComesBack() throws Exception {
    var lent = submit("lent", "root.least");
    awaitRunning("lent", SLOTS);
    var back = submit("back", "root.most");
    awaitRunning("back", 3);
    awaitRunning("lent", 1);
    back.cancel();
    awaitRunning("lent", SLOTS);
    lent.cancel();
    assertThat(lent.await(NodeProcess.PATIENCE)).isPresent();
  }

  @Test
  void aClosedQueueRejectsWithTheNumber() throws Exception {
    var end = submit("rejected", "root.full").await(NodeProcess.PATIENCE).orElseThrow();

    assertThat(end).isInstanceOf(ClientEvent.JobRejected.class);
    assertThat(((ClientEvent.JobRejected) end).why())
        .contains("root.full", "limit of open jobs is 0");
  }
}
