package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.master.central.CentralOptions.PendingLimits;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import dev.muster.model.rule.KindRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests and withdrawals, in the order in which schedulers made them, up to the limits.
 *
 * <p>No number is ever granted twice. A leader grants a number once: until a later request of the
 * stage names it no more it is known to be granted, and after that all that named it is stale. What
 * was sent to an earlier leader has another term. What an earlier leader granted is in the cell
 * state, and is answered from there.
 */
final class RequestIntake {

  private final PendingLimits limits;
  private final long term;
  private final MasterState state;
  private final CellState cell;
  private final PendingRequests requests;
  private final CentralPlacement placement;
  private final CentralAnswers answers;
  private final LeaderAccess leader;

  RequestIntake(
      PendingLimits limits,
      long term,
      MasterState state,
      PendingRequests requests,
      CentralPlacement placement,
      CentralAnswers answers,
      LeaderAccess leader) {
    this.limits = limits;
    this.term = term;
    this.state = state;
    this.cell = state.cell();
    this.requests = requests;
    this.placement = placement;
    this.answers = answers;
    this.leader = leader;
  }

  // Requests.

  /** Whether the request is to be taken; one of another term is only told of this one. */
  boolean isCurrent(RequestContainers message, Effects out) {
    var asked = message.request();
    var known = requests.find(asked.job(), asked.stage());
    if (message.epoch() != state.epoch(message.scheduler().index())
        || (known != null && message.sequence() <= known.sequence())) {
      return false;
    }
    if (message.term() != term) {
      answers.anotherTerm(message, out);
      return false;
    }
    return true;
  }

  /** Takes a request that is current, and places what fits at once. */
  void request(long nowNs, RequestContainers message, Effects out) {
    var asked = message.request();
    var request = findOrOpen(message.scheduler().index(), asked.job(), asked.stage());
    if (request == null) {
      return;
    }
    take(nowNs, request, message);
    boolean fits = isWithinLimits(request);
    if (!fits) {
      request.reject();
    }
    placement.changed(request);
    answers.granted(request, out);
    if (!fits) {
      request.waits.on(ContainerShortage.REJECTED);
    } else if (!request.unplaced().isEmpty()) {
      placement.tryNow(nowNs, request, out);
    }
    answers.awaited(nowNs, request, out);
  }

  private @Nullable PendingRequest findOrOpen(int owner, long job, int stage) {
    var known = requests.find(job, stage);
    return known == null ? open(owner, job, stage) : known;
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

  /** What the cell state has already was granted by an earlier leader. */
  private void take(long nowNs, PendingRequest request, RequestContainers message) {
    request.take(nowNs, message.sequence(), message.request());
    for (long claim : request.unplaced()) {
      int node = cell.machineOf(request.owner(), claim);
      if (node != Decision.NOWHERE) {
        request.grant(nowNs, claim, node);
      }
    }
  }

  /** Whether there may be so much of what is not granted. */
  private boolean isWithinLimits(PendingRequest request) {
    int most = request.isGang() ? KindRules.MAX_GANG : ContainerRequest.MAX_CLAIMS;
    boolean isOneMore = request.state() == RequestState.SETTLED && request.wants();
    return request.wanted() <= most
        && request.running().size() <= ContainerRequest.MAX_CLAIMS
        && requests.waiting() + (isOneMore ? 1 : 0) <= limits.requests()
        && requests.containers() - request.counted + request.wanted() <= limits.containers();
  }

  // Withdrawals.

  /** Claims that are there are released; only once they are gone is that answered. */
  void withdraw(WithdrawContainers message, Effects out) {
    int owner = message.scheduler().index();
    if (message.epoch() != state.epoch(owner)) {
      return;
    }
    var request = findOrOpen(owner, message.job(), message.stage());
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
}
