package dev.muster.core.fake;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskId;
import dev.muster.model.TaskSet;
import java.util.Arrays;
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

  /** These tasks of one stage. */
  public static List<TaskId> tasks(int stage, int... indexes) {
    return Arrays.stream(indexes).mapToObj(index -> new TaskId(stage, index)).toList();
  }

  /** The same as a set. */
  public static TaskSet done(int stage, int... indexes) {
    var bits = new TaskBits();
    tasks(stage, indexes).forEach(bits::add);
    return bits.all();
  }
}
