package dev.muster.core.master.central;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import java.util.ArrayList;
import java.util.List;

/** Tells schedulers what came of their requests, once the cell state has it. */
final class CentralAnswers {

  /** A grant that a later request does not confirm is repeated after so many beats. */
  private static final int REPEAT_BEATS = 2;

  private final long term;
  private final long repeatAfterNs;
  private final CellState cell;
  private final Shortages shortages;

  CentralAnswers(long term, long beatNs, CellState cell, Shortages shortages) {
    this.term = term;
    this.repeatAfterNs = REPEAT_BEATS * beatNs;
    this.cell = cell;
    this.shortages = shortages;
  }

  /** The request names another term: the scheduler sends it again with this one. */
  void anotherTerm(RequestContainers message, Effects out) {
    var asked = message.request();
    var unknown = ContainerWait.of(ContainerShortage.IN_LINE, 0, 0);
    out.send(
        message.scheduler(),
        new ContainersAwaited(
            term, ContainersAwaited.ANOTHER_TERM, asked.job(), asked.stage(), unknown));
  }

  void awaited(long nowNs, PendingRequest request, Effects out) {
    var wait = shortages.of(nowNs, request);
    out.send(
        request.scheduler,
        new ContainersAwaited(term, request.sequence(), request.job, request.stage, wait));
  }

  /** The log has containers; some may be lost with machines that left meanwhile. */
  void applied(ContainersPlaced placed, Effects out) {
    var claims = placed.claims();
    List<Long> all = new ArrayList<>(claims.ids().length);
    for (long claim : claims.ids()) {
      all.add(claim);
    }
    tell(SchedulerEvent.at(claims.owner()), claims.owner(), placed.job(), placed.stage(), all, out);
  }

  /** Tells again of all that is granted, as far as it is on record. */
  void granted(PendingRequest request, Effects out) {
    var claims = List.copyOf(request.granted().keySet());
    tell(request.scheduler, request.owner(), request.job, request.stage, claims, out);
  }

  /** The same where the scheduler may not have received it. */
  void repeat(long nowNs, PendingRequest request, Effects out) {
    if (!request.granted().isEmpty() && nowNs - request.sentNs() >= repeatAfterNs) {
      request.sent(nowNs);
      granted(request, out);
    }
  }

  private void tell(
      Address<SchedulerEvent> to, int owner, long job, int stage, List<Long> claims, Effects out) {
    List<Container> granted = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    for (long claim : claims) {
      int node = cell.machineOf(owner, claim);
      if (node == Decision.NOWHERE) {
        lost.add(claim);
      } else if (cell.holds(owner, claim)) {
        granted.add(new Container(claim, node));
      }
    }
    if (!granted.isEmpty()) {
      out.send(to, new ContainersGranted(term, job, stage, granted));
    }
    if (!lost.isEmpty()) {
      out.send(to, new ContainersWithdrawn(term, job, stage, lost));
    }
  }

  void withdrawn(Address<SchedulerEvent> to, long job, int stage, List<Long> claims, Effects out) {
    if (!claims.isEmpty()) {
      out.send(to, new ContainersWithdrawn(term, job, stage, claims));
    }
  }
}
