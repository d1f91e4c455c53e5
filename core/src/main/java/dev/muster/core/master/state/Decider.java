package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;

/**
 * Judges transactions, one after the other, against all that was decided before.
 *
 * <p>It writes only promises: what machines have left, their promised sequence numbers, claims that
 * are not applied, ends that are not applied. A refused gang takes them all back.
 */
final class Decider {

  private final CellRules rules;
  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Judge judge;
  private final Repairs repairs;
  private final Victims victims;
  private final ReadAhead ahead;
  private final AskSlots asks;
  private final Outcome outcome;

  private TransactionBuilder transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
  private Holding holding = new Holding(0);

  Decider(CellRules rules, Tables tables) {
    this.rules = rules;
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.judge = new Judge(rules.maxClaims(), tables);
    this.repairs = new Repairs(tables);
    this.victims = new Victims(rules.preemption(), tables);
    this.ahead = new ReadAhead(tables);
    this.asks = new AskSlots(tables.asks());
    this.outcome = new Outcome(tables);
  }

  Decision decide(TransactionBuilder judged) {
    start(judged);
    release();
    boolean whole = claim();
    int[] advanced = whole ? settle() : rollBack();
    return outcome.decision(advanced);
  }

  /** Of these claims, those that are on the machines that are named with them. */
  ClaimsReleased end(IntList machinesOf, IntList owners, LongList ids) {
    outcome.released.clear();
    for (int at = 0; at < ids.size(); at++) {
      int slot = claims.find(owners.at(at), ids.at(at));
      if (slot != ClaimTable.NONE && claims.machine(slot) == machinesOf.at(at)) {
        goIfNotGoing(slot);
      }
    }
    endReleased();
    return outcome.ended();
  }

  private void start(TransactionBuilder judged) {
    transaction = judged;
    holding = tables.holdings().of(judged.owner());
    outcome.start(judged);
    asks.start(judged.requests().size());
  }

  private void release() {
    ahead.index(transaction);
    for (int at = 0; at < transaction.releases(); at++) {
      int slot = claims.find(transaction.owner(), transaction.released(at));
      if (slot != ClaimTable.NONE) {
        goIfNotGoing(slot);
      }
    }
    ahead.machines(transaction, outcome.released);
    endReleased();
  }

  private void goIfNotGoing(int slot) {
    if (!claims.isGoing(slot)) {
      claims.setGoing(slot, true);
      outcome.released.add(slot);
    }
  }

  private void endReleased() {
    for (int i = 0; i < outcome.released.size(); i++) {
      tables.end(outcome.released.at(i));
    }
  }

  /** Whether all is well; a gang stops at its first refused claim. */
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
    var objection = judge.objection(transaction, at, holding);
    if (objection != null) {
      machine = elsewhere(machine, transaction.requestAt(at), objection);
      if (machine == Decision.NOWHERE) {
        outcome.refuse(at, objection);
        return false;
      }
    }
    accept(at, machine);
    return true;
  }

  /** Another machine, or the same one after others had to go, as far as the transaction allows. */
  private int elsewhere(int machine, Request request, Objection objection) {
    var options = transaction.options();
    if (!objection.reason().isAboutMachine()) {
      return Decision.NOWHERE;
    }
    int other = options.mayRepair() ? repairs.equivalent(machine, request) : Decision.NOWHERE;
    boolean mayPush = other == Decision.NOWHERE && options.mayPreempt() && objection.isOfRoom();
    return mayPush && victims.makeRoom(machine, request, outcome.pushedOut) ? machine : other;
  }

  private void accept(int at, int machine) {
    int ask = asks.of(transaction.requestOf(at), transaction.requestAt(at), holding);
    int slot = tables.add(transaction.owner(), transaction.id(at), machine, ask);
    claims.setNew(slot, true);
    machines.advancePromised(machine);
    outcome.accept(at, machine, slot);
  }

  /** From now on others may push these out. */
  private int[] settle() {
    for (int i = 0; i < outcome.accepted.size(); i++) {
      claims.setNew(outcome.accepted.at(i), false);
    }
    return new int[0];
  }

  /** Makes nothing of a gang; gives the machines whose sequence numbers go on all the same. */
  private int[] rollBack() {
    var advanced = new IntList();
    for (int i = 0; i < outcome.accepted.size(); i++) {
      int slot = outcome.accepted.at(i);
      if (rules.rollbackAdvances()) {
        advanced.add(claims.machine(slot));
      } else {
        machines.rewindPromised(claims.machine(slot));
      }
      tables.drop(slot);
    }
    keepAll(outcome.pushedOut);
    keepAll(outcome.released);
    outcome.refuseAll();
    return advanced.toArray();
  }

  private void keepAll(IntList slots) {
    for (int i = 0; i < slots.size(); i++) {
      tables.keep(slots.at(i));
    }
  }
}
