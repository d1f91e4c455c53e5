package dev.muster.sim.swarm;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The transactions of the {@link SwarmFramework}: one out at a time, repeated until decided. */
final class SwarmClaims {

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final SwarmOperator operator;
  private final List<SwarmTask> wanted = new ArrayList<>();
  private final List<Long> unneeded = new ArrayList<>();
  private @Nullable CommitTransaction out;

  /** The claims of the transaction that is out, in its order. */
  private List<SwarmTask> asked = List.of();

  private long lastNumber = CommitTransaction.firstNumber(1);

  SwarmClaims(Address<SchedulerEvent> self, Address<MasterEvent> master, SwarmOperator operator) {
    this.self = self;
    this.master = master;
    this.operator = operator;
  }

  void add(SwarmTask task) {
    wanted.add(task);
  }

  void release(long claim) {
    unneeded.add(claim);
  }

  void beat(long nowNs, Effects effects) {
    if (out == null && !isIdle()) {
      out = new CommitTransaction(self, ++lastNumber, transaction(nowNs).build());
    }
    if (out != null) {
      effects.send(master, out);
      effects.send(master, new GetCellDelta(self, List.of(), List.of(), 1));
    }
  }

  private TransactionBuilder transaction(long nowNs) {
    var builder = new TransactionBuilder(self.index(), operator.options());
    asked = List.copyOf(wanted);
    wanted.clear();
    for (var task : asked) {
      int request =
          builder.request(
              new Request(
                  task.demand.origin().job(),
                  task.demand.priority(),
                  task.demand.tier(),
                  task.demand.resources()));
      builder.claim(task.id, operator.machine(nowNs, task.at), request, 0);
    }
    operator.heldClaim().ifPresent(id -> claimAgain(builder, id));
    unneeded.forEach(builder::release);
    unneeded.clear();
    return builder;
  }

  /** By mistake: must be rejected as a duplicate, or fit where it was never used. */
  private void claimAgain(TransactionBuilder builder, long id) {
    if (builder.claims() > 0 && !unneeded.contains(id)) {
      builder.claim(id, builder.machine(0), 0, 0);
    }
  }

  void decided(TransactionDecided decided, Consumer<SwarmTask> accepted) {
    if (out == null || out.number() != decided.number()) {
      return;
    }
    var transaction = out.transaction();
    out = null;
    Map<Integer, Integer> moved = new HashMap<>();
    for (MovedClaim one : decided.result().moved()) {
      moved.put(one.at(), one.machine());
    }
    var refused = decided.result().rejected();
    for (int at = 0; at < asked.size(); at++) {
      var task = asked.get(at);
      int place = at;
      if (refused.stream().anyMatch(one -> one.at() == place)) {
        task.vain++;
        task.state = SwarmTask.TaskPhase.WAITING;
      } else {
        task.at = moved.getOrDefault(at, transaction.machines()[at]);
        operator.holds(task.id);
        accepted.accept(task);
      }
    }
    for (int at = asked.size(); at < transaction.ids().length; at++) {
      int place = at;
      if (refused.stream().noneMatch(one -> one.at() == place)) {
        unneeded.add(transaction.ids()[at]);
      }
    }
    if (transaction.options().isAllOrNothing() && !refused.isEmpty()) {
      for (long id : transaction.released()) {
        unneeded.add(id);
      }
    }
    asked = List.of();
  }

  /** Whether there is nothing to ask the master for. */
  boolean isIdle() {
    return out == null && wanted.isEmpty() && unneeded.isEmpty();
  }
}
