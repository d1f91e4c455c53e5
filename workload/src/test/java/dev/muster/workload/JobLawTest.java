package dev.muster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.workload.JobList.Listed;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLawTest {

  private static final double S = 1e9;
  private static final Resources TASK = new Resources(1_000, 2L << 30);
  private static final JobLaw SERVICES = new JobLaw(true, 2 * S, 10, 500 * S, TASK);
  private static final long END_NS = 100_000L * 1_000_000_000L;

  private static List<Listed> draw(long seed) {
    return SERVICES.draw(END_NS, Chance.of(seed, "services"));
  }

  @Test
  void theMeansAreThoseOfTheLaw() {
    var jobs = draw(1);

    assertThat(jobs.size()).isBetween(49_000, 51_000);
    assertThat(jobs.stream().mapToInt(Listed::tasks).average().orElseThrow())
        .as("rounded up, so about half a task more")
        .isCloseTo(10.5, within(0.2));
    assertThat(jobs.stream().mapToLong(Listed::durationNs).average().orElseThrow() / S)
        .isCloseTo(500, within(10.0));
  }

  @Test
  void jobsComeInOrderBeforeTheEndAndHaveATask() {
    var jobs = draw(1);

    assertThat(jobs).extracting(Listed::submitNs).isSorted();
    assertThat(jobs.getLast().submitNs()).isLessThan(END_NS);
    assertThat(jobs).allMatch(job -> job.tasks() >= 1 && job.durationNs() >= 1 && job.service());
  }

  @Test
  void theSeedDecides() {
    assertThat(draw(1)).isEqualTo(draw(1)).isNotEqualTo(draw(2));
  }
}
