package dev.muster.core.master;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;

/** Which scheduler gets a job; always the same one for the same job. */
@FunctionalInterface
public interface Routing {

  /** Evenly. */
  Routing BY_NUMBER = (job, _, schedulers) -> (int) Math.floorMod(job, (long) schedulers);

  /**
   * Of jobs that commit claims, services have the last scheduler to themselves, so that no batch
   * job waits behind a long decision about a service; batch jobs are spread over the others by a
   * hash. Jobs that claim nothing go by number.
   */
  Routing BY_KIND = Routing::byKind;

  int schedulerOf(long job, JobSpec spec, int schedulers);

  private static int byKind(long job, JobSpec spec, int schedulers) {
    if (schedulers == 1 || !spec.commits()) {
      return BY_NUMBER.schedulerOf(job, spec, schedulers);
    }
    int last = schedulers - 1;
    return spec.kind() == JobKind.SERVICE
        ? last
        : (int) Math.floorMod(hash(job, spec), (long) last);
  }

  /** Runs of an elastic job meet at one scheduler, which knows how long earlier runs took. */
  private static long hash(long job, JobSpec spec) {
    var hash = new TraceHash().add(spec.name());
    return (spec.elastic() == Elastic.NO ? hash.add(job) : hash).value() >>> 1;
  }
}
