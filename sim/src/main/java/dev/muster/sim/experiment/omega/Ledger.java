package dev.muster.sim.experiment.omega;

import dev.muster.model.JobSpec;
import dev.muster.workload.JobList.Listed;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs of a list by their names, and what schedulers did for them. */
final class Ledger {

  private final Map<String, TrackedJob> jobs = new LinkedHashMap<>();
  private final Tally batch = new Tally();
  private final Tally service = new Tally();
  private final int batchLines;

  /** The j-th job is in line j modulo their number, of those for its workload. */
  Ledger(List<Listed> list, Setting setting) {
    this.batchLines = setting.batchSchedulers();
    int number = 0;
    for (var listed : list) {
      number++;
      if (listed.submitNs() < setting.horizonNs()) {
        var name = "job-" + number;
        int line = listed.service() ? batchLines : number % batchLines;
        jobs.put(name, new TrackedJob(name, listed, line));
      }
    }
  }

  Collection<TrackedJob> jobs() {
    return jobs.values();
  }

  /** None where it is not of the list. */
  @Nullable TrackedJob find(JobSpec spec) {
    return find(spec.name());
  }

  @Nullable TrackedJob find(String name) {
    return jobs.get(name);
  }

  /** An attempt that finds room for nothing leads to no transaction and counts for nothing. */
  void decided(TrackedJob job, long thoughtNs, int placed, boolean conflict) {
    job.placed(placed);
    if (placed > 0 || conflict) {
      (job.listed.service() ? service : batch).add(thoughtNs, !conflict);
    }
  }

  Figures batch(long startNs, long endNs) {
    return batch.figures(of(false), endNs, (double) batchLines * (endNs - startNs));
  }

  Figures service(long startNs, long endNs) {
    return service.figures(of(true), endNs, (double) (endNs - startNs));
  }

  private List<TrackedJob> of(boolean services) {
    return jobs.values().stream().filter(job -> job.listed.service() == services).toList();
  }
}
