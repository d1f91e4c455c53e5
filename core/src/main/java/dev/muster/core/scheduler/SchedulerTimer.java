package dev.muster.core.scheduler;

import dev.muster.core.actor.Timer;

/** The timer of a scheduler; its placers have timers of their own. */
enum SchedulerTimer implements Timer {
  /** Repeats what has no answer yet and asks about what has been silent for long. */
  BEAT
}
