package dev.muster.core.scheduler;

import dev.muster.core.actor.Timer;

/** The timer of a scheduler; its placers have timers of their own. */
enum SchedulerTimer implements Timer {
  /** Repeats what has no answer yet and confirms what nodes have not mentioned for long. */
  BEAT
}
