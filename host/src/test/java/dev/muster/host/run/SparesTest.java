package dev.muster.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparesTest {

  private static final StageSpec STAGE =
      StageSpec.of("stage", 9, new Resources(1, 1), List.of("true"));

  @TempDir private Path home;
  private JobDirectory job;
  private final Spares spares = new Spares();

  @BeforeEach
  void first() throws IOException {
    job = new JobDirectory(home);
    attempt(0).create(job, STAGE, spares);
    spares.offer(attempt(0));
  }

  private Attempt attempt(int index) {
    var name = Integer.toString(index);
    return new Attempt(home.resolve("tasks/stage/" + name), 1, home.resolve(name), home);
  }

  @Test
  void whatNobodyCanWriteToIsUsedAgain() throws IOException {
    spares.release(spares.waiting(), Set.of("another"));
    attempt(1).create(job, STAGE, spares);
    assertThat(attempt(0).task()).doesNotExist();
    assertThat(Traces.of(attempt(1)).none()).isTrue();
  }

  @Test
  void whatWasOfferedDuringTheLookHasToWaitForTheNext() throws IOException {
    spares.release(List.of(), Set.of());
    attempt(1).create(job, STAGE, spares);
    assertThat(attempt(0).task()).exists();
  }

  @Test
  void whatSomebodyMayStillWriteToHasToWait() throws IOException {
    spares.release(spares.waiting(), Set.of(attempt(0).mark()));
    attempt(1).create(job, STAGE, spares);
    assertThat(attempt(0).task()).exists();
    spares.release(spares.waiting(), Set.of());
    attempt(2).create(job, STAGE, spares);
    assertThat(attempt(0).task()).doesNotExist();
  }

  @Test
  void whatWasWrittenToIsLeftAlone() throws IOException {
    Files.writeString(attempt(0).work().resolve("note"), "mine");
    spares.release(spares.waiting(), Set.of());
    attempt(1).create(job, STAGE, spares);
    assertThat(attempt(0).work().resolve("note")).hasContent("mine");
    assertThat(Traces.of(attempt(1)).none()).isTrue();
  }

  @Test
  void whatIsGoneIsNotMissed() throws IOException {
    spares.release(spares.waiting(), Set.of());
    Files.delete(attempt(0).work());
    Files.delete(attempt(0).output());
    Files.delete(attempt(0).task());
    attempt(1).create(job, STAGE, spares);
    assertThat(Traces.of(attempt(1)).none()).isTrue();
  }

  @Test
  void theFirstTaskOfAStageMayUseOneAsWell() throws IOException {
    spares.release(spares.waiting(), Set.of());
    var task = home.resolve("tasks/other/0");
    var other = StageSpec.of("other", 1, new Resources(1, 1), List.of("true"));
    new Attempt(task, 1, home.resolve("o"), home).create(job, other, spares);
    assertThat(task.resolve("work.1")).exists();
    assertThat(attempt(0).task()).doesNotExist();
  }

  @Test
  void tasksThatWriteNothingPassTheirDirectoriesOn() throws IOException {
    try (var bench = new Bench(home, Terms.STANDARD)) {
      bench.command("true").run(0);
      var next = new AtomicInteger(1);
      await()
          .until(
              () -> {
                assertThat(bench.run(next.getAndIncrement()).succeeded()).isTrue();
                return !Files.exists(bench.directory.task(Bench.STAGE, 0));
              });
      bench.shell("echo word").run(next.get());
      assertThat(bench.stdout(next.get())).isEqualTo("word\n");
    }
  }
}
