package dev.muster.sim.drive;

import dev.muster.core.actor.Address;

/** When, and whether, a message arrives. */
public interface Network {

  long LOST = -1;

  /** When a message sent now arrives, or {@link #LOST}. */
  long arrivalNs(long nowNs, Address<?> from, Address<?> to);

  /** When a second copy of it arrives, or {@link #LOST} as it should be. */
  default long copyArrivalNs(long nowNs, Address<?> from, Address<?> to) {
    return LOST;
  }

  /** How long the log takes now to make an entry safe. */
  default long commitNs(long nowNs) {
    return Simulation.COMMIT_NS;
  }

  /** The same delay for all. */
  record Fixed(long delayNs) implements Network {
    @Override
    public long arrivalNs(long nowNs, Address<?> from, Address<?> to) {
      return nowNs + delayNs;
    }
  }
}
