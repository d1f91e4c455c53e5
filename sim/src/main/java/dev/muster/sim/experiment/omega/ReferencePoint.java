package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A configuration in the words of a file of reference results: what its columns must say. */
final class ReferencePoint {

  private static final double NS_PER_S = 1e9;
  private static final double MILLIS_PER_CPU = 1e3;
  private static final double BYTES_PER_GB = 1L << 30;
  private static final String COMPRESSED = ".gz";
  private static final String NONE = "-";

  /**
   * What one column must say.
   *
   * @param parameter the setting that decides it; empty for what cannot be set
   */
  record WantedColumn(String column, String value, String parameter) {

    boolean isIn(Map<String, String> row) {
      return row.containsKey(column);
    }

    /** A column that the file lacks speaks neither for nor against a row. */
    boolean fits(Map<String, String> row) {
      var found = row.get(column);
      return found == null || found.equals(value) || isSameNumber(found);
    }

    private boolean isSameNumber(String found) {
      try {
        return Numbers.same(Double.parseDouble(found), Double.parseDouble(value));
      } catch (NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String toString() {
      return column + "=" + value;
    }
  }

  private final List<WantedColumn> wanted = new ArrayList<>();

  /**
   * @param jobs the file of jobs: lists are distinguished by their names
   */
  ReferencePoint(OmegaSetting setting, String jobs) {
    var architecture = setting.architecture();
    var think = setting.thinking();
    boolean single = architecture == Architecture.MONOLITHIC_SINGLE;
    add("arch", architecture.inReference, "arch");
    var options = setting.scheme().options();
    boolean shared = architecture == Architecture.SHARED;
    var conflict =
        switch (options.conflictDetection()) {
          case FINE_GRAINED -> "resource-fit";
          case COARSE_GRAINED -> "sequence-numbers";
        };
    add("conflict", shared ? conflict : NONE, "conflict");
    var unit = options.isAllOrNothing() ? "all-or-nothing" : "incremental";
    add("txn", shared ? unit : NONE, "commit");
    add("n_batch_scheds", setting.scheme().batchSchedulers(), "batchSchedulers");
    add("n_service_scheds", architecture.isMonolithic() ? 0 : 1, "");
    add(
        "batch_tjob",
        (single ? think.serviceJobNs() : think.batchJobNs()) / NS_PER_S,
        single ? "serviceJobSeconds" : "batchJobSeconds");
    add("service_tjob", think.serviceJobNs() / NS_PER_S, "serviceJobSeconds");
    add("batch_ttask", think.taskNs() / NS_PER_S, "taskSeconds");
    add("service_ttask", think.taskNs() / NS_PER_S, "taskSeconds");
    add("machines", setting.size().machines(), "machines");
    add("cpus", setting.size().machine().cpuMillis() / MILLIS_PER_CPU, "machineCpu");
    add("mem", setting.size().machine().memoryBytes() / BYTES_PER_GB, "machineMemory");
    add("prefill_tasks", (double) setting.size().prefillTasks(), "prefill");
    add("horizon_s", setting.horizonNs() / NS_PER_S, "horizonSeconds");
    add("jobs_file", plainName(jobs), "jobs");
  }

  private void add(String column, double value, String parameter) {
    add(column, Parameter.plain(value), parameter);
  }

  private void add(String column, String value, String parameter) {
    wanted.add(new WantedColumn(column, value, parameter));
  }

  private static String plainName(String jobs) {
    var path = Path.of(jobs).getFileName();
    var name = path == null ? "" : path.toString();
    return name.endsWith(COMPRESSED)
        ? name.substring(0, name.length() - COMPRESSED.length())
        : name;
  }

  boolean fits(Map<String, String> row) {
    return wanted.stream().allMatch(each -> each.fits(row));
  }

  /** What a row says otherwise. */
  List<WantedColumn> misfits(Map<String, String> row) {
    return filtered(each -> !each.fits(row));
  }

  /** What a row says something about. */
  List<WantedColumn> in(Map<String, String> row) {
    return filtered(each -> each.isIn(row));
  }

  /** The settings that a row says nothing about. */
  List<String> unchecked(Map<String, String> row) {
    return filtered(each -> !each.isIn(row)).stream()
        .map(WantedColumn::parameter)
        .filter(parameter -> !parameter.isEmpty())
        .distinct()
        .toList();
  }

  private List<WantedColumn> filtered(Predicate<WantedColumn> which) {
    return wanted.stream().filter(which).toList();
  }
}
