package dev.muster.sim.experiment.omega;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.omega.OmegaSetting.CellSize;
import dev.muster.sim.experiment.omega.OmegaSetting.Scheme;
import dev.muster.sim.experiment.omega.OmegaSetting.ThinkTimes;
import dev.muster.workload.JobList.Listed;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs so few that the numbers can be worked out by hand: think time is 1 s + 0.5 s a task. */
class OmegaRunTest {

  private static final long S = 1_000_000_000L;
  private static final Resources TASK = new Resources(1_000, 2L << 30);

  /** Messages take a moment. */
  private static final Offset<Double> NEARLY = within(1e-3);

  private static Listed batch(long atS, int tasks, long durationS) {
    return new Listed(false, atS * S, tasks, durationS * S, TASK);
  }

  private static Listed service(long atS, int tasks, long durationS) {
    return new Listed(true, atS * S, tasks, durationS * S, TASK);
  }

  private static OmegaSetting setting(Architecture architecture, int machines, int prefill) {
    return new OmegaSetting(
        1,
        CellSize.usual(machines, prefill, 0.5),
        new Scheme(architecture, TransactionOptions.STANDARD, 1),
        new ThinkTimes(S, S, S / 2),
        1_000 * S);
  }

  private static OmegaResult run(OmegaSetting setting, Listed... jobs) {
    return new OmegaRun(setting, List.of(jobs)).run(PointRun.alone());
  }

  @Test
  void allJobsStandInTheOneLineOfAMonolith() {
    var setting = setting(Architecture.MONOLITHIC_MULTI, 4, 0);

    var measured = run(setting, batch(0, 2, 10), service(1, 4, 10), batch(2, 2, 10));

    assertThat(measured.service().waitMean()).as("until 2 s").isCloseTo(1, NEARLY);
    assertThat(measured.batch().waitMean()).as("0 s, and until 5 s").isCloseTo(1.5, NEARLY);
    assertThat(measured.batch().busy()).isCloseTo(4 / 1_000.0, NEARLY);
    assertThat(measured.service().busy()).isCloseTo(3 / 1_000.0, NEARLY);
  }

  @Test
  void onASinglePathBatchJobsTakeAsLongAsServices() {
    var jobs = new Listed[] {batch(0, 2, 10), batch(0, 2, 10)};

    var single = run(setting(Architecture.MONOLITHIC_SINGLE, 4, 0).withServiceJobNs(20 * S), jobs);
    var multi = run(setting(Architecture.MONOLITHIC_MULTI, 4, 0).withServiceJobNs(20 * S), jobs);

    assertThat(single.batch().waitMean()).isCloseTo(21 / 2.0, NEARLY);
    assertThat(multi.batch().waitMean()).isCloseTo(2 / 2.0, NEARLY);
  }

  @Test
  void aMonolithSeesRoomThatComesFreeWhileItThinksAndASharedCopyDoesNot() {
    var jobs = new Listed[] {batch(0, 8, 1), batch(0, 8, 1)};

    var alone = run(setting(Architecture.MONOLITHIC_MULTI, 2, 0), jobs);
    var shared = run(setting(Architecture.SHARED, 2, 0), jobs);

    assertThat(alone.batch().attempts()).isEqualTo(2);
    assertThat(shared.batch().attempts()).as("once in vain").isEqualTo(3);
    assertThat(shared.batch().busy())
        .as("and what is in vain does not count")
        .isCloseTo(alone.batch().busy(), NEARLY);
  }

  @Test
  void oneWorkloadCannotUseTheMachinesOfTheOther() {
    var jobs = new Listed[] {batch(0, 7, 10), service(0, 1, 10)};

    var divided = run(setting(Architecture.STATIC_PARTITIONS, 2, 0), jobs);
    var shared = run(setting(Architecture.SHARED, 2, 0), jobs);

    assertThat(divided.batch().attempts()).as("four at once, the others later").isGreaterThan(2);
    assertThat(divided.service().attempts()).isEqualTo(1);
    assertThat(divided.service().waitMean()).isCloseTo(0, NEARLY);
    assertThat(shared.batch().attempts()).isEqualTo(1);
  }

  @Test
  void eachPartHasItsShareOfWhatWasThereBefore() {
    var divided = setting(Architecture.STATIC_PARTITIONS, 2, 6);

    var measured = run(divided, batch(0, 1, 2_000), batch(0, 1, 2_000), service(0, 1, 2_000));

    assertThat(measured.batch().unscheduled()).as("room for one").isEqualTo(1);
    assertThat(measured.service().unscheduled()).isZero();
  }

  @Test
  void anOfferComesASecondAfterItIsAskedFor() {
    var measured = run(setting(Architecture.OFFERS, 50, 0), batch(0, 2, 10), batch(0, 2, 10));

    assertThat(measured.batch().waitMean()).as("one offer for both").isCloseTo(1.001, NEARLY);
    assertThat(measured.batch().busy()).isCloseTo(4 / 1_000.0, NEARLY);
  }

  @Test
  void whatIsOfferedIsLockedUntilTheAnswer() {
    var measured = run(setting(Architecture.OFFERS, 50, 0), service(0, 20, 10), batch(2, 2, 10));

    double answeredS = 1.001 + 11;
    double offeredS = answeredS + 1.001;
    assertThat(measured.batch().waitMean()).isCloseTo(offeredS - 2, NEARLY);
  }

  @Test
  void littleRoomIsNotOffered() {
    var small = run(setting(Architecture.OFFERS, 24, 0), batch(0, 1, 10));
    var enough = run(setting(Architecture.OFFERS, 25, 0), batch(0, 1, 10));

    assertThat(small.batch().attempts()).isZero();
    assertThat(small.batch().unscheduled()).isEqualTo(1);
    assertThat(enough.batch().unscheduled()).isZero();
  }

  @Test
  void theOfferGoesToWhomeverHasLess() {
    var measured =
        run(
            setting(Architecture.OFFERS, 50, 0),
            batch(0, 10, 500),
            batch(10, 1, 10),
            service(10, 1, 10));

    assertThat(measured.service().waitMean()).as("has nothing").isCloseTo(1.001, NEARLY);
    double second = 1.001 + 1.5 + 1.001;
    assertThat(measured.batch().waitMean()).isCloseTo((1.001 + second) / 2, NEARLY);
  }

  /** One task fills three of the four cpus of each machine; nothing is left for one of two. */
  @ParameterizedTest
  @EnumSource
  void aJobWithoutAnyRoomIsTriedAHundredTimesAndOnce(Architecture architecture) {
    int machines = 120;
    int ofBatch = architecture == Architecture.STATIC_PARTITIONS ? machines / 2 : machines;
    var crowd = new Listed(false, 0, ofBatch, 2_000 * S, new Resources(3_000, 1));
    var large = new Listed(false, S, 1, 2_000 * S, new Resources(2_000, 1));

    var figures = run(setting(architecture, machines, 0), crowd, large).batch();

    assertThat(figures.abandoned()).isEqualTo(1);
    assertThat(figures.unscheduled()).isEqualTo(1);
    assertThat(figures.attempts()).isEqualTo(1 + 101);
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameRun(Architecture architecture) {
    var jobs = new Listed[] {batch(0, 50, 10), service(0, 60, 20), batch(1, 70, 30)};
    var setting = setting(architecture, 30, 10);

    assertThat(run(setting, jobs)).isEqualTo(run(setting, jobs));
  }
}
