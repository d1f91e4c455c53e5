package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.cell.Container;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.model.JobSpec;
import dev.muster.model.Tier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Promise 3, of containers: a number is granted where the log has placed it, by one leader on one
 * node only, on another by a later leader only once its claim has ended, and not by a leader that
 * has said that there is no such container; no task of {@code central} or {@code hybrid} is
 * guaranteed without a container of its number on its node, from its start or from its promotion
 * on; and no task is opportunistic whose stage accepts guaranteed ones only.
 */
final class ContainerCheck implements Observer {

  /**
   * A later leader may grant a number again that an earlier one granted on a node that has died:
   * the scheduler that names the number to the later one takes no grants of the earlier one.
   */
  private record ContainerGrant(long term, int node) {}

  private static final List<String> POLICIES = List.of(JobSpec.CENTRAL, JobSpec.HYBRID);

  private final Set<Long> jobs = new HashSet<>();

  private final PlacedContainers placed = new PlacedContainers();

  /** The nodes of containers, and the jobs of attempts that were sent to nodes, by number. */
  private final Map<Long, ContainerGrant> granted = new HashMap<>();

  private final Map<Long, Long> sent = new HashMap<>();

  /** The terms of the leaders that have withdrawn containers, by number. */
  private final Map<Long, Long> withdrawn = new HashMap<>();

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case ContainersGranted grant ->
          grant.containers().forEach(each -> granted(grant.term(), each));
      case ContainersWithdrawn none ->
          none.claims().forEach(claim -> withdrawn.put(claim, none.term()));
      case PlaceTask place -> sent.put(place.reservation(), place.work().job());
      case PromoteTask promote -> promoted(to.index(), promote.reservation());
      default -> {} // not about containers
    }
  }

  private void granted(long term, Container container) {
    if (!placed.wasPlaced(container.claim(), container.node())) {
      throw new BrokenPromise(
          3,
          "container %d is granted on node-%d, and the log has not placed it there"
              .formatted(container.claim(), container.node()));
    }
    var before = granted.get(container.claim());
    if (before != null && before.node() != container.node() && term <= before.term()) {
      throw new BrokenPromise(
          3,
          "container %d is granted on node-%d and on node-%d"
              .formatted(container.claim(), before.node(), container.node()));
    }
    if (before == null || term > before.term()) {
      granted.put(container.claim(), new ContainerGrant(term, container.node()));
    }
    var gone = withdrawn.get(container.claim());
    if (gone != null && gone == term) {
      throw new BrokenPromise(
          3, "container %d was withdrawn, and is granted".formatted(container.claim()));
    }
  }

  private void promoted(int node, long attempt) {
    if (jobs.contains(sent.getOrDefault(attempt, 0L))) {
      verifyContainer(node, attempt, "promoted");
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case AssignJob assigned when POLICIES.contains(assigned.spec().policy()) ->
          jobs.add(assigned.job());
      case EntryCommitted committed -> placed.committed(committed);
      default -> {} // not about containers
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var tier = launch.demand().isOpportunistic() ? Tier.OPPORTUNISTIC : Tier.GUARANTEED;
    if (!launch.work().spec().tier().accepts(tier)) {
      throw new BrokenPromise(3, launch.work() + " is opportunistic, and its stage accepts none");
    }
    if (jobs.contains(launch.work().job()) && !launch.demand().isOpportunistic()) {
      verifyContainer(node, launch.run(), "launched");
    }
  }

  private void verifyContainer(int node, long attempt, String what) {
    var grant = granted.get(attempt);
    if (grant == null || grant.node() != node) {
      throw new BrokenPromise(
          3,
          "attempt %d is %s on node-%d and has no container there".formatted(attempt, what, node));
    }
  }
}
