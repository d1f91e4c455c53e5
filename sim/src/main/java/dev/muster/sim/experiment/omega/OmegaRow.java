package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.experiment.omega.OmegaSetting.CellSize;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.HomeSettings;
import dev.muster.workload.JobList.Listed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The work of O4: batch jobs, and services that take long to think about. A scheduler thinks as
 * long whatever the policy. Services are not of the kind that some policies reject, for all they
 * need here is thought. What is on the machines from the start and never ends leaves them that much
 * smaller here.
 */
public final class OmegaRow {

  private static final long SECOND_NS = 1_000_000_000;
  private static final long DELAY_NS = 500_000;
  private static final String SERVICE = "service";
  private static final List<String> COMMAND = List.of("modelled");

  private OmegaRow() {}

  /** All services to one scheduler, all batch jobs to the other. */
  public static ComparedRow o4() {
    return new ComparedRow("O4", OmegaRow::work);
  }

  private static ComparedWork work(long seed) {
    var settings =
        HomeSettings.of("omega/shared", seed, "serviceJobSeconds=10", "horizonSeconds=7200");
    var setting =
        OmegaSetting.base(settings).withServiceJobNs(settings.secondsNs("serviceJobSeconds"));
    Thinking thinking = (job, tasks) -> setting.thinkNs(isService(job), tasks);
    var spec = CellSpec.of(seed, setting.size().machines(), setting.size().machine());
    var cell =
        spec.with(
                new CellSpec.CellMachines(prefilled(setting.size(), seed), List.of(), spec.node()))
            .withSchedulers(2)
            .withTiming(Timing.seldom(60 * SECOND_NS).with(REPORTS))
            .withThinking(thinking)
            .withSharing(
                new Sharing(
                    Sharing.standard().commit(),
                    Sharing.standard().cell(),
                    (_, job, _) -> isService(job) ? 1 : 0));
    List<ComparedJob> jobs = new ArrayList<>();
    for (var listed : OmegaJobs.of(settings, 1)) {
      jobs.add(job(listed));
    }
    return ComparedWork.of(
        "batch jobs and services of the default cell, %s s to think about a service, %d machines of which %d cores are taken, %s s"
            .formatted(
                settings.text("serviceJobSeconds"),
                setting.size().machines(),
                setting.size().prefillTasks(),
                settings.text("horizonSeconds")),
        cell,
        DELAY_NS,
        7_200 * SECOND_NS,
        jobs);
  }

  /** Tasks take minutes: nobody needs to hear of loads each second. */
  private static final Timing.Reports REPORTS = new Timing.Reports(5 * SECOND_NS, 5 * SECOND_NS);

  private static ComparedJob job(Listed listed) {
    long[] taskNs = new long[listed.tasks()];
    Arrays.fill(taskNs, Math.max(1, listed.durationNs()));
    var stage = StageSpec.of("s", listed.tasks(), listed.each(), COMMAND);
    var name = listed.service() ? SERVICE : "batch";
    var spec = JobSpec.of(name, stage);
    return new ComparedJob(listed.submitNs(), name, spec, new long[][] {taskNs});
  }

  private static boolean isService(JobSpec job) {
    return job.name().equals(SERVICE);
  }

  /** What random machines have left, with no more on any than it holds. */
  private static List<Resources> prefilled(CellSize size, long seed) {
    List<Resources> left = new ArrayList<>(Collections.nCopies(size.machines(), size.machine()));
    var chance = Chance.of(seed, "prefill");
    for (var job : size.prefill()) {
      for (int task = 0; task < job.tasks(); ) {
        int machine = chance.nextInt(left.size());
        var rest = left.get(machine).minus(job.each());
        if (rest.cpuMillis() >= 0 && rest.memoryBytes() >= 0) {
          left.set(machine, rest);
          task++;
        }
      }
    }
    return left;
  }
}
