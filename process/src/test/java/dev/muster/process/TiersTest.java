package dev.muster.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.node.Node;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tiers of tasks for real: a node and the processes of its machine. */
class TiersTest {
  private static final Resources NEEDS = new Resources(500, 64 << 20);
  private static final long MS = 1_000_000;

  @TempDir private Path home;
  private final List<SchedulerEvent> heard = new CopyOnWriteArrayList<>();
  private Host host;

  @BeforeEach
  void open() {
    var runtime = new ProcessRuntime("node-0", home, RunOptions.STANDARD, Localizer.IN_PLACE);
    host = new Host(Log.IN_MEMORY);
    host.add(MasterEvent.at(0), (_, _, _) -> {}, host.loop("master"));
    host.add(SchedulerEvent.at(0), this::hear, host.loop("scheduler"));
    var often = Timing.standard().with(new Timing.Reports(100 * MS, 100 * MS));
    var node = new Node(0, 1, new Resources(1_000, 128 << 20), MasterEvent.at(0), often);
    host.add(NodeEvent.at(0), node, host.loop("node"), runtime);
    host.start();
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void hear(long nowNs, SchedulerEvent event, Effects out) {
    heard.add(event);
    if (event instanceof TaskFinished finished) {
      out.send(NodeEvent.at(0), new NodeEvent.AcknowledgeResult(finished.reservation(), true));
    }
  }

  private <T> Stream<T> heard(Class<T> type) {
    return heard.stream().filter(type::isInstance).map(type::cast);
  }

  private void place(int id, Demand demand, String line) {
    var stage = StageSpec.of("s", 100, demand.resources(), List.of("sh", "-c", line));
    var job = JobSpec.of("tiers", stage).withHome(home.toString());
    var work = Work.of(1, job, 0, id, 1);
    host.send(NodeEvent.at(0), new PlaceTask(SchedulerEvent.at(0), id, demand, work));
  }

  private Path output(int id) {
    return home.resolve("said-" + id);
  }

  /** Says in which group it is, and runs on. */
  private void placeLow(int id) {
    var file = output(id).toString();
    var low = Demand.of(NEEDS).with(Tier.OPPORTUNISTIC).whileWatched();
    var says = "cat /proc/self/cgroup > " + file + ".new; mv " + file + ".new " + file;
    place(id, low, says + "; while :; do :; done");
    await().until(() -> Files.exists(output(id)));
  }

  private String shares(int id) throws IOException {
    var group =
        Files.readString(output(id), UTF_8)
            .lines()
            .filter(line -> line.contains(":cpu:"))
            .map(line -> line.substring(line.lastIndexOf(':') + 1))
            .findFirst();
    assumeTrue(group.isPresent(), "no such group");
    var file = Path.of("/sys/fs/cgroup/cpu" + group.get(), "cpu.shares");
    assumeTrue(Files.exists(file), "no such group");
    return Files.readString(file).strip();
  }

  private List<Outcome> outcomes(int id) {
    return heard(TaskFinished.class)
        .filter(end -> end.reservation() == id)
        .map(end -> end.result().outcome())
        .toList();
  }

  @Test
  void aPromotedTaskHasItsShareAndIsNotEvicted() throws IOException {
    placeLow(1);
    await().untilAsserted(() -> assertThat(shares(1)).isEqualTo("2"));
    host.send(NodeEvent.at(0), new PromoteTask(SchedulerEvent.at(0), 1, ""));
    await().untilAsserted(() -> assertThat(heard(TaskPromoted.class)).hasSize(1));
    assertThat(heard(TaskPromoted.class).findFirst().orElseThrow().granted()).isTrue();
    await().untilAsserted(() -> assertThat(shares(1)).isEqualTo("512"));

    placeLow(2);
    host.send(NodeEvent.at(0), new MemoryShort(1));
    await().untilAsserted(() -> assertThat(outcomes(2)).containsExactly(Outcome.EVICTED));
    assertThat(outcomes(1)).isEmpty();
  }

  @Test
  void aGuaranteedTaskEvictsAnOpportunisticOne() {
    placeLow(1);
    place(2, Demand.of(new Resources(1_000, 128 << 20)), "true");
    await().untilAsserted(() -> assertThat(outcomes(2)).containsExactly(Outcome.SUCCEEDED));
    assertThat(outcomes(1)).containsExactly(Outcome.EVICTED);
  }

  @Test
  void whatAWatchedTaskUsesIsReportedWhileItRuns() {
    placeLow(1);
    await()
        .untilAsserted(
            () ->
                assertThat(heard(AttemptsReported.class))
                    .anyMatch(report -> report.attempts().getFirst().usage().cpuNs() > 200 * MS));
  }
}
