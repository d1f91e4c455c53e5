package dev.muster.core.master;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.master.state.JobRecord;

/** The {@link OpenJob} of each open job. */
final class OpenJobs {

  private final LongMap<OpenJob> byJob = new LongMap<>();

  OpenJob of(JobRecord record) {
    var known = byJob.find(record.job());
    if (known != null) {
      return known;
    }
    var made = new OpenJob();
    byJob.put(record.job(), made);
    return made;
  }

  void remove(JobRecord record) {
    byJob.remove(record.job());
  }
}
