package dev.muster.process.cgroup;

import dev.muster.model.Resources;
import java.io.IOException;
import java.util.Set;

/** The control groups that a runtime has for its runs. */
public interface Cgroups extends AutoCloseable {
  /** The least memory that a limit allows: a shell and the kernel's records of it need half. */
  long LEAST_MEMORY_BYTES = 8L << 20;

  /** How many processes and threads a run may have at a time, if nobody says otherwise. */
  int PROCESSES = 4_096;

  /**
   * Where nothing can be limited: runs are held together by what they have in their environment.
   */
  Cgroups PLAIN = new Cgroups() {};

  /** The best that this computer lets us have. */
  static Cgroups open() {
    return open(PROCESSES, Set.of());
  }

  /**
   * @param tickets of groups of an earlier epoch of the node, which are to be there still
   */
  static Cgroups open(int processes, Set<String> tickets) {
    return new CgroupDetection(processes).open(tickets);
  }

  /** Whether processes cannot leave their group, so that nobody has to search for orphans. */
  default boolean confine() {
    return false;
  }

  default Cgroup take(Resources needs) throws IOException {
    return Cgroup.NONE;
  }

  /** The group of a run that another process has begun; {@link Cgroup#NONE} if it is gone. */
  default Cgroup find(String ticket) {
    return Cgroup.NONE;
  }

  @Override
  default void close() {}
}
