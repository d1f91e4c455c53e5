package dev.muster.sim.experiment.omega;

import dev.muster.core.claim.Terms;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Setting.ThinkTimes;

/** Parameters that several of the experiments have, and what becomes of them. */
final class Parameters {

  static final String JOBS = "a file of jobs: workload,submit_s,num_tasks,duration_s,cpu,mem";

  private static final double NS_PER_S = 1e9;
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

  static Parameter taskSeconds() {
    return Parameter.number("taskSeconds", 0.005, 0, LONGEST, "think time per task of either");
  }

  static Parameter batchShare() {
    return Parameter.number(
        "batchShare", 0.8, 0, 1, "machines for batch jobs alone, with static-partitions");
  }

  static Parameter horizonSeconds(double value) {
    return Parameter.number("horizonSeconds", value, 1, 1e8, "how long it runs");
  }

  static long ns(double seconds) {
    return Math.round(seconds * NS_PER_S);
  }

  static Terms terms(String conflict, String commit) {
    var terms = commit.equals("incremental") ? Terms.STANDARD : Terms.GANG;
    return conflict.equals("fit") ? terms : terms.bySequence();
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
