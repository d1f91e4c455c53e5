package dev.muster.sim.experiment.omega;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists so short that the numbers can be worked out by hand: think time is 1 s + 0.5 s a task. */
final class ReferenceTest {

  private static final Experiment EXPERIMENT = Experiments.named("omega/reference").orElseThrow();

  /** The log of the cell takes a moment. */
  private static final Offset<Double> NEARLY = within(1e-3);

  @TempDir private Path directory;

  private ExperimentReport run(String jobs, String... more) throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), "names\n" + jobs);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("jobs", file.toString());
    settings.put("machines", "2");
    settings.put("prefill", "0");
    settings.put("batchJobSeconds", "1");
    settings.put("serviceJobSeconds", "1");
    settings.put("taskSeconds", "0.5");
    settings.put("horizonSeconds", "100");
    for (var other : more) {
      settings.put(other.split("=", 2)[0], other.split("=", 2)[1]);
    }
    var all = settings.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue());
    return EXPERIMENT.run(Settings.of(EXPERIMENT, all.toList()), _ -> {});
  }

  private static double of(ExperimentReport report, String group, String name) {
    return requireNonNull(requireNonNull(report.groups().get(group)).get(name));
  }

  @Test
  void aJobWaitsUntilTheOneBeforeItIsDecided() throws IOException {
    var report = run("Batch,0,2,10,1,2\nBatch,0,2,10,1,2\n");

    assertThat(of(report, "batch", "waitMean")).isCloseTo((0 + 2) / 2.0, NEARLY);
    assertThat(of(report, "batch", "waitP90")).as("as the reference picks it").isCloseTo(0, NEARLY);
    assertThat(of(report, "batch", "busy")).isCloseTo(4 / 100.0, NEARLY);
    assertThat(of(report, "batch", "unscheduled")).isZero();
  }

  @Test
  void workloadsDoNotWaitForEachOther() throws IOException {
    var report = run("Batch,0,2,10,1,2\nService,0,4,10,1,2\n");

    assertThat(of(report, "service", "waitMean")).isCloseTo(0, NEARLY);
    assertThat(of(report, "service", "busy")).isCloseTo(3 / 100.0, NEARLY);
  }

  @Test
  void thoseWhoWantTheSameRoomConflict() throws IOException {
    var report = run("Batch,0,6,10,1,2\nService,0,6,10,1,2\n");

    double conflicts =
        of(report, "batch", "conflictFraction") + of(report, "service", "conflictFraction");
    assertThat(conflicts).as("the second fails once, then waits for room").isEqualTo(1);
    assertThat(of(report, "batch", "unscheduled")).isZero();
    assertThat(of(report, "service", "unscheduled")).isZero();
  }

  @Test
  void prefilledRoomIsNotThere() throws IOException {
    var report = run("Batch,0,8,10,1,2\n", "prefill=1");

    assertThat(of(report, "batch", "busy"))
        .as("first seven, then one")
        .isCloseTo(6.5 / 100, NEARLY);
  }

  /** Two machines of 2 cpus and 3 GB, on which a task of 0.5 cpu and 2 GB and one of 1 cpu run. */
  @ParameterizedTest
  @EnumSource
  void machinesAndWhatRunsOnThemCanBeThoseOfATrace(Architecture architecture) throws IOException {
    var prefill =
        Files.writeString(
            directory.resolve("prefill.csv"),
            "names\nService,0,1,1,0.5,2\nBatch,0,1,1,1,0.5\nBatch,0,1,1,2.5,1\n");

    var report =
        run(
            "Batch,0,9,500,0.5,0.25\n",
            "arch=" + architecture.label,
            "machineCpu=2",
            "machineMemory=3",
            "minOffer=0",
            "batchShare=1",
            "prefill=" + prefill);

    assertThat(of(report, "batch", "unscheduled")).as("2.5 cpus hold five").isEqualTo(1);
    assertThat(of(report, "batch", "busy")).as("five are placed at once").isGreaterThan(0.05);
    assertThat(report.notes())
        .anyMatch(note -> note.startsWith("1 jobs of " + prefill + " are left out: "));
  }

  /**
   * Two machines run a task of 1 cpu and 1 GB and one of 0.5 cpu and 3 GB, on one machine or on
   * two: ten jobs of a task of 1 cpu and 1 GB then have room for two, six, or where memory is what
   * lacks four.
   */
  @ParameterizedTest
  @CsvSource({"2, 4, 8", "4, 8, 4", "4, 4, 6"})
  void asManyTasksArePlacedAsMachinesOfTheirSizeHold(double cpu, double memory, double unscheduled)
      throws IOException {
    var prefill =
        Files.writeString(
            directory.resolve("prefill.csv"), "names\nBatch,0,1,1,1,1\nBatch,0,1,1,0.5,3\n");
    for (var architecture : Architecture.values()) {
      var report =
          run(
              "Batch,0,1,500,1,1\n".repeat(10),
              "arch=" + architecture.label,
              "machineCpu=" + cpu,
              "machineMemory=" + memory,
              "minOffer=0",
              "batchShare=1",
              "prefill=" + prefill);

      assertThat(of(report, "batch", "unscheduled")).as(architecture.label).isEqualTo(unscheduled);
    }
  }

  @Test
  void jobsWithATaskLargerThanAMachineAreLeftOut() throws IOException {
    var report = run("Batch,0,1,1,4,1\nBatch,0,1,1,4.001,1\nService,0,1,1,1,16.01\n");

    assertThat(of(report, "batch", "jobs")).isEqualTo(1);
    assertThat(of(report, "batch", "unscheduled")).isZero();
    assertThat(of(report, "service", "jobs")).isZero();
    assertThat(report.notes())
        .singleElement()
        .asString()
        .startsWith("2 jobs of ")
        .endsWith("jobs.csv are left out: a task of theirs is larger than a machine");
  }

  @ParameterizedTest
  @CsvSource({
    "machineCpu, 0, a number from 0.001 to 1000000",
    "machineCpu, 1000001, a number from 0.001 to 1000000",
    "machineCpu, many, a number from 0.001 to 1000000",
    "machineMemory, -1, a number from 0.001 to 1000000",
    "machineMemory, NaN, a number from 0.001 to 1000000",
    "minOffer, -0.5, a number from 0 to 1000000000",
    "prefill, 1.5, a whole number from 0 to 10000000",
    "prefill, -1, a whole number from 0 to 10000000",
    "prefill, '', a whole number from 0 to 10000000",
  })
  void aValueThatCannotBeIsRefusedByTheNameOfItsSetting(String name, String value, String need) {
    assertThatThrownBy(() -> run("Batch,0,1,1,1,1\n", name + "=" + value))
        .isInstanceOf(Settings.BadSetting.class)
        .hasMessageStartingWith(name + " must be " + need)
        .hasMessageEndingWith(", not `%s`", value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Batch,0,x,1,1,1",
        "Batch,0,1,1,1",
        "Batch,0,1,1,-1,1",
        "Batch,0,1,-1,1,1",
        "Batch,0,1,1,1,NaN",
        "Batch,1e10,1,1,1,1",
        "Other,0,1,1,1,1"
      })
  void aPrefillThatIsNoListOfJobsIsRefusedWithItsLine(String line) throws IOException {
    var prefill = Files.writeString(directory.resolve("prefill.csv"), "names\n" + line + "\n");

    assertThatThrownBy(() -> run("Batch,0,1,1,1,1\n", "prefill=" + prefill))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessage(
            "prefill must be a file of jobs: cannot read %s: line 2 is not a job: %s",
            prefill, line);
  }

  @Test
  void whatHasNoRoomFromTheStartIsSaid() throws IOException {
    var prefill =
        Files.writeString(directory.resolve("full.csv"), "names\nBatch,0,9,1,1,1\n").toString();

    assertThatThrownBy(() -> run("Batch,0,1,1,1,1\n", "prefill=" + prefill))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessage(
            "prefill must have room in the cell: its tasks need 9 cpus and 9 GB, the machines have 8 and 32");
    assertThatThrownBy(() -> run("Batch,0,1,1,1,1\n", "prefill=absent.csv"))
        .hasMessage(
            "prefill must be a whole number from 0 to 10000000, or the name of a file that can be read, not `absent.csv`");
  }

  /** One task needs 1 cpu of the eight: where less than all is not offered, none ever starts. */
  @ParameterizedTest
  @CsvSource({"9, 1", "8, 0", "0, 0"})
  void lessThanTheSmallestOfferIsNotOffered(double least, double unscheduled) throws IOException {
    var report = run("Batch,0,1,1,1,2\n", "arch=offers", "minOffer=" + least);

    assertThat(of(report, "batch", "unscheduled")).isEqualTo(unscheduled);
  }

  @Test
  void jobsAfterTheHorizonDoNotCount() throws IOException {
    var report = run("Batch,0,1,10,1,2\nBatch,100,1,10,1,2\n");

    assertThat(of(report, "batch", "jobs")).isEqualTo(1);
  }

  private static final String RESULTS =
      """
      arch,conflict,txn,distinct_seeds,n_batch_scheds,batch_tjob,service_tjob,\
      batch_wait_first_mean,bsched_busy_mean,ssched_busy_mean,batch_unscheduled
      mesos,-,-,1,1,1.0,1.0,9,9,9,9
      omega,resource-fit,incremental,0,1,1.0,1.0,8,8,8,8
      omega,resource-fit,incremental,1,1,1.0,1.0,2,0.08,0,0
      omega,sequence-numbers,incremental,1,1,1.0,1.0,7,7,7,7
      omega,resource-fit,incremental,1,2,1.0,1.0,6,6,6,6
      omega,resource-fit,incremental,1,1,1.0,2.0,5,5,5,5
      """;

  private String results() throws IOException {
    return "reference=" + Files.writeString(directory.resolve("results.csv"), RESULTS);
  }

  @Test
  void theResultsOfTheOtherSimulatorStandBesideOurs() throws IOException {
    var report = run("Batch,0,2,10,1,2\nBatch,0,2,10,1,2\nService,0,2,10,1,2\n", results());

    assertThat(of(report, "batchReference", "waitMean")).isEqualTo(2);
    assertThat(of(report, "batchDifference", "waitMean")).isCloseTo(-0.5, NEARLY);
    assertThat(of(report, "batchDifference", "busy")).isCloseTo(-0.5, within(0.01));
    assertThat(of(report, "batchDifference", "unscheduled")).isZero();
    assertThat(report.groups().get("serviceDifference"))
        .as("nothing can be so many times nothing")
        .doesNotContainKey("busy");
  }

  @Test
  void whatTheResultsDoNotSayIsSaid() throws IOException {
    assertThat(run("Batch,0,2,10,1,2\n", results()).notes())
        .singleElement()
        .asString()
        .contains(
            "says nothing about taskSeconds, machines, machineCpu, machineMemory, prefill, horizonSeconds, jobs: ");
    assertThat(run("Batch,0,2,10,1,2\n", full("1,jobs.csv,0.5,0.5,2,0,100.0")).notes()).isEmpty();
  }

  /** Results of one run with all columns there are. */
  private String full(String setting) throws IOException {
    var table =
        """
        arch,conflict,txn,n_batch_scheds,batch_tjob,service_tjob,\
        distinct_seeds,jobs_file,batch_ttask,service_ttask,machines,prefill_tasks,horizon_s,cpus,mem,batch_jobs
        mono-multi,-,-,1,1.0,1.0,%1$s,4.0,16.0,1
        omega,resource-fit,incremental,1,1.0,1.0,%1$s,4.0,16.0,1
        """
            .formatted(setting);
    return "reference=" + Files.writeString(directory.resolve("full.csv"), table);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arch=offers            | the nearest has arch=mono-multi",
        "conflict=sequence      | the nearest has conflict=resource-fit",
        "batchSchedulers=2      | the nearest has n_batch_scheds=1",
        "serviceJobSeconds=3    | the nearest has service_tjob=1.0",
        "taskSeconds=1          | the nearest has batch_ttask=0.5, service_ttask=0.5",
        "machines=3             | the nearest has machines=2",
        "machineCpu=5           | the nearest has cpus=4.0",
        "machineMemory=8.5      | the nearest has mem=16.0",
        "prefill=1              | the nearest has prefill_tasks=0",
        "horizonSeconds=50      | the nearest has horizon_s=100.0",
        "arch=static-partitions | reference has nothing about arch=static-partitions",
      })
  void resultsOfAnotherConfigurationAreNotHeldAgainstOurs(String other, String nearest)
      throws IOException {
    var reference = full("1,jobs.csv,0.5,0.5,2,0,100.0");

    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", reference, other))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining(nearest);
  }

  @Test
  void resultsForAnotherListOfJobsAreToldByItsName() throws IOException {
    var reference = full("1,W1.csv,0.5,0.5,2,0,100.0");

    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", reference))
        .hasMessageContaining("jobs_file=jobs.csv; the nearest has jobs_file=W1.csv");
  }

  @Test
  void aConfigurationThatTheResultsDoNotHaveIsNamedAndSoAreThoseThatTheyHave() {
    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", results(), "serviceJobSeconds=3"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("no row with arch=omega, conflict=resource-fit, txn=incremental")
        .hasMessageContaining("service_tjob=3; the nearest has service_tjob=1.0")
        .hasMessageContaining(
            "there are arch=mesos|omega, conflict=-|resource-fit|sequence-numbers")
        .hasMessageContaining("n_batch_scheds=1|2")
        .hasMessageContaining("service_tjob=1.0|2.0");
  }

  @Test
  void aTableOfSomethingElseIsNone() throws IOException {
    var other = Files.writeString(directory.resolve("other.csv"), "a,b\n1,2\n");

    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", "reference=" + other))
        .hasMessageContaining("reference must be a table with a column `arch`");
  }

  @Test
  void aHorizonBeforeAllJobsIsSaid() throws IOException {
    assertThat(run("Batch,50,1,1,1,2\n", "horizonSeconds=10").notes())
        .singleElement()
        .asString()
        .contains("no job of ", "comes before horizonSeconds=10");
  }

  @Test
  void aMonolithIsOne() {
    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", "arch=monolithic-multi", "batchSchedulers=2"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessage("batchSchedulers must be 1 with arch=monolithic-multi, not 2");
  }

  @Test
  void jobsMustBeSaid() {
    var settings = Settings.of(EXPERIMENT, List.of());

    assertThatThrownBy(() -> EXPERIMENT.run(settings, _ -> {}))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("jobs must be set");
  }
}
