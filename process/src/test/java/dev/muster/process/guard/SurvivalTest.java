package dev.muster.process.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.linux.Glibc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node's process is killed, again and again, and no task is lost or run twice. */
class SurvivalTest {
  private static final Duration A_WHILE = Duration.ofMillis(300);

  @TempDir private Path directory;

  @BeforeAll
  static void onlyWhereItCanBeHad() {
    assumeTrue(Glibc.isHere(), "no glibc here");
  }

  /** Waits until a file of that name is there, but not for ever. */
  private String gate(String name) {
    return "n=0; while [ ! -e %s ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done; "
        .formatted(directory.resolve(name));
  }

  private void open(String name) throws IOException {
    Files.createFile(directory.resolve(name));
  }

  @ParameterizedTest(name = "in groups: {0}")
  @ValueSource(booleans = {true, false})
  void whatRunsGoesOnAndItsEndIsHeard(boolean confined) throws IOException {
    try (var node = new GuardedNode(directory, confined)) {
      long first = node.awaitLife(1);
      node.target(1, gate("go") + "exit 7");
      node.target(2, gate("go") + "echo done > $MUSTER_OUTPUT/n");
      node.awaitStart(1);
      node.awaitStart(2);
      GuardedNode.kill(first);
      node.awaitLife(2);
      open("go");
      node.finishes(1, "FAILED", "7");
      node.finishes(2, "SUCCEEDED", "0");
      assertThat(directory.resolve("jobs/job-1/outputs/stage/2/n")).hasContent("done");
      assertThat(node.starts()).containsExactly("1", "2");
    }
  }

