package dev.muster.check;

import dev.muster.core.actor.Work;

/** One attempt of a task. */
record AttemptKey(TaskKey task, int attempt) {

  static AttemptKey of(Work work) {
    return new AttemptKey(TaskKey.of(work), work.attempt());
  }
}
