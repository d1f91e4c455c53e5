package dev.muster.sim.swarm;

import java.util.Locale;

/**
 * A seed that broke a promise, and the command that shows it again.
 *
 * @param atNs the virtual time at which it broke
 * @param event how many events actors had heard by then
 */
public record SwarmFailure(long seed, long atNs, long event, String what) {

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
        event,
        what,
        command());
  }
}
