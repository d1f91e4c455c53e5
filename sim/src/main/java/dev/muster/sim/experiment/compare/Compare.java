package dev.muster.sim.experiment.compare;

import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.compare.CompareResult.Measure;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All policies on all rows: one table, and one figure of slowdowns over the best of each row. */
public final class Compare {

  private static final String ALL = "all";

  private static final List<String> POLICIES =
      List.of(
          JobSpec.SAMPLED,
          JobSpec.ESTIMATED,
          JobSpec.SHARED,
          JobSpec.PARTITIONED,
          JobSpec.CENTRAL,
          JobSpec.HYBRID,
          JobSpec.AUTO);

  private static final List<Measure> DRAWN = List.of(Measure.MEDIAN, Measure.P95, Measure.P99);

  /** From which {@code auto} is not as good as the best. */
  private static final double NEAR = 1.05;

  private static final double MILLION = 1e6;

  private Compare() {}

  /** The work of a row, made when the first of its runs begins, and the same for all of them. */
  private static final class SharedWork {

    private final ComparedRow row;
    private final long seed;
    private final Map<String, Long> spentNs = new TreeMap<>();
    private @Nullable ComparedWork made;

    SharedWork(ComparedRow row, long seed) {
      this.row = row;
      this.seed = seed;
    }

    /** What the simulation of a policy cost. */
    synchronized void spent(String policy, long ns) {
      spentNs.merge(policy, ns, Long::sum);
    }

    synchronized String cost() {
      return spentNs.entrySet().stream()
          .map(each -> "%s %.1f s".formatted(each.getKey(), each.getValue() / 1e9))
          .collect(Collectors.joining(", ", row.name() + " cpu time: ", ""));
    }

    synchronized ComparedWork work() {
      if (made == null) {
        made = row.maker().make(seed);
      }
      return made;
    }
  }

  public static void run(Settings settings, Findings findings) {
    findings.round(Numbers::significant);
    var rows = rows(settings, findings);
    var policies = chosen(settings.words("policies"), POLICIES);
    Sweep<CompareResult> sweep = findings.sweep();
    List<SharedWork> works = new ArrayList<>();
    for (var row : rows) {
      for (int seed = 0; seed < settings.whole("seeds"); seed++) {
        var work = new SharedWork(row, settings.seed() + seed);
        works.add(work);
        for (var policy : policies) {
          sweep.add(policy, works.size(), point -> run(settings, work, policy, point));
        }
      }
    }
    var results = sweep.run().results().iterator();
    List<RowScores> scores = new ArrayList<>();
    for (var row : rows) {
      Map<String, List<CompareResult>> ofRow = new LinkedHashMap<>();
      for (int seed = 0; seed < settings.whole("seeds"); seed++) {
        for (var policy : policies) {
          ofRow.computeIfAbsent(policy, _ -> new ArrayList<>()).add(results.next());
        }
      }
      Map<String, CompareResult> means = new LinkedHashMap<>();
      ofRow.forEach((policy, ofSeeds) -> means.put(policy, CompareResult.mean(ofSeeds)));
      scores.add(new RowScores(row.name(), means));
    }
    for (int at = 0; at < rows.size(); at++) {
      show(findings, scores.get(at), at);
      findings.note(
          rows.get(at).name() + ": " + works.get(at * settings.whole("seeds")).work().about());
    }
    judge(findings, scores);
    works.forEach(work -> findings.cost(work.cost()));
  }

  private static CompareResult run(
      Settings settings, SharedWork work, String policy, PointRun point) {
    var made = work.work();
    long fromNs = cpuNs();
    var result =
        new CompareRun(
                made,
                policy,
                work.seed,
                settings.number("error"),
                Math.round(settings.number("events") * MILLION))
            .run(point);
    work.spent(policy, cpuNs() - fromNs);
    return result;
  }

  private static long cpuNs() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static List<ComparedRow> rows(Settings settings, Findings findings) {
    var all = new CompareRows(settings.number("load"), settings.text("traces"));
    List<ComparedRow> rows = new ArrayList<>(all.ofPapers());
    var missing = all.missing();
    if (missing.isEmpty()) {
      rows.addAll(all.ofTraces());
    }
    var wanted = settings.words("rows");
    var left =
        all.ofTraces().stream()
            .map(ComparedRow::name)
            .filter(row -> wanted.contains(ALL) || wanted.contains(row))
            .toList();
    if (!missing.isEmpty() && !left.isEmpty()) {
      var why = missing.equals("traces") ? "set `traces`, the folder of traces" : "no " + missing;
      findings.note("left out: %s: %s".formatted(String.join(", ", left), why));
    }
    rows.removeIf(row -> !wanted.contains(ALL) && !wanted.contains(row.name()));
    if (rows.isEmpty()) {
      throw new ExperimentFailed("no row is left: set `traces`, the folder of traces");
    }
    return rows;
  }

  private static List<String> chosen(List<String> wanted, List<String> all) {
    return wanted.contains(ALL) ? all : all.stream().filter(wanted::contains).toList();
  }

  private static void show(Findings findings, RowScores row, int at) {
    row.lines().forEach(findings::line);
    row.results()
        .forEach(
            (policy, result) -> {
              for (var measure : result.isThere() ? DRAWN : List.<Measure>of()) {
                findings.point(
                    "%s, %s".formatted(policy, measure.label),
                    "%s slowdown over the best".formatted(measure.label),
                    at,
                    row.overLeast(policy, measure));
              }
            });
  }

  private static void judge(Findings findings, List<RowScores> scores) {
    int near = 0;
    int better = 0;
    int all = 0;
    List<String> far = new ArrayList<>();
    for (var row : scores) {
      var over = row.autoOverBest();
      if (over.isPresent()) {
        all++;
        near += over.getAsDouble() <= NEAR ? 1 : 0;
        better += over.getAsDouble() < 1 ? 1 : 0;
        if (over.getAsDouble() > NEAR) {
          far.add("%s (%s times)".formatted(row.row(), Numbers.rounded(over.getAsDouble())));
        }
      }
    }
    if (all > 0) {
      findings.note(
          "auto is within 5%% of the best policy in %d of %d rows, better than all of them in %d%s"
              .formatted(
                  near, all, better, far.isEmpty() ? "" : "; not in " + String.join(", ", far)));
    }
  }
}
