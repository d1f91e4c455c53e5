package dev.muster.sim.experiment.omega;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Setting.ThinkTimes;
import java.util.ArrayList;
import java.util.List;

/** Parameters that several of the experiments have, and what becomes of them. */
final class Parameters {

  static final String JOBS = "a file of jobs: workload,submit_s,num_tasks,duration_s,cpu,mem";

  /** What the horizontal axis shows where service jobs are thought about longer and longer. */
  static final String SERVICE_AXIS = "think time per service job in s";

  private static final double NS_PER_S = 1e9;
  private static final double BATCH_SHARE = 0.8;
  private static final double LONGEST = 1e6;

  private Parameters() {}

  static Parameter machines(int count) {
    return Parameter.whole("machines", count, 1, 1_000_000, "machines of 4 cpus and 16 GB");
  }

  static Parameter prefill(int tasks) {
    return Parameter.whole("prefill", tasks, 0, 10_000_000, "tasks of 1 cpu, 2 GB that never end");
  }

  static Parameter batchSchedulers() {
    return Parameter.whole(
        "batchSchedulers", 1, 1, 1_000, "schedulers of batch jobs; one of services");
  }

  static Parameter batchJobSeconds(double value) {
    return Parameter.number("batchJobSeconds", value, 0, LONGEST, "think time per batch job");
  }

  static Parameter serviceJobSeconds(double value) {
    return Parameter.number(
        "serviceJobSeconds",
        value,
        0,
        LONGEST,
        "think time per service job; with monolithic-single per any job");
  }

  static Parameter serviceJobSeconds(double[] values) {
    return Parameter.numbers(
        "serviceJobSeconds",
        values,
        0,
        LONGEST,
        "think time per service job; on a single path per any job");
  }

  static Parameter taskSeconds() {
    return Parameter.number("taskSeconds", 0.005, 0, LONGEST, "think time per task of either");
  }

  static Parameter batchShare() {
    return Parameter.number(
        "batchShare", BATCH_SHARE, 0, 1, "machines for batch jobs alone, with static-partitions");
  }

  static Parameter horizonSeconds(double value) {
    return Parameter.number("horizonSeconds", value, 1, 1e8, "how long it runs");
  }

  /**
   * Those of an experiment with drawn jobs.
   *
   * @param more what it sweeps over
   */
  static List<Parameter> of(
      List<Parameter> jobs, List<Parameter> more, double horizonSeconds, int prefill) {
    List<Parameter> all = new ArrayList<>(jobs);
    all.add(machines(1_000));
    all.add(prefill(prefill));
    all.addAll(more);
    all.add(taskSeconds());
    all.add(horizonSeconds(horizonSeconds));
    all.add(Parameter.seed());
    return List.copyOf(all);
  }

  /** Think times that grow for services and stay as they are for batch jobs. */
  static List<Parameter> sweep(double... serviceJobSeconds) {
    return List.of(batchJobSeconds(0.1), serviceJobSeconds(serviceJobSeconds));
  }

  /** Schedulers that share the state, one for each workload; what is swept over is set apart. */
  static Setting base(Settings settings) {
    var thinking =
        new ThinkTimes(
            ns(settings.number("batchJobSeconds")), 0, ns(settings.number("taskSeconds")));
    return new Setting(
        settings.seed(),
        Architecture.SHARED,
        settings.whole("machines"),
        settings.whole("prefill"),
        BATCH_SHARE,
        TransactionOptions.STANDARD,
        1,
        thinking,
        ns(settings.number("horizonSeconds")));
  }

  static long ns(double seconds) {
    return Math.round(seconds * NS_PER_S);
  }

  static TransactionOptions terms(String conflict, String commit) {
    var options =
        commit.equals("incremental") ? TransactionOptions.STANDARD : TransactionOptions.GANG;
    return conflict.equals("fit") ? options : options.coarseGrained();
  }

  /** The configuration of `omega/reference`. */
  static Setting setting(Settings settings) {
    var architecture = Architecture.of(settings.text("arch"));
    int batchSchedulers = settings.whole("batchSchedulers");
    if (batchSchedulers > 1 && !architecture.sharesBatch()) {
      throw new ExperimentFailed(
          "batchSchedulers must be 1 with arch=%s, not %d"
              .formatted(architecture.label, batchSchedulers));
    }
    return new Setting(
        settings.seed(),
        architecture,
        settings.whole("machines"),
        settings.whole("prefill"),
        settings.number("batchShare"),
        terms(settings.text("conflict"), settings.text("commit")),
        batchSchedulers,
        new ThinkTimes(
            ns(settings.number("batchJobSeconds")),
            ns(settings.number("serviceJobSeconds")),
            ns(settings.number("taskSeconds"))),
        ns(settings.number("horizonSeconds")));
  }
}
