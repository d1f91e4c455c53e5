package dev.muster.sim.machine;

import java.util.List;

/** Receives what a task reads. */
public interface TaskReads {

  /** So much of what a task of the same job has made. */
  void output(int stage, int task, long bytes);

  /** All that the tasks of a stage of the same job have made. */
  void outputs(int stage);

  /** So much from outside of the job, which all of these nodes have; the nearest is read. */
  void outside(long bytes, List<Integer> holders);
}
