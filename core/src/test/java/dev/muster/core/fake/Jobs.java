package dev.muster.core.fake;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;

/** Jobs as tests need them. */
public final class Jobs {

  public static final long MS = 1_000_000;
  public static final long S = 1_000 * MS;
  public static final long GIB = 1L << 30;

  /** One core and one GiB: what each task needs unless the test says otherwise. */
  public static final Resources UNIT = new Resources(1_000, GIB);

  private Jobs() {}

  public static Resources size(long cores, long gib) {
    return new Resources(cores * 1_000, gib * GIB);
  }

  public static StageSpec stage(String name, int tasks) {
    return stage(name, tasks, UNIT);
  }

  public static StageSpec stage(String name, int tasks, Resources each) {
    return StageSpec.of(name, tasks, each, List.of("true"));
  }

  /** A job with one stage of so many tasks. */
  public static JobSpec job(int tasks) {
    return JobSpec.of("job", stage("work", tasks));
  }
}
