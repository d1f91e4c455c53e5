package dev.muster.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few lines of each trace, as they are published. */
final class TracesTest {

  private static final long S = 1_000_000_000;

  @TempDir Path folder;

  private Path file(String name, String... lines) throws IOException {
    var file = folder.resolve(name);
    try (var out = Files.newOutputStream(file);
        var packed = name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      packed.write(
          (String.join("\n", lines) + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return file;
  }

  private static final String GOOGLE =
      "job_id,submit_s,num_tasks,mean_run_s,completed_runs,still_running_at_end,resubmits,cpu_req,mem_req,priority,sched_class,present_at_t0";

  @Test
  void ofGoogleOnlyJobsCountThatCameAndRan() throws Exception {
    var jobs =
        GoogleJob.read(
            file(
                "google.csv.gz",
                GOOGLE,
                "1,0.0,2,5.0,0,2,0,0.1,0.2,9,3,1",
                "2,1.5,2,-1.000,0,2,0,0.1,0.2,9,3,0",
                "3,2.5,20,4.25,0,2,0,0.125,0.07,9,2,0",
                "4,3.0,1,1,0,2,0,,,9,1,0",
                "5,3.0,1,1,0,2,0,0,0,8,3,0"));

    assertThat(jobs)
        .containsExactly(
            new GoogleJob(2_500_000_000L, 20, 4_250_000_000L, 0.125, 0.07),
            new GoogleJob(3 * S, 1, S, 0, 0),
            new GoogleJob(3 * S, 1, S, 0, 0));
  }

  @Test
  void ofAlibabaOnlyTasksCountThatEnded() throws Exception {
    var tasks =
        AlibabaTask.read(
            file(
                "alibaba.csv",
                "task_create_time, task_end_time, job_id, ...",
                "6459,6524,3,4,15740,Terminated,50,0.0079",
                "6036,6046,4,7,393,Waiting,,",
                "6036,,4,8,393,Terminated,,",
                "6036,6035,4,9,393,Terminated,,",
                "6036,6036,4,9,1,Terminated,,"));

    assertThat(tasks)
        .containsExactly(
            new AlibabaTask(3, 6_459 * S, 6_524 * S, 15_740, 0.5, 0.0079),
            new AlibabaTask(4, 6_036 * S, 6_036 * S, 1, 0, 0));
  }

  @Test
  void swimHasBytes() throws Exception {
    var jobs = SwimJob.read(file("swim.tsv", "job0\t49\t49\t740773\t2339561\t627471"));

    assertThat(jobs).containsExactly(new SwimJob(49 * S, 740_773, 2_339_561, 627_471));
  }

  @Test
  void aMistakeIsNamedWithItsLineAndField() throws Exception {
    var wrong = file("a.tsv", "job0\t49\t49\t1\t2\t3", "job1\tx\t49\t1\t2\t3");
    var google = file("b.csv", GOOGLE, "3,2.5,20,4.25,0,2,0,a,0.07,9,2,0");

    assertThatThrownBy(() -> SwimJob.read(wrong))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContainingAll("a.tsv", "line 2", "submit time is not a number: `x`");
    assertThatThrownBy(() -> GoogleJob.read(google))
        .hasMessageContainingAll("b.csv", "line 2", "cpu_req is not a number: `a`");
    assertThatThrownBy(() -> SwimJob.read(folder.resolve("nothing")))
        .hasMessageContaining("cannot read");
  }
}
