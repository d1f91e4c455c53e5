package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.process.directory.AttemptDirectory;
import dev.muster.process.directory.DirectoryPool;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryPoolTest {
  private static final StageSpec STAGE =
      StageSpec.of("stage", 9, new Resources(1, 1), List.of("true"));

  @TempDir private Path home;
  private JobDirectory job;
  private final DirectoryPool pool = new DirectoryPool();

  @BeforeEach
  void first() throws IOException {
    job = new JobDirectory(home);
    attempt(0).create(job, STAGE, pool);
    pool.offer(attempt(0));
  }

  private AttemptDirectory attempt(int index) {
    return attempt(index, 1);
  }

  private AttemptDirectory attempt(int index, int number) {
    var name = Integer.toString(index);
    var task = home.resolve("tasks/stage/" + name);
    return new AttemptDirectory(task, number, home.resolve(name), home);
  }

  @Test
  void whatNobodyCanWriteToIsUsedAgain() throws IOException {
    pool.release(pool.waiting(), Set.of("another"));
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(0).task()).doesNotExist();
    assertThat(AttemptDirectory.Traces.of(attempt(1)).none()).isTrue();
  }

  @Test
  void whatWasOfferedDuringTheLookHasToWaitForTheNext() throws IOException {
    pool.release(List.of(), Set.of());
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(0).task()).exists();
  }

  @Test
  void whatSomebodyMayStillWriteToHasToWait() throws IOException {
    pool.release(pool.waiting(), Set.of(attempt(0).mark()));
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(0).task()).exists();
    pool.release(pool.waiting(), Set.of());
    attempt(2).create(job, STAGE, pool);
    assertThat(attempt(0).task()).doesNotExist();
  }

  @Test
  void whatWasWrittenToIsLeftAlone() throws IOException {
    Files.writeString(attempt(0).work().resolve("note"), "mine");
    pool.release(pool.waiting(), Set.of());
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(0).work().resolve("note")).hasContent("mine");
    assertThat(AttemptDirectory.Traces.of(attempt(1)).none()).isTrue();
  }

  /** The first attempt was given up, the second made, and then the first ended well after all. */
  @Test
  void whatASecondAttemptUsesIsLeftAlone() throws IOException {
    attempt(0, 2).create(job, STAGE, pool);
    pool.release(pool.waiting(), Set.of());
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(0, 2).work()).exists();
    attempt(1, 2).create(job, STAGE, pool);
    assertThat(attempt(1, 2).work()).isEmptyDirectory();
  }

  @Test
  void aFirstAttemptMayComeAfterTheSecond() throws IOException {
    pool.release(pool.waiting(), Set.of());
    attempt(1, 2).create(job, STAGE, pool);
    attempt(1).create(job, STAGE, pool);
    assertThat(attempt(1, 2).work()).exists();
    assertThat(attempt(1).work()).isEmptyDirectory();
    attempt(2).create(job, STAGE, pool);
    assertThat(attempt(0).task()).as("given back, and used").doesNotExist();
  }

  @Test
  void whatIsGoneIsNotMissed() throws IOException {
    pool.release(pool.waiting(), Set.of());
    Files.delete(attempt(0).work());
    Files.delete(attempt(0).output());
    Files.delete(attempt(0).task());
    attempt(1).create(job, STAGE, pool);
    assertThat(AttemptDirectory.Traces.of(attempt(1)).none()).isTrue();
  }

  @Test
  void theFirstTaskOfAStageMayUseOneAsWell() throws IOException {
    pool.release(pool.waiting(), Set.of());
    var task = home.resolve("tasks/other/0");
    var other = StageSpec.of("other", 1, new Resources(1, 1), List.of("true"));
    new AttemptDirectory(task, 1, home.resolve("o"), home).create(job, other, pool);
    assertThat(task.resolve("work.1")).exists();
    assertThat(attempt(0).task()).doesNotExist();
  }

  @Test
  void tasksThatWriteNothingPassTheirDirectoriesOn() throws IOException {
    try (var bench = new Bench(home, RunOptions.STANDARD)) {
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
