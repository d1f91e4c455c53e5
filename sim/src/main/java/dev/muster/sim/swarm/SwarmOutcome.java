package dev.muster.sim.swarm;

import java.util.Locale;

/** What came of one seed. */
public sealed interface SwarmOutcome {

  /** How many events actors had handled by the end. */
  long events();

  /** A seed that kept all promises. */
  record SeedKept(long seed, long events, long traceHash) implements SwarmOutcome {}

  /**
   * A seed that broke a promise, and the command that shows it again.
   *
   * @param atNs the virtual time at which it broke
   */
  record SeedBroken(long seed, long atNs, long events, String what) implements SwarmOutcome {

    /** What to type to see it again; parsed by {@code muster sim swarm}. */
    public String command() {
      return "./muster sim swarm --first " + seed + " --seeds 1";
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "seed %d broke at %.3f s, event %d: %s%nreproduce with: %s",
          seed,
          atNs / 1e9,
          events,
          what,
          command());
    }
  }
}
