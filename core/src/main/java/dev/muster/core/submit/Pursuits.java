package dev.muster.core.submit;

import dev.muster.core.flat.LongMap;

/** The {@link Pursuit} of each open job. */
final class Pursuits {

  private final LongMap<Pursuit> byJob = new LongMap<>();

  Pursuit of(JobRecord record) {
    var known = byJob.find(record.job());
    if (known != null) {
      return known;
    }
    var made = new Pursuit();
    byJob.put(record.job(), made);
    return made;
  }

  void remove(JobRecord record) {
    byJob.remove(record.job());
  }
}
