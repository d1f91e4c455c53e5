package dev.muster.process.supervise;

import dev.muster.host.Waits;
import dev.muster.process.directory.DirectoryPool;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.supervise.TaskProcesses.Owned;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Ends processes that outlived their run, where no control group holds a run together: started in
 * the background, or gone from their session. The run's allocation is free again, so orphans must
 * not stay. One look at all processes of the computer serves all orders at hand, and all
 * directories that wait to be used again.
 *
 * <p>A job is watched from its first run here until none is under way and no orphan was found.
 */
final class OrphanSweep {
  /** A sweep takes at most this part of the time, however many processes there are. */
  private static final int SHARE = 50;

  private static final int LAST_SWEEPS = 50;
  private static final Duration BETWEEN_LAST = Duration.ofMillis(20);

  private final String node;
  private final Collection<? extends Supervisor.SupervisedRun> running;
  private final DirectoryPool pool;

  /** The directories of the jobs watched, each with a slash at its end. */
  private final Set<String> jobs = new HashSet<>();

  private boolean forced;
  private long nextTick = System.nanoTime();

  OrphanSweep(
      String node, Collection<? extends Supervisor.SupervisedRun> running, DirectoryPool pool) {
    this.node = node;
    this.running = running;
    this.pool = pool;
  }

  /** To be called when a run of this job is among those under way. */
  synchronized void watch(JobDirectory job) {
    jobs.add(job.root() + "/");
  }

  synchronized boolean isIdle() {
    return jobs.isEmpty();
  }

  void end(Map<Supervisor.SupervisedRun, Boolean> orders) {
    var owned = TaskProcesses.owned();
    orders.forEach(
        (run, force) -> {
          forced |= force;
          owned.stream()
              .filter(each -> each.mark().equals(run.mark()))
              .map(Owned::handle)
              .forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        });
  }

  /** At once as long as orphans were found: processes may fork while they are ended. */
  void look() {
    long startTick = System.nanoTime();
    if (forced || startTick - nextTick >= 0) {
      forced = sweep();
      long tookNs = System.nanoTime() - startTick;
      nextTick = startTick + tookNs * SHARE;
    }
  }

  void endAll() {
    for (int pass = 0; pass < LAST_SWEEPS && sweep(); pass++) {
      Waits.pause(BETWEEN_LAST);
    }
  }

  /** Ends orphans, and passes on the directories of runs that left none; whether there were any. */
  private boolean sweep() {
    var waiting = pool.waiting();
    var owned = TaskProcesses.owned();
    var orphans = orphans(owned);
    orphans.forEach(each -> each.handle().destroyForcibly());
    pool.release(waiting, owned.stream().map(Owned::mark).collect(Collectors.toSet()));
    if (orphans.isEmpty()) {
      forgetEndedJobs();
    }
    return !orphans.isEmpty();
  }

  /**
   * A run is known before its process begins, so of processes seen earlier, those without a run
   * have lost theirs.
   */
  private synchronized List<Owned> orphans(List<Owned> seenEarlier) {
    var live = running.stream().map(Supervisor.SupervisedRun::mark).collect(Collectors.toSet());
    return seenEarlier.stream()
        .filter(each -> each.node().equals(node) && !live.contains(each.mark()))
        .filter(each -> jobs.stream().anyMatch(each.mark()::startsWith))
        .toList();
  }

  private synchronized void forgetEndedJobs() {
    jobs.removeIf(job -> running.stream().noneMatch(run -> run.mark().startsWith(job)));
  }
}
