package dev.muster.sim.experiment.mercury;

import dev.muster.core.monitor.MonitorConfig;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;

/**
 * Section 7.2.3, M4 and M5: opportunistic tasks beside a load of guaranteed ones, under fixed
 * limits and under limits that follow the forecast.
 */
public final class PolicingStudies {

  private static final double PERCENT = 100;

  /** Kills are those of so long. */
  private static final double RUN_SECONDS = 1_800;

  private static final double[] PAPER_KILLS = {287, 428, 536, 780};
  private static final double[] PAPER_USE = {11.4, 16.7, 20.9, 28.4};
  private static final double[] PAPER_LIMITS = {20, 30, 40, 100};

  private static final int POINT_SECONDS = 10;

  private PolicingStudies() {}

  /** M4. */
  public static void limits(Settings settings, Findings findings) {
    var cell = SlotCell.of(settings);
    double load = settings.number("load");
    Sweep<PolicedRun> sweep = findings.sweep();
    for (double limit : settings.numbers("limits")) {
      var limited = cell.withOpportunisticShare(limit / PERCENT);
      sweep.add(
          "limit",
          limit,
          point ->
              new PolicedRun(
                      limited, _ -> load, settings.secondsNs("taskSeconds"), settings.whole("maps"))
                  .toEnd(settings.number("warmSeconds"), settings.number("seconds"), point));
    }
    var swept = sweep.run();
    findings.add(swept.values("kills", "per node", run -> kills(run)));
    findings.add(swept.values("used", "%", run -> run.ledger.usedPercent()));
    findings.add(swept.values("guaranteed", "%", run -> run.ledger.guaranteedPercent()));
    var killed = swept.values("limit", PolicingStudies::kills);
    var used = swept.values("limit", run -> run.ledger.usedPercent());
    boolean isMonotone = Numbers.neverFalls(killed.values()) && Numbers.neverFalls(used.values());
    for (int at = 0; at < PAPER_LIMITS.length; at++) {
      double limit = PAPER_LIMITS[at];
      if (killed.containsKey(limit)) {
        findings.judge(
            findings.paper("kills", limit).withPaper(PAPER_KILLS[at]).holding(isMonotone),
            killed.getOrDefault(limit, 0.0));
        findings.judge(
            findings.paper("used", limit).withPaper(PAPER_USE[at]).holding(isMonotone),
            used.getOrDefault(limit, 0.0));
      }
    }
    findings.judge(
        findings.paper("fewer", killed.firstKey(), killed.lastKey()),
        PERCENT * (1 - killed.firstEntry().getValue() / killed.lastEntry().getValue()));
  }

  private static double kills(PolicedRun run) {
    return run.ledger.evictedPerNode(RUN_SECONDS);
  }

  /** M5. */
  public static void forecast(Settings settings, Findings findings) {
    double least = settings.number("least");
    double most = settings.number("most");
    double periodSeconds = settings.number("periodSeconds");
    long horizonNs = settings.secondsNs("forecastSeconds");
    var policing =
        new MonitorConfig.Policing(
            horizonNs, settings.secondsNs("historySeconds"), settings.number("deviations"));
    var cell = SlotCell.of(settings).with(MonitorConfig.OFF.with(policing));
    Sweep<PolicedRun> sweep = findings.sweep();
    sweep.add(
        "forecast",
        1,
        point ->
            new PolicedRun(
                    cell,
                    at ->
                        (least + most) / 2
                            - (most - least) / 2 * Math.cos(2 * Math.PI * at / periodSeconds),
                    settings.secondsNs("taskSeconds"),
                    settings.whole("maps"))
                .toEnd(settings.number("warmSeconds"), settings.number("seconds"), point));
    var ledger = sweep.run().results().getFirst().ledger;
    for (int second = 0; second < ledger.samples.size(); second += POINT_SECONDS) {
      var sample = ledger.samples.get(second);
      findings.point("guaranteed", "%", second, PERCENT * sample.guaranteed());
      findings.point("allowed", "%", second, PERCENT * sample.allowed());
      findings.point("used", "%", second, PERCENT * sample.used());
    }
    findings.judge("gap", ledger.gapPoints());
    findings.judge("gap-nodes", ledger.gapOfNodesPoints());
    findings.judge("use", ledger.usedPercent() + ledger.guaranteedPercent());
    findings.judge("kills", ledger.evictedPerNode(RUN_SECONDS));
  }
}
