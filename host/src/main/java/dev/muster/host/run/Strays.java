package dev.muster.host.run;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Processes that outlived the run they came from: started in the background, or gone from their
 * family. The run's room is free again, so they must not stay. A job is watched from its first run
 * here until none is under way and nothing was left behind.
 */
final class Strays {

  private final String node;
  private final Collection<Run> running;

  /** The directories of the jobs watched, each with a slash at its end. */
  private final Set<String> jobs = new HashSet<>();

  /**
   * @param running the runs under way, as they come and go
   */
  Strays(String node, Collection<Run> running) {
    this.node = node;
    this.running = running;
  }

  /** Watches this job; to be called when the run is among those under way. True if it is new. */
  synchronized boolean watch(JobDirectory job) {
    return jobs.add(job.root() + "/");
  }

  synchronized boolean none() {
    return jobs.isEmpty();
  }

  /** Ends them by force; whether there were any. */
  boolean end(List<Processes.Owned> seen) {
    var strays = strays(seen);
    strays.forEach(each -> each.handle().destroyForcibly());
    return !strays.isEmpty();
  }

  /**
   * A run is known before its process begins, so of processes seen earlier, those without a run
   * have lost theirs.
   */
  private synchronized List<Processes.Owned> strays(List<Processes.Owned> seenEarlier) {
    var live = running.stream().map(Run::mark).collect(Collectors.toSet());
    return seenEarlier.stream()
        .filter(each -> each.node().equals(node) && !live.contains(each.mark()))
        .filter(each -> jobs.stream().anyMatch(each.mark()::startsWith))
        .toList();
  }

  /** To be called when there were none: ended jobs are watched no longer. */
  synchronized void forgetEndedJobs() {
    jobs.removeIf(job -> running.stream().noneMatch(run -> run.mark().startsWith(job)));
  }
}
