package dev.muster.host.run;

import dev.muster.host.Patience;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Looks at all processes of the computer for those that runs left behind. One look serves all
 * orders at hand, and all directories that wait to be used again.
 */
final class Sweeps implements Leftovers {

  /** A sweep takes at most this part of the time, however many processes there are. */
  private static final int SHARE = 50;

  private static final int LAST = 50;
  private static final Duration BETWEEN_LAST = Duration.ofMillis(20);

  private final Strays strays;
  private final Spares spares;
  private boolean forced;
  private long nextTick = System.nanoTime();

  /**
   * @param running the runs under way, as they come and go
   */
  Sweeps(String node, Collection<Run> running, Spares spares) {
    this.strays = new Strays(node, running);
    this.spares = spares;
  }

  @Override
  public void watch(JobDirectory job) {
    strays.watch(job);
  }

  @Override
  public boolean none() {
    return strays.none();
  }

  @Override
  public void end(Map<Run, Boolean> orders) {
    var owned = Processes.owned();
    orders.forEach(
        (run, force) -> {
          forced |= force;
          owned.stream()
              .filter(each -> each.mark().equals(run.mark()))
              .map(Processes.Owned::handle)
              .forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        });
  }

  /** At once as long as something was found: processes may beget others while they are ended. */
  @Override
  public void look() {
    long startTick = System.nanoTime();
    if (forced || startTick - nextTick >= 0) {
      forced = sweep();
      long tookNs = System.nanoTime() - startTick;
      nextTick = startTick + tookNs * SHARE;
    }
  }

  @Override
  public void endAll() {
    for (int pass = 0; pass < LAST && sweep(); pass++) {
      Patience.pause(BETWEEN_LAST);
    }
  }

  /** Ends what runs left behind, and passes on the directories of those that left nothing. */
  private boolean sweep() {
    var waiting = spares.waiting();
    var owned = Processes.owned();
    boolean found = strays.end(owned);
    spares.release(waiting, owned.stream().map(Processes.Owned::mark).collect(Collectors.toSet()));
    if (!found) {
      strays.forgetEndedJobs();
    }
    return found;
  }
}
