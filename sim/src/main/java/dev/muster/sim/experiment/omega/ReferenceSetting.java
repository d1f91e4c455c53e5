package dev.muster.sim.experiment.omega;

import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.commit.CellRules;
import dev.muster.core.commit.CommitDesk;
import dev.muster.core.loop.Timing;
import dev.muster.core.plan.CommitConfig;
import dev.muster.core.plan.Thinking;
import dev.muster.core.submit.Routing;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Sharing;
import dev.muster.sim.experiment.Settings;

/** The configuration of one run, in the terms of the simulator of the Omega paper. */
record ReferenceSetting(
    long seed,
    int machines,
    int prefill,
    Terms terms,
    int batchSchedulers,
    long batchJobNs,
    long serviceJobNs,
    long taskNs,
    long horizonNs) {

  private static final double NS_PER_S = 1e9;
  private static final Resources MACHINE = new Resources(4_000, 16L << 30);
  private static final long RETRY_NS = 1_000_000_000L;

  /** Nothing is lost here, so that nobody need ask again; beats would only cost time. */
  private static final long SELDOM_NS = 3_600_000_000_000L;

  static ReferenceSetting of(Settings settings) {
    var terms = settings.text("commit").equals("incremental") ? Terms.STANDARD : Terms.GANG;
    return new ReferenceSetting(
        settings.seed(),
        settings.whole("machines"),
        settings.whole("prefill"),
        settings.text("conflict").equals("fit") ? terms : terms.bySequence(),
        settings.whole("batchSchedulers"),
        ns(settings, "batchJobSeconds"),
        ns(settings, "serviceJobSeconds"),
        ns(settings, "taskSeconds"),
        ns(settings, "horizonSeconds"));
  }

  private static long ns(Settings settings, String name) {
    return Math.round(settings.number(name) * NS_PER_S);
  }

  long thinkNs(boolean service, long tasks) {
    return (service ? serviceJobNs : batchJobNs) + taskNs * tasks;
  }

  /** All machines alike; retries after exactly a second; refused gangs advance sequence numbers. */
  CellSpec cell(Thinking thinking, Routing routing) {
    var commit =
        CommitConfig.standard()
            .with(terms)
            .withBatch(Transaction.MAX_CLAIMS)
            .with(CommitConfig.Retry.every(RETRY_NS));
    var state = new CommitDesk.Config(CellRules.standard().withRollbackAdvances(), 1);
    return CellSpec.of(seed, machines, MACHINE)
        .withSchedulers(batchSchedulers + 1)
        .withTiming(timing())
        .withThinking(thinking)
        .withSharing(new Sharing(commit, state, routing));
  }

  private static Timing timing() {
    var usual = Timing.standard();
    return new Timing(
        SELDOM_NS,
        SELDOM_NS,
        usual.asksAtMost(),
        Long.MAX_VALUE,
        usual.confirmsAtMost(),
        usual.killGraceNs(),
        0,
        usual.viewDelayNs());
  }
}