  @Test
  void whatEndedWhileNobodyWasThereIsReportedAsItEnded() throws IOException {
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      var whenItDied = "while kill -0 " + first + " 2> /dev/null; do sleep 0.01; done; ";
      node.target(1, whenItDied + "echo ouch >&2; exit 3");
      node.target(2, whenItDied + "kill -SEGV $$");
      node.target(3, whenItDied + "exit 0");
      List.of(1, 2, 3).forEach(node::awaitStart);
      GuardedNode.kill(first);
      node.awaitLife(2);
      node.finishes(1, "FAILED", "3", "ouch");
      node.finishes(2, "FAILED", "139");
      node.finishes(3, "SUCCEEDED", "0");
      assertThat(node.starts()).containsExactly("1", "2", "3");
    }
  }

  @Test
  void aResultIsReportedUntilItIsAcknowledgedAndThenForgotten() throws IOException {
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      node.target(1, "exit 4");
      node.target(2, "exit 5");
      node.finishes(1, "FAILED", "4");
      node.finishes(2, "FAILED", "5");
      node.acknowledge(2);
      GuardedNode.kill(first);
      node.forgetWhatWasHeard();
      long second = node.awaitLife(2);
      node.finishes(1, "FAILED", "4");
      node.acknowledge(1);
      assertThat(node.heardOf(2)).isEmpty();
      GuardedNode.kill(second);
      node.forgetWhatWasHeard();
      node.awaitLife(3);
      node.target(3, "exit 0");
      node.finishes(3, "SUCCEEDED");
      assertThat(node.heardOf(1)).isEmpty();
      assertThat(node.starts()).containsExactly("1", "2", "3");
    }
  }

  @Test
  void limitsHoldForWhatWasTakenOver() throws IOException {
    assumeTrue(confined(), "no control groups can be made here");
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      var whenItDied = "while kill -0 " + first + " 2> /dev/null; do sleep 0.01; done; ";
      node.target(1, gate("go") + "head -c 300M /dev/zero | tail > /dev/null");
      node.target(2, whenItDied + "head -c 300M /dev/zero | tail > /dev/null");
      node.awaitStart(1);
      node.awaitStart(2);
      GuardedNode.kill(first);
      node.awaitLife(2);
      open("go");
      node.finishes(1, "OUT_OF_MEMORY");
      node.finishes(2, "OUT_OF_MEMORY");
    }
  }

  private static boolean confined() {
    var groups = Cgroups.open();
    try {
      return groups.confine();
    } finally {
      groups.close();
    }
  }

  @ParameterizedTest(name = "in groups: {0}")
  @ValueSource(booleans = {true, false})
  void whatWasTakenOverCanBeEndedWithAllThatItStarted(boolean confined) throws IOException {
    try (var node = new GuardedNode(directory, confined)) {
      long first = node.awaitLife(1);
      node.target(
          1, "(setsid sh -c 'echo $$ > " + directory + "/child; exec sleep 100' &); sleep 100");
      node.awaitFile("child");
      GuardedNode.kill(first);
      node.awaitLife(2);
      node.say("kill 1");
      node.finishes(1, "KILLED", "143");
      var pid = Long.parseLong(Files.readString(directory.resolve("child")).strip());
      await().until(() -> ProcessHandle.of(pid).isEmpty());
    }
  }

  /** The node that stopped it is the only one that knew; so the next one lets it go on. */
  @ParameterizedTest(name = "in groups: {0}")
  @ValueSource(booleans = {true, false})
  void whatStoodStillGoesOn(boolean confined) throws IOException {
    try (var node = new GuardedNode(directory, confined)) {
      long first = node.awaitLife(1);
      var ticks = directory.resolve("ticks");
      var go = directory.resolve("go");
      node.target(1, "while [ ! -e %s ]; do echo >> %s; sleep 0.01; done".formatted(go, ticks));
      node.awaitFile("ticks");
      node.say("pace 1 FROZEN");
      standsStill(ticks);
      GuardedNode.kill(first);
      long before = Files.size(ticks);
      node.awaitLife(2);
      await().until(() -> Files.size(ticks) > before);
      open("go");
      node.finishes(1, "SUCCEEDED", "0");
    }
  }

  private static void standsStill(Path file) {
    await()
        .untilAsserted(
            () -> {
              long size = Files.size(file);
              await().pollDelay(A_WHILE).until(() -> true);
              assertThat(file).hasSize(size);
            });
  }

  /** Whatever such a task says with its exit code: nobody knows what the order did to it. */
  @Test
  void anOrderToEndOutlivesTheNodeThatGaveIt() throws IOException {
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      var endRequested = directory.resolve("told");
      node.target(1, "trap 'echo told >> " + endRequested + "' TERM; " + gate("go") + "exit 0");
      node.awaitStart(1);
      node.say("kill 1");
      node.awaitFile("told");
      GuardedNode.kill(first);
      node.awaitLife(2);
      open("go");
      node.finishes(1, "LOST", "its node died while it was being ended");
    }
  }

  @Test
  void whatNobodyKnowsOfAnyMoreIsEnded() throws IOException {
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      node.target(
          1,
          "echo $$ > "
              + directory
              + "/new; mv "
              + directory
              + "/new "
              + directory
              + "/pid; sleep 100");
      node.awaitFile("pid");
      var task =
          ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("pid")).strip()));
      Files.write(directory.resolve("state/journal"), new byte[16], StandardOpenOption.WRITE);
      GuardedNode.kill(first);
      node.awaitLife(2);
      await().until(() -> task.isEmpty() || !task.get().isAlive());
      assertThat(directory.resolve("state/journal.unreadable")).exists();
    }
  }

  @Test
  void manyDeathsInARowLoseNothing() throws IOException {
    try (var node = new GuardedNode(directory)) {
      for (int epoch = 1; epoch <= 4; epoch++) {
        long pid = node.awaitLife(epoch);
        for (int i = 0; i < 10; i++) {
          int run = epoch * 10 + i;
          node.target(run, gate("go") + "exit " + run);
        }
        node.awaitStart(epoch * 10L);
        GuardedNode.kill(pid);
      }
      node.awaitLife(5);
      open("go");
      for (var run : node.starts()) {
        node.finishes(Long.parseLong(run), "FAILED", run);
      }
      assertThat(node.starts()).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void withoutAGuardianAnEndIsLostAndSaidSo() throws Exception {
    long first;
    try (var node = new GuardedNode(directory)) {
      first = node.awaitLife(1);
      node.target(1, gate("go") + "exit 7");
      node.target(2, "exit 6");
      node.awaitStart(1);
      node.finishes(2, "FAILED", "6");
      GuardedNode.kill(node.guardian().pid());
      GuardedNode.kill(first);
    }
    try (var node = new GuardedNode(directory)) {
      node.awaitLife(2);
      node.finishes(2, "FAILED", "6");
      open("go");
      node.finishes(1, "LOST", "-1");
      assertThat(node.starts()).containsExactly("1", "2");
    }
  }

  @Test
  void halfAnEntryAtTheEndOfTheJournalIsNoEntry() throws Exception {
    try (var node = new GuardedNode(directory)) {
      long first = node.awaitLife(1);
      node.target(1, gate("go") + "exit 7");
      node.awaitStart(1);
      GuardedNode.kill(node.guardian().pid());
      GuardedNode.kill(first);
    }
    Files.write(
        directory.resolve("state/journal"), new byte[] {0, 0, 0, 99, 1}, StandardOpenOption.APPEND);
    try (var node = new GuardedNode(directory)) {
      long second = node.awaitLife(2);
      node.target(2, gate("go") + "exit 8");
      node.awaitStart(2);
      GuardedNode.kill(second);
      node.awaitLife(3);
      open("go");
      node.finishes(2, "FAILED", "8");
      node.finishes(1, "LOST", "-1");
    }
  }

  @Test
  void whoIsAskedToEndEndsWithAllThatRuns() throws Exception {
    try (var node = new GuardedNode(directory)) {
      node.awaitLife(1);
      node.target(1, "sleep 1000");
      node.awaitStart(1);
      node.say("end 5");
      assertThat(node.awaitEnd()).isEqualTo(5);
    }
    try (var node = new GuardedNode(directory)) {
      node.awaitLife(2);
      node.guardian().toHandle().destroy(); // a signal alone: `Process` would close its input too
      assertThat(node.awaitEnd()).isEqualTo(143);
    }
  }
}
