package dev.muster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.Resources;
import dev.muster.workload.JobList.Listed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobListTest {

  private static final String TEXT =
      """
      workload,submit_s,num_tasks,duration_s,cpus_per_task,mem_gb_per_task
      Batch,1.5,3,100,1,2
      Service,2,1,0.25,0.5,0.5
      """;

  @TempDir private Path directory;

  @Test
  void jobsAreInTheOrderOfTheFile() throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), TEXT);

    assertThat(JobList.read(file))
        .containsExactly(
            new Listed(false, 1_500_000_000L, 3, 100_000_000_000L, new Resources(1_000, 2L << 30)),
            new Listed(true, 2_000_000_000L, 1, 250_000_000L, new Resources(500, 1L << 29)));
  }

  @Test
  void aFileMayBeCompressed() throws IOException {
    var file = directory.resolve("jobs.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(TEXT.getBytes(UTF_8));
    }

    assertThat(JobList.read(file)).hasSize(2);
  }

  @Test
  void aLineThatIsNoJobIsNamed() throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), TEXT + "Batch,1,many,1,1,1\n");

    assertThatThrownBy(() -> JobList.read(file))
        .hasRootCauseMessage("line 4 is not a job: Batch,1,many,1,1,1");
  }
}
