package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.process.cgroup.Cgroups;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What watched tasks use, while they run. */
@ParameterizedClass(name = "in groups: {0}")
@ValueSource(booleans = {true, false})
class MeasureTest {
  private static final long MIB = 1 << 20;
  private static final long MS = 1_000_000;

  @Parameter private boolean confined;
  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(home, RunOptions.STANDARD, confined ? Cgroups.open() : Cgroups.PLAIN);
    bench.needs(new Resources(1_000, 256 * MIB));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private CompletableFuture<RunResult> start(int index, boolean watched, String line) {
    var work = bench.shell(line).work(index, 1);
    var demand = Demand.of(work.spec().resources());
    var result = new CompletableFuture<RunResult>();
    var launch = new Launch(index, 0, watched ? demand.whileWatched() : demand, work);
    bench.runtime.launch(launch, result::complete);
    return result.orTimeout(30, TimeUnit.SECONDS);
  }

  private List<Measured> measured() {
    var answer = new CompletableFuture<List<Measured>>();
    bench.runtime.measure(answer::complete);
    return answer.orTimeout(30, TimeUnit.SECONDS).join();
  }

  private Usage usage() {
    var all = measured();
    return all.isEmpty() ? Usage.NONE : all.getFirst().usage();
  }

  @Test
  void cpuOfATaskAndItsChildrenGrowsWhileItRuns() {
    var result = start(0, true, "echo up; sh -c 'while :; do :; done' & while :; do :; done");
    bench.hasSaid(0, "up");
    await().untilAsserted(() -> assertThat(usage().cpuNs()).isGreaterThan(300 * MS));
    long before = usage().cpuNs();
    await().untilAsserted(() -> assertThat(usage().cpuNs()).isGreaterThan(before + 100 * MS));
    bench.runtime.kill(0, true);
    result.join();
    assertThat(measured()).as("none runs").isEmpty();
  }

  @Test
  void memoryIsMeasured() {
    var line = "x=$(head -c 20m /dev/zero | tr '\\0' a);";
    var result = start(0, true, line + " echo up; sleep 100");
    bench.hasSaid(0, "up");
    var used = usage();
    assertThat(used.peakMemoryBytes()).isBetween(15 * MIB, 256 * MIB);
    assertThat(used.cpuNs()).isPositive();
    bench.runtime.kill(0, true);
    result.join();
  }

  @Test
  void onlyWatchedTasksAreMeasured() {
    var line = "echo up; sleep 100";
    var one = start(0, false, line);
    var other = start(1, true, line);
    bench.hasSaid(0, "up");
    bench.hasSaid(1, "up");
    assertThat(measured()).extracting(Measured::run).containsExactly(1L);
    bench.runtime.kill(0, true);
    bench.runtime.kill(1, true);
    CompletableFuture.allOf(one, other).join();
  }

  @Test
  void aRuntimeThatIsClosedAnswersToo() {
    bench.close();
    assertThat(measured()).isEmpty();
  }
}
