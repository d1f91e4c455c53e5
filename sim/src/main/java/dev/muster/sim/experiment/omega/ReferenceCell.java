package dev.muster.sim.experiment.omega;

import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaSetting.CellSize;
import dev.muster.sim.experiment.omega.OmegaSetting.PrefillJob;
import dev.muster.workload.JobList.Listed;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cell of a list of jobs: machines all alike, in the units of the list, and what runs on them
 * from the start.
 *
 * <p>Prefill is a number of tasks of 1 cpu and 2 GB, or a file of jobs in the format of the list,
 * of which times and workload do not matter. As in the simulator of the Omega paper, jobs with a
 * task larger than a machine are left out.
 */
record ReferenceCell(Settings settings) {

  private static final double MILLIS_PER_CPU = 1e3;
  private static final double BYTES_PER_GB = 1L << 30;

  CellSize size(Consumer<String> notes) {
    int machines = settings.whole("machines");
    var machine =
        new Resources(
            Math.round(settings.number("machineCpu") * MILLIS_PER_CPU),
            Math.round(settings.number("machineMemory") * BYTES_PER_GB));
    var prefill = prefill(machine, notes);
    check(prefill, machines, machine);
    return new CellSize(machines, machine, prefill, settings.number("batchShare"));
  }

  private List<PrefillJob> prefill(Resources machine, Consumer<String> notes) {
    var text = settings.text("prefill");
    if (Parameter.Whole.isWhole(text)) {
      return PrefillJob.like(settings.whole("prefill"));
    }
    return fitting("prefill", text, machine, notes).stream().map(ReferenceCell::prefilled).toList();
  }

  /**
   * The jobs of a file of which each task has room on a machine.
   *
   * @param parameter that names the file
   */
  static List<Listed> fitting(
      String parameter, String file, Resources machine, Consumer<String> notes) {
    var listed = OmegaJobs.read(parameter, file);
    var fitting = listed.stream().filter(job -> job.each().fitsIn(machine)).toList();
    if (fitting.size() < listed.size()) {
      notes.accept(
          "%d jobs of %s are left out: a task of theirs is larger than a machine"
              .formatted(listed.size() - fitting.size(), file));
    }
    return fitting;
  }

  private static PrefillJob prefilled(Listed job) {
    return new PrefillJob(job.tasks(), job.each());
  }

  /** What has no room at the start would take what others leave, for ever. */
  private static void check(List<PrefillJob> prefill, int machines, Resources machine) {
    double cpuMillis = 0;
    double memoryBytes = 0;
    for (var job : prefill) {
      cpuMillis += (double) job.tasks() * job.each().cpuMillis();
      memoryBytes += (double) job.tasks() * job.each().memoryBytes();
    }
    if (cpuMillis > (double) machines * machine.cpuMillis()
        || memoryBytes > (double) machines * machine.memoryBytes()) {
      throw new ExperimentFailed(
          "prefill must have room in the cell: its tasks need %.0f cpus and %.0f GB, the machines have %.0f and %.0f"
              .formatted(
                  cpuMillis / MILLIS_PER_CPU,
                  memoryBytes / BYTES_PER_GB,
                  machines * machine.cpuMillis() / MILLIS_PER_CPU,
                  machines * machine.memoryBytes() / BYTES_PER_GB));
    }
  }
}
