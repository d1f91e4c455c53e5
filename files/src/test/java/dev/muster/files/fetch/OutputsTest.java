package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.content.DirectoryScan;
import dev.muster.files.serve.Outputs;
import dev.muster.model.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks left: what can be read of it, and when it goes. */
class OutputsTest {
  private static final Outputs.OutputKey OUTPUT = new Outputs.OutputKey(7, "count", 3);
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir private Path home;
  private Layouts jobs;
  private Outputs outputs;
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");

  @BeforeEach
  void open() {
    jobs = new Layouts(home.resolve("jobs"));
    outputs = new Outputs(jobs);
  }

  @Test
  void theTasksThatLeftSomethingAreKnown() throws IOException {
    for (int index : new int[] {10, 9, 0}) {
      jobs.write(new Outputs.OutputKey(7, "count", index), "n", "x");
    }
    assertThat(outputs.held(7, "count")).containsExactly(0, 9, 10);
    assertThat(outputs.held(7, "sum")).isEmpty();
  }

  @Test
  void itIsHashedOnceAndThatOutlivesTheProcess() throws IOException {
    jobs.write(OUTPUT, "deep/n", "three");
    var files = outputs.listing(OUTPUT);
    assertThat(files).extracting(FileRef::path).containsExactly("deep/n");
    assertThat(jobs.listings(7, "count").resolve("3")).isRegularFile();

    jobs.write(OUTPUT, "late", "comes too late to be listed");
    assertThat(new Outputs(jobs).listing(OUTPUT)).isEqualTo(files);
  }

  @Test
  void whatIsNotListedCannotBeRead() throws IOException {
    jobs.write(OUTPUT, "n", "three");
    var file = outputs.listing(OUTPUT).getFirst();
    assertThat(outputs.store(OUTPUT).find(file.sha256())).isPresent();
    assertThat(outputs.store(OUTPUT).find(Sample.of(1, 1).content().sha256())).isEmpty();
    assertThatThrownBy(() -> outputs.listing(new Outputs.OutputKey(7, "count", 4)))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aLinkWithinIsTheFileItLeadsTo() throws IOException {
    jobs.write(OUTPUT, "lib.so.1", "code");
    Files.createSymbolicLink(jobs.directory(OUTPUT).resolve("lib.so"), Path.of("lib.so.1"));
    assertThat(outputs.listing(OUTPUT))
        .extracting(FileRef::path)
        .containsExactly("lib.so", "lib.so.1");
  }

  @Test
  void aLinkThatLeadsOutIsRefused() throws IOException {
    var secret = Files.writeString(home.resolve("private"), "keep out");
    jobs.write(OUTPUT, "n", "three");
    Files.createSymbolicLink(jobs.directory(OUTPUT).resolve("n2"), secret);
    assertThatThrownBy(() -> outputs.listing(OUTPUT))
        .hasMessage("the link `n2` leads out of the task's output");
  }

  @Test
  void aFileThatBecameALinkLaterIsNotFollowed() throws IOException {
    var file = jobs.write(OUTPUT, "n", "three");
    var listed = outputs.listing(OUTPUT).getFirst();
    var secret = Files.writeString(home.resolve("private"), "keep out");
    Files.delete(file);
    Files.createSymbolicLink(file, secret);
    assertThat(outputs.store(OUTPUT).find(listed.sha256())).isEmpty();
  }

  private Retention retention(int removalsPerTurn) {
    return new Retention(home.resolve("ended"), jobs, WEEK, () -> now, removalsPerTurn);
  }

  @Test
  void itStaysForAWeekAfterTheJobsEnd() throws IOException {
    jobs.write(OUTPUT, "n", "three");
    jobs.write(new Outputs.OutputKey(8, "count", 0), "n", "of a job that runs");
    outputs.listing(OUTPUT);
    try (var retention = retention(Retention.REMOVALS_PER_SWEEP)) {
      retention.ended(7);
    }
    try (var afterRestart = retention(Retention.REMOVALS_PER_SWEEP)) {
      now = now.plus(WEEK.minusSeconds(1));
      afterRestart.ended(7);
      afterRestart.sweep();
      assertThat(jobs.directory(OUTPUT)).exists();

      now = now.plusSeconds(1);
      afterRestart.sweep();
    }
    assertThat(home.resolve("jobs/7")).isEmptyDirectory();
    assertThat(jobs.directory(new Outputs.OutputKey(8, "count", 0))).exists();
    assertThat(home.resolve("ended")).isEmptyDirectory();
  }

  @Test
  void muchIsRemovedALittleAtATime() throws IOException {
    for (int i = 0; i < 10; i++) {
      jobs.write(OUTPUT, "n" + i, "x");
    }
    try (var retention = retention(4)) {
      retention.ended(7);
      Files.writeString(home.resolve("ended/note"), "somebody left this here");
      now = now.plus(WEEK);
      retention.sweep();
      assertThat(DirectoryScan.entries(jobs.directory(OUTPUT))).hasSize(6);
      retention.sweep();
      retention.sweep();
      assertThat(jobs.directory(OUTPUT)).doesNotExist();
      retention.sweep();
    }
    assertThat(home.resolve("ended/7")).doesNotExist();
  }
}
