package dev.muster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimedJobsTest {

  private static final String TEXT =
      TimedJobs.NAMES + "\n20.5,2,3 4,3.5,short\n20,1,100,100,long\n";

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("jobs.csv"), text);
  }

  @Test
  void jobsAreInTheOrderOfArrivalFromTheFirst() throws IOException {
    var jobs = TimedJobs.read(file(TEXT));

    assertThat(jobs).extracting(TimedJobs.TimedJob::arrivalNs).containsExactly(0L, 500_000_000L);
    assertThat(jobs.getFirst().isLong()).isTrue();
    assertThat(jobs.getLast().isLong()).isFalse();
    assertThat(jobs.getLast().taskNs()).containsExactly(3_000_000_000L, 4_000_000_000L);
    assertThat(jobs.getLast().estimateNs()).isEqualTo(3_500_000_000L);
  }

  @Test
  void aFileMayBeCompressed() throws IOException {
    var file = directory.resolve("jobs.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(TEXT.getBytes(UTF_8));
    }
    assertThat(TimedJobs.read(file)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2,3 4,3,short,5 | line 4: has 6 fields, not 5",
        "x,2,3 4,3,short | line 4: arrival_s is `x`, not a number of seconds from 0 to 1e9",
        "1,3,3 4,3,short | line 4: num_tasks is `3`, not 2, as many as task_durations_s",
        "1,2,3 -4,3,short | line 4: task_durations_s is `-4`, not a number of seconds from 0 to 1e9",
        "1,1,,3,short | line 4: task_durations_s is ``, not a number of seconds from 0 to 1e9",
        "1,2,3 4,NaN,short | line 4: estimate_s is `NaN`, not a number of seconds from 0 to 1e9",
        "1,2,3 4,3,medium | line 4: class is `medium`, not short or long",
      })
  void whatIsWrongIsNamedByLineAndField(String line, String message) throws IOException {
    var file = file(TEXT + line + "\n");
    assertThatThrownBy(() -> TimedJobs.read(file)).hasRootCauseMessage(message);
  }

  @Test
  void aFileWithOtherColumnsOrWithoutJobsIsRejected() throws IOException {
    var others = file("a,b\n1,2\n");
    assertThatThrownBy(() -> TimedJobs.read(others))
        .hasRootCauseMessage("the first line must be " + TimedJobs.NAMES);
    var empty = file(TimedJobs.NAMES + "\n");
    assertThatThrownBy(() -> TimedJobs.read(empty)).hasRootCauseMessage("there is no job");
  }
}
