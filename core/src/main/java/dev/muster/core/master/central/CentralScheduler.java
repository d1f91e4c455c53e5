package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.rule.KindRules;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places containers for the stages that request them, on the cell state, in the order of queues.
 *
 * <pre>
 *   RequestContainers ──► PendingRequests ──► CentralPlacement ──► append ──► log
 *   a claim ends, a machine joins ───────────────┘                             │
 *   ContainersGranted ◄── CentralAnswers ◄────────────────────────────────── applied
 * </pre>
 *
 * <p>No number is ever granted twice. A leader grants a number once: until a later request of the
 * stage names it no more it is known to be granted, and after that all that named it is stale. What
 * was sent to an earlier leader has another term. What an earlier leader granted is in the cell
 * state, and is answered from there.
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
  private final CentralOptions options;
  private final long term;
  private final long leaseNs;
  private final MasterState state;
  private final CellState cell;
  private final LeaderAccess leader;
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
    this.options = options;
    this.term = term;
    this.leaseNs = LEASE_BEATS * timing.beatNs();
    this.state = state;
    this.cell = state.cell();
    this.leader = leader;
    var machines = state.machines();
    this.queues = new CentralQueues(options.discipline(), state.jobs(), machines, trees);
    this.requests = new PendingRequests(queues, lifecycle);
    var eligible = new EligibleMachines(machines);
    var index = new AvailableIndex(cell);
    var reservations = new NodeReservations(cell, requests);
    var ends = new ExpectedEnds(cell);
    var levels = new PreferredLevels(machines, options.mode().missedHeartbeats());
    var search = new ContainerSearch(cell, index, eligible, leader, reservations, levels);
    var placing = new ContainerPlacing(cell, leader, reservations, ends);
    var keeping =
        new ReservationChoice(
            options.reserving(), queues, cell, machines, index, search, ends, reservations);
    var filling =
        new RequestFilling(queues, requests, search, placing, reservations, options.reserving());
    this.placement =
        new CentralPlacement(
            cell, queues, requests, index, filling, reservations, keeping, ends, options.mode());
    var shortages = new Shortages(cell, machines, eligible);
    this.answers = new CentralAnswers(term, timing.beatNs(), cell, shortages);
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
    var asked = message.request();
    var known = requests.find(asked.job(), asked.stage());
    if (message.epoch() != state.epoch(message.scheduler().index())
        || (known != null && message.sequence() <= known.sequence())) {
      return;
    }
    if (message.term() != term) {
      answers.anotherTerm(message, out);
      return;
    }
    awaken();
    int owner = message.scheduler().index();
    var request = known == null ? open(owner, asked.job(), asked.stage()) : known;
    if (request != null) {
      take(nowNs, request, message.sequence(), asked, out);
    }
  }

  /** A new request; null where the job is not open, or has no such stage. */
  private @Nullable PendingRequest open(int owner, long job, int stage) {
    var record = state.jobs().findOpen(job);
    if (record == null || stage < 0 || stage >= record.spec().stages().size()) {
      return null;
    }
    var request = new PendingRequest(owner, record, stage);
    requests.add(request);
    return request;
  }

  private void take(
      long nowNs, PendingRequest request, long sequence, ContainerRequest asked, Effects out) {
    boolean fits = isWithinLimits(request, asked);
    request.take(nowNs, sequence, fits ? asked : nothing(asked));
    findGranted(nowNs, request);
    placement.changed(request);
    answers.granted(request, out);
    if (!fits) {
      request.waitsFor(ContainerShortage.REJECTED);
    } else if (!request.unplaced().isEmpty()) {
      placement.tryNow(nowNs, request, out);
    }
    answers.awaited(nowNs, request, out);
    schedule(nowNs, out);
  }

  private boolean isWithinLimits(PendingRequest request, ContainerRequest asked) {
    var limits = options.limits();
    int most = request.isGang() ? KindRules.MAX_GANG : ContainerRequest.MAX_CLAIMS;
    boolean isOneMore = request.state() == RequestState.SETTLED && !asked.claims().isEmpty();
    return asked.claims().size() <= most
        && asked.running().size() <= ContainerRequest.MAX_CLAIMS
        && requests.waiting() + (isOneMore ? 1 : 0) <= limits.requests()
        && requests.containers() - request.wanted() + asked.claims().size() <= limits.containers();
  }

  private static ContainerRequest nothing(ContainerRequest asked) {
    return new ContainerRequest(
        asked.job(),
        asked.stage(),
        asked.need(),
        asked.estimateNs(),
        List.of(),
        List.of(),
        0,
        List.of(),
        List.of());
  }

  /** What the cell state has already was granted by an earlier leader. */
  private void findGranted(long nowNs, PendingRequest request) {
    for (long claim : request.unplaced()) {
      int node = cell.machineOf(request.owner(), claim);
      if (node != Decision.NOWHERE) {
        request.grant(nowNs, claim, node);
      }
    }
  }

  /** Claims that are there are released; only once they are gone is that answered. */
  public void withdraw(WithdrawContainers message, Effects out) {
    int owner = message.scheduler().index();
    if (message.epoch() != state.epoch(owner)) {
      return;
    }
    var known = requests.find(message.job(), message.stage());
    var request = known == null ? open(owner, message.job(), message.stage()) : known;
    List<Long> gone = new ArrayList<>();
    for (long claim : message.claims()) {
      if (request != null) {
        request.withdraw(claim);
      }
      int node = cell.machineOf(owner, claim);
      if (node == Decision.NOWHERE) {
        gone.add(claim);
      } else {
        leader.release(new ClaimReleased(node, message.scheduler(), claim), out);
      }
    }
    if (request != null) {
      request.supersede(message.sequence());
      placement.changed(request);
    }
    answers.withdrawn(message.scheduler(), message.job(), message.stage(), gone, out);
  }

  // What the leader says.

  /** The log has containers that this leader placed. */
  public void applied(ContainersPlaced placed, Effects out) {
    answers.applied(placed, out);
  }

  /** A machine has joined, has another size, or has left: shares follow with the next review. */
  public void machineChanged(long nowNs, int node, Effects out) {
    if (awake) {
      placement.changed(node);
      timer.reviewSoon();
      advance(nowNs, out);
    }
  }

  /** A node has reported. */
  public void heartbeat(long nowNs, int node, Effects out) {
    if (awake && cell.has(node)) {
      placement.heartbeat(nowNs, node, out);
      schedule(nowNs, out);
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

  /** Repeats grants that may not have arrived, and forgets requests that nobody repeats. */
  public void beat(long nowNs, Effects out) {
    if (!awake) {
      return;
    }
    for (var request : requests.all()) {
      if (nowNs - request.heardNs() >= leaseNs && request.wants()) {
        request.forget();
        placement.changed(request);
      }
      answers.repeat(nowNs, request, out);
    }
    queues.number();
    review(nowNs, out);
    schedule(nowNs, out);
  }
}
