package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.ConflictCheck.Conflict;
import dev.muster.core.master.state.cell.RequestTable.TransactionRequests;
import dev.muster.core.master.state.cell.UsageTable.OwnerUsage;

/**
 * Decides transactions, one after the other, against all that was decided before.
 *
 * <p>A decision writes promises only: available resources, promised sequence numbers, promised
 * claims and ends. A rejected gang takes all of its promises back.
 */
final class TransactionDecider {

  /** How many machines are candidates for an equivalent one. */
  static final int MAX_REPAIR_CANDIDATES = 64;

  private final CellRules rules;
  private final CellTables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final ConflictCheck conflictCheck;
  private final PreemptionVictims victims;
  private final Prefetch prefetch;
  private final TransactionRequests requests;
  private final DecisionBuilder result;

  private TransactionBuilder transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
  private OwnerUsage usage = new OwnerUsage(0);

  TransactionDecider(CellRules rules, CellTables tables) {
    this.rules = rules;
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.conflictCheck = new ConflictCheck(rules.maxClaims(), tables);
    this.victims = new PreemptionVictims(rules.preemption(), tables);
    this.prefetch = new Prefetch(tables);
    this.requests = new TransactionRequests(tables.requests());
    this.result = new DecisionBuilder(tables);
  }

  Decision decide(TransactionBuilder next) {
    start(next);
    release();
    boolean whole = claim();
    int[] advanced = whole ? settle() : rollBack();
    return result.decision(advanced);
  }

  /** Ends those of the claims that are on the machine named with them. */
  ClaimsReleased decideReleases(IntList machinesOf, IntList owners, LongList ids) {
    result.released.clear();
    for (int at = 0; at < ids.size(); at++) {
      int slot = claims.find(owners.at(at), ids.at(at));
      if (slot != ClaimTable.NONE && claims.machine(slot) == machinesOf.at(at)) {
        end(slot);
      }
    }
    unpromiseReleased();
    return result.claimsReleased();
  }

  private void start(TransactionBuilder next) {
    transaction = next;
    usage = tables.usage().of(next.owner());
    result.start(next);
    requests.start(next.requests().size());
  }

  private void release() {
    prefetch.index(transaction);
    for (int at = 0; at < transaction.releases(); at++) {
      int slot = claims.find(transaction.owner(), transaction.released(at));
      if (slot != ClaimTable.NONE) {
        end(slot);
      }
    }
    prefetch.machines(transaction, result.released);
    unpromiseReleased();
  }

  private void end(int slot) {
    if (!claims.isEnding(slot)) {
      claims.end(slot);
      result.released.add(slot);
    }
  }

  private void unpromiseReleased() {
    for (int i = 0; i < result.released.size(); i++) {
      tables.unpromise(result.released.at(i));
    }
  }

  /** Gives whether the transaction stands; a gang stops at its first rejected claim. */
  private boolean claim() {
    boolean gang = transaction.options().isAllOrNothing();
    for (int at = 0; at < transaction.claims(); at++) {
      if (!claim(at) && gang) {
        return false;
      }
    }
    return true;
  }

  private boolean claim(int at) {
    int machine = transaction.machine(at);
    var conflict = conflictCheck.conflict(transaction, at, usage);
    if (conflict != null) {
      machine = resolve(machine, transaction.requestAt(at), conflict);
      if (machine == Decision.NOWHERE) {
        result.reject(at, conflict);
        return false;
      }
    }
    accept(at, machine);
    return true;
  }

  /** Repairs or preempts, as far as the options allow; gives the machine that fits then. */
  private int resolve(int machine, Request request, Conflict conflict) {
    var options = transaction.options();
    if (!conflict.reason().isAboutMachine()) {
      return Decision.NOWHERE;
    }
    int other = options.mayRepair() ? equivalent(machine, request) : Decision.NOWHERE;
    boolean mayPreempt = other == Decision.NOWHERE && options.mayPreempt() && conflict.isFit();
    return mayPreempt && victims.preempt(machine, request, result.preempted) ? machine : other;
  }

  /** Another machine of the same partition and kind that fits, among those that follow it. */
  private int equivalent(int machine, Request request) {
    long site = machines.site(machine);
    var partition = tables.partitions().find(Site.partition(site));
    int position = tables.partitions().position(machine);
    int candidates = Math.min(MAX_REPAIR_CANDIDATES, partition.size() - 1);
    for (int step = 1; step <= candidates; step++) {
      int other = partition.member((position + step) % partition.size());
      if (Site.kind(machines.site(other)) == Site.kind(site)
          && machines.fits(other, request.resources())) {
        return other;
      }
    }
    return Decision.NOWHERE;
  }

  private void accept(int at, int machine) {
    int request = requests.slotOf(transaction.requestOf(at), transaction.requestAt(at), usage);
    int slot = tables.add(transaction.owner(), transaction.id(at), machine, request);
    machines.advancePromised(machine);
    result.accept(at, machine, slot);
  }

  /** The accepted claims are promised, and others may preempt them. */
  private int[] settle() {
    for (int i = 0; i < result.accepted.size(); i++) {
      claims.promise(result.accepted.at(i));
    }
    return new int[0];
  }

  /** Takes a gang back; gives the machines whose sequence numbers advance all the same. */
  private int[] rollBack() {
    var advanced = new IntList();
    for (int i = 0; i < result.accepted.size(); i++) {
      int slot = result.accepted.at(i);
      if (rules.rollbackAdvances()) {
        advanced.add(claims.machine(slot));
      } else {
        machines.rewindPromised(claims.machine(slot));
      }
      tables.remove(slot);
    }
    cancelEnds(result.preempted);
    cancelEnds(result.released);
    result.rejectAll();
    return advanced.toArray();
  }

  private void cancelEnds(IntList slots) {
    for (int i = 0; i < slots.size(); i++) {
      tables.cancelEnd(slots.at(i));
    }
  }
}
