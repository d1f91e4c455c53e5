package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.queue.QueueTree;
import java.util.function.Supplier;

/**
 * Places containers for the stages that request them, on the cell state, in the order of queues.
 *
 * <pre>
 *   RequestContainers ──►  RequestIntake  ──► CentralPlacement ──► append ──► log
 *   a claim ends, a machine joins ───────────────┘                             │
 *   ContainersGranted ◄── CentralAnswers ◄────────────────────────────────── applied
 * </pre>
 *
 * <p>Asleep until the first request of the term: then it looks at all claims once, and hears of
 * each from there on.
 */
public final class CentralScheduler {

  /** A request is forgotten when it was not repeated for so many beats. */
  static final int LEASE_BEATS = 20;

  private final PendingRequests requests;
  private final CentralQueues queues;
  private final CentralPlacement placement;
  private final CentralAnswers answers;
  private final RequestIntake intake;
  private final UnclaimedUse unclaimed;
  private final OpportunisticUse opportunistic;
  private final long leaseNs;
  private final MasterState state;
  private final CellState cell;
  private final ReviewTimer timer = new ReviewTimer();
  private boolean awake;

  /**
   * @param term of the leader
   * @param trees the queues, as of now
   */
  public CentralScheduler(
      CentralOptions options,
      long term,
      Timing timing,
      MasterState state,
      Supplier<QueueTree> trees,
      LeaderAccess leader,
      Lifecycle<RequestState> lifecycle) {
    this.leaseNs = LEASE_BEATS * timing.beatNs();
    this.state = state;
    this.cell = state.cell();
    var machines = state.machines();
    this.queues = new CentralQueues(options.discipline(), state.jobs(), machines, trees);
    this.requests = new PendingRequests(queues, lifecycle);
    var eligible = new EligibleMachines(machines);
    var index = new AvailableIndex(cell);
    var reservations = new NodeReservations(cell, requests);
    var ends = new ExpectedEnds();
    var levels = new PreferredLevels(machines, options.mode().missedHeartbeats());
    this.unclaimed = new UnclaimedUse(cell);
    this.opportunistic = new OpportunisticUse(options.mode().spareNs(), unclaimed);
    var search =
        new ContainerSearch(
            cell, index, eligible, leader, reservations, levels, unclaimed, opportunistic);
    var placing = new ContainerPlacing(cell, leader, reservations, ends, unclaimed);
    var keeping =
        new ReservationChoice(
            options.reserving(),
            queues,
            cell,
            machines,
            index,
            search,
            ends,
            reservations,
            unclaimed);
    var filling =
        new RequestFilling(queues, requests, search, placing, reservations, options.reserving());
    this.placement =
        new CentralPlacement(
            cell, queues, requests, index, filling, reservations, keeping, ends, options.mode());
    var shortages = new Shortages(cell, machines, eligible, unclaimed);
    this.answers = new CentralAnswers(term, timing.beatNs(), cell, shortages);
    this.intake =
        new RequestIntake(options.limits(), term, state, requests, placement, answers, leader);
  }

  private void awaken() {
    if (!awake) {
      awake = true;
      queues.refresh();
      cell.watch(placement);
      state.machines().machines().stream().map(Machine::node).forEach(placement::see);
    }
  }

  // What schedulers say.

  public void request(long nowNs, RequestContainers message, Effects out) {
    if (intake.isCurrent(message, out)) {
      awaken();
      intake.request(nowNs, message, out);
      schedule(nowNs, out);
    }
  }

  /** Claims that are there are released; only once they are gone is that answered. */
  public void withdraw(WithdrawContainers message, Effects out) {
    intake.withdraw(message, out);
  }

  // What the leader says.

  /** The log has containers that this leader placed. */
  public void applied(ContainersPlaced placed, Effects out) {
    answers.applied(placed, out);
  }

  /** A machine has joined, has another size, or has left: shares follow with the next review. */
  public void machineChanged(long nowNs, int node, Effects out) {
    if (awake) {
      unclaimed.left(node);
      opportunistic.left(node);
      placement.changed(node);
      timer.reviewSoon();
      advance(nowNs, out);
    }
  }

  /** A node has reported. */
  public void heartbeat(long nowNs, NodeReport report, Effects out) {
    int node = report.node();
    if (awake && cell.has(node)) {
      opportunistic.reported(node, report.opportunistic());
      if (unclaimed.reported(nowNs, node, report.free())) {
        placement.changed(node);
      }
      placement.heartbeat(nowNs, node, out);
      advance(nowNs, out);
    }
  }

  public void jobClosed(long job) {
    requests.removeJob(job, placement::removed);
  }

  /** A new epoch of a scheduler is on record: nothing is pending of older ones. */
  public void schedulerStarted(int scheduler) {
    requests.removeScheduler(scheduler, placement::removed);
  }

  // Placing.

  /** Has what became available used, be it now or a moment later. */
  public void advance(long nowNs, Effects out) {
    if (placement.hasFreed()) {
      placement.serveFreed(nowNs, out);
      timer.reviewSoon();
    }
    schedule(nowNs, out);
  }

  private void schedule(long nowNs, Effects out) {
    timer.reviewAt(placement.dueNs());
    timer.set(nowNs, placement.isDue(), requests.waiting() > 0, out);
  }

  /** False where the timer is another's. */
  public boolean wake(long nowNs, Timer which, Effects out) {
    if (!ReviewTimer.isOwn(which)) {
      return false;
    }
    if (timer.goesOff(nowNs)) {
      placement.resume(nowNs, out);
      placement.serveFreed(nowNs, out);
      if (timer.isReviewDue(nowNs)) {
        review(nowNs, out);
      }
      schedule(nowNs, out);
    }
    return true;
  }

  private void review(long nowNs, Effects out) {
    timer.reviewed(nowNs);
    if (requests.waiting() > 0) {
      queues.refresh();
      placement.review(nowNs, out);
    }
  }

  /**
   * Repeats grants that may not have arrived, and forgets what nobody says again that he wants; but
   * not what was granted: should its node die, it is not granted once more.
   */
  public void beat(long nowNs, Effects out) {
    if (!awake) {
      return;
    }
    for (var request : requests.all()) {
      if (nowNs - request.heardNs() >= leaseNs && request.wants()) {
        request.reject();
        placement.changed(request);
      }
      answers.repeat(nowNs, request, out);
    }
    queues.number();
    review(nowNs, out);
    schedule(nowNs, out);
  }
}
