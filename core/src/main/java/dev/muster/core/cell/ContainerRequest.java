package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;
import java.util.List;

/**
 * All that a stage wants of the central scheduler at present, in place of what it wanted before.
 * What never changes of the stage the master has on record.
 *
 * @param need of each container
 * @param estimateNs how long a task is expected to run; 0 where nothing is known
 * @param claims a number for each container that is wanted
 * @param preferred the nodes that tasks prefer
 * @param anywhere how many of the tasks prefer none
 * @param barred nodes on which no task of the stage is to be tried
 * @param running containers for attempts of those numbers that run already, each on its own node
 */
public record ContainerRequest(
    long job,
    int stage,
    Resources need,
    long estimateNs,
    List<Long> claims,
    List<NodePreference> preferred,
    int anywhere,
    List<Integer> barred,
    List<Container> running) {

  /** How many containers a stage that is no gang may want at once, and how many for runs. */
  public static final int MAX_CLAIMS = 1_000;

  public void trace(TraceHash hash) {
    hash.add(job).add(stage);
    hash.add(need);
    hash.add(estimateNs).addNumbers(claims).add(preferred.size());
    preferred.forEach(each -> hash.add(each.node()).add(each.tasks()));
    hash.add(anywhere).add(barred.size());
    barred.forEach(hash::add);
    trace(hash, running);
  }

  public static void trace(TraceHash hash, List<Container> containers) {
    hash.add(containers.size());
    containers.forEach(each -> hash.add(each.claim()).add(each.node()));
  }
}
