package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import java.util.function.IntConsumer;

/** Keeps what an experiment wants to know of a run. Times are from the beginning of the work. */
interface Tape {

  /** Keeps nothing. */
  Tape NONE = new Tape() {};

  /** A transaction of claims for tasks of one job was judged. */
  default void judged(Round round) {}

  /** All tasks of a job have room. */
  default void placed(Job job) {}

  /** All tasks of a job have run. */
  default void ended(Job job) {}

  /**
   * @param nowNs when it was judged
   * @param delayNs since the job was submitted
   */
  record Round(
      int scheduler, long nowNs, long delayNs, Transaction proposal, TransactionResult judgement) {

    int tried() {
      return proposal.ids().length;
    }

    int refused() {
      return judgement.rejected().size();
    }

    int accepted() {
      return tried() - refused();
    }

    /** Hears of each machine that a task got. */
    void eachMachine(IntConsumer machines) {
      int[] got = proposal.machines().clone();
      judgement.moved().forEach(one -> got[one.at()] = one.machine());
      judgement.rejected().forEach(one -> got[one.at()] = -1);
      for (int machine : got) {
        if (machine >= 0) {
          machines.accept(machine);
        }
      }
    }
  }

  /** A job under way. */
  final class Job {
    final int scheduler;
    final int tasks;
    final long submittedNs;
    int waiting;
    long placedNs;
    long endedNs;

    /** How many of its tasks got a machine that they prefer; known at its end. */
    long preferred;

    /** What its tasks take, those that have started so far. */
    long runNs;

    Job(int scheduler, int tasks, long submittedNs) {
      this.scheduler = scheduler;
      this.tasks = tasks;
      this.submittedNs = submittedNs;
      this.waiting = tasks;
    }
  }
}
