package dev.muster.sim.drive;

import dev.muster.core.actor.Timer;

/** Timers of actors in tests. */
enum Alarm implements Timer {
  A0,
  A1,
  A2,
  A3,
  A4,
  A5,
  A6,
  A7,
  A8,
  A9
}
