package dev.muster.core.scheduler.task;

import java.util.Arrays;

/**
 * How often each task of one stage was tried. Only a try that failed by itself costs a retry; all
 * others are excused.
 */
public final class TaskTries {

  /** How often a task may lose its node, inputs or output before it is taken for the cause. */
  public static final int MAX_LOSSES = 50;

  private final int retries;

  /** Attempts begin after this number; those up to it are of older epochs. */
  private final int attemptsBefore;

  private int[] attempts;
  private int[] excused;
  private short[] losses;

  TaskTries(int tasks, int retries, int attemptsBefore) {
    this.retries = retries;
    this.attemptsBefore = attemptsBefore;
    this.attempts = new int[tasks];
    this.excused = new int[tasks];
    this.losses = new short[tasks];
  }

  void grow(int rows) {
    attempts = Arrays.copyOf(attempts, rows);
    excused = Arrays.copyOf(excused, rows);
    losses = Arrays.copyOf(losses, rows);
  }

  void start(int task) {
    passOlderEpochs(task);
    attempts[task]++;
  }

  /** An older epoch may have sent attempts of which nothing is known, and which arrive yet. */
  private void passOlderEpochs(int task) {
    if (attempts[task] < attemptsBefore) {
      excused[task] += attemptsBefore - attempts[task];
      attempts[task] = attemptsBefore;
    }
  }

  /** An attempt of an older epoch is the only one that is known. */
  void adopt(int task, int attempt) {
    attempts[task] = attempt;
    excused[task] = attempt - 1;
  }

  /** An attempt of an older epoch ends soon, whatever came of others. */
  void adoptExcused(int task, int attempt) {
    attempts[task] = Math.max(attempts[task], attempt);
    excused[task] = attempts[task];
  }

  void startExcused(int task) {
    passOlderEpochs(task);
    attempts[task]++;
    excused[task]++;
  }

  void cancel(int task) {
    attempts[task]--;
  }

  void excuse(int task) {
    excused[task]++;
  }

  /** A try that was excused counts after all. */
  void accuse(int task) {
    excused[task]--;
  }

  /** The node of the latest try is lost; whether the task is taken for the cause. */
  boolean lose(int task) {
    excused[task]++;
    return loseOutput(task);
  }

  /** The output of a try that succeeded is lost; whether the task is taken for the cause. */
  boolean loseOutput(int task) {
    losses[task]++;
    return losses[task] > MAX_LOSSES;
  }

  /** Whether no retry is left after the latest try. */
  boolean areSpent(int task) {
    return attempts[task] - excused[task] > retries;
  }

  /** The number of the latest attempt. */
  int latest(int task) {
    return attempts[task];
  }
}
