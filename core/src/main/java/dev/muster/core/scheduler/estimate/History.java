package dev.muster.core.scheduler.estimate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the tasks of jobs took and used that are run again and again, by the names of job and stage.
 * It is lost with its scheduler, and then learned anew.
 */
public final class History {

  /** How many stages are remembered; the one that was longest not asked about goes first. */
  static final int MAX_STAGES = 10_000;

  private record Key(String job, String stage) {}

  private final Map<Key, StageSample> known = new LinkedHashMap<>();

  /** What is known of the stage, which grows with what is noted there. */
  public StageSample of(String job, String stage) {
    var key = new Key(job, stage);
    var before = known.remove(key);
    var sample = before == null ? new StageSample() : before;
    if (known.size() == MAX_STAGES) {
      known.remove(known.keySet().iterator().next());
    }
    known.put(key, sample);
    return sample;
  }

  int size() {
    return known.size();
  }
}
