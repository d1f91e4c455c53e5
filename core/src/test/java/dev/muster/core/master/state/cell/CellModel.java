package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a cell should make of transactions, in the plainest way: every question is answered by going
 * through all claims. Knows no preemption and no repair; the history says what they did.
 */
final class CellModel {

  /** The one named resource that machines may have. */
  static final String GPU = "gpu";

  record Key(int owner, long id) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return owner != other.owner
          ? Integer.compare(owner, other.owner)
          : Long.compare(id, other.id);
    }
  }

  record Claim(int machine, Request request) {}

  private final CellRules rules;
  final @Nullable Resources[] capacity;
  TreeMap<Key, Claim> decided = new TreeMap<>();

  /** Decided and not applied, even if its end is decided too. */
  private final TreeSet<Key> inFlight = new TreeSet<>();

  final TreeMap<Key, Claim> applied = new TreeMap<>();
  int[] decidedSequence;
  final int[] sequence;
  private final OwnerLimits[] limits;

  CellModel(CellRules rules, int machines, int owners) {
    this.rules = rules;
    capacity = new Resources[machines];
    sequence = new int[machines];
    decidedSequence = new int[machines];
    limits = new OwnerLimits[owners];
    Arrays.fill(limits, OwnerLimits.NONE);
  }

  boolean has(int machine) {
    return capacity[machine] != null;
  }

  Resources left(int machine) {
    return free(machine, decided);
  }

  Resources free(int machine) {
    return free(machine, applied);
  }

  private Resources free(int machine, TreeMap<Key, Claim> claims) {
    var all = capacity[machine];
    if (all == null) {
      throw new IllegalStateException("machine " + machine + " is not there");
    }
    long cpuMillis = all.cpuMillis();
    long memoryBytes = all.memoryBytes();
    long gpus = all.named(GPU);
    for (var claim : claims.values()) {
      if (claim.machine == machine) {
        cpuMillis -= claim.request.resources().cpuMillis();
        memoryBytes -= claim.request.resources().memoryBytes();
        gpus -=
            claim.request.resources().named().isEmpty() ? 0 : claim.request.resources().named(GPU);
      }
    }
    return size(cpuMillis, memoryBytes, gpus);
  }

  /** What is named and is none is not named. */
  static Resources size(long cpuMillis, long memoryBytes, long gpus) {
    var plain = new Resources(cpuMillis, memoryBytes);
    return gpus == 0 ? plain : plain.with(GPU, gpus);
  }

  /** What an owner holds by all that is decided: claims, resources, jobs. */
  List<Object> held(int owner) {
    long claims = 0;
    var sum = Resources.NONE;
    var jobs = new TreeSet<Long>();
    for (var one : decided.entrySet()) {
      if (one.getKey().owner == owner) {
        claims++;
        sum = sum.plus(one.getValue().request.resources());
        jobs.add(one.getValue().request.job());
      }
    }
    return List.of(claims, size(sum.cpuMillis(), sum.memoryBytes(), sum.named(GPU)), jobs.size());
  }

  /**
   * Why each claim of a transaction that neither preempts nor repairs should be rejected, if so.
   */
  @Nullable RejectionReason[] rejections(TransactionBuilder transaction) {
    var before = new TreeMap<>(decided);
    var sequences = decidedSequence.clone();
    var reasons = new RejectionReason[transaction.claims()];
    for (int at = 0; at < transaction.releases(); at++) {
      decided.remove(new Key(transaction.owner(), transaction.released(at)));
    }
    for (int at = 0; at < reasons.length; at++) {
      reasons[at] = claim(transaction, at);
      if (reasons[at] != null && transaction.options().isAllOrNothing()) {
        decided = before;
        decidedSequence = rules.rollbackAdvances() ? decidedSequence : sequences;
        return gang(reasons.length, at, reasons[at]);
      }
    }
    for (int at = 0; at < reasons.length; at++) {
      if (reasons[at] == null) {
        inFlight.add(new Key(transaction.owner(), transaction.id(at)));
      }
    }
    return reasons;
  }

  private static @Nullable RejectionReason[] gang(
      int claims, int at, @Nullable RejectionReason reason) {
    var reasons = new RejectionReason[claims];
    Arrays.fill(reasons, RejectionReason.GANG);
    reasons[at] = reason;
    return reasons;
  }

  private @Nullable RejectionReason claim(TransactionBuilder transaction, int at) {
    var key = new Key(transaction.owner(), transaction.id(at));
    int machine = transaction.machine(at);
    var reason = conflict(transaction, at, key, machine);
    if (reason == null) {
      decided.put(key, new Claim(machine, transaction.requestAt(at)));
      decidedSequence[machine]++;
    }
    return reason;
  }

  private @Nullable RejectionReason conflict(
      TransactionBuilder transaction, int at, Key key, int machine) {
    if (decided.containsKey(key) || applied.containsKey(key) || inFlight.contains(key)) {
      return RejectionReason.DUPLICATE;
    }
    var request = transaction.requestAt(at);
    var excess = limits[key.owner].equals(OwnerLimits.NONE) ? null : excess(key.owner, request);
    if (excess != null) {
      return excess;
    }
    int most = inFlight.size() + decided.size() + applied.size();
    if (most >= rules.maxClaims() && claims() >= rules.maxClaims()) {
      return RejectionReason.CELL_FULL;
    }
    if (!has(machine)) {
      return RejectionReason.NO_MACHINE;
    }
    boolean changed = transaction.sequence(at) != decidedSequence[machine];
    if (transaction.options().conflictDetection()
            == TransactionOptions.ConflictDetection.COARSE_GRAINED
        && changed) {
      return RejectionReason.CHANGED;
    }
    return lacks(request.resources(), left(machine));
  }

  private static @Nullable RejectionReason lacks(Resources need, Resources left) {
    if (need.cpuMillis() > left.cpuMillis()) {
      return RejectionReason.CPU;
    }
    if (need.memoryBytes() > left.memoryBytes()) {
      return RejectionReason.MEMORY;
    }
    return need.named(GPU) > left.named(GPU) && need.named(GPU) > 0 ? RejectionReason.NAMED : null;
  }

  private @Nullable RejectionReason excess(int owner, Request request) {
    var most = limits[owner];
    var held = held(owner);
    var would = ((Resources) held.get(1)).plus(request.resources());
    if ((long) held.get(0) >= most.claims()) {
      return RejectionReason.CLAIM_LIMIT;
    }
    if (would.cpuMillis() > most.resources().cpuMillis()) {
      return RejectionReason.CPU_LIMIT;
    }
    if (would.memoryBytes() > most.resources().memoryBytes()) {
      return RejectionReason.MEMORY_LIMIT;
    }
    if ((int) held.get(2) >= most.jobs() && !hasJob(owner, request.job())) {
      return RejectionReason.JOB_LIMIT;
    }
    boolean limited = request.resources().named(GPU) > 0 && !most.resources().named().isEmpty();
    return limited && would.named(GPU) > most.resources().named(GPU)
        ? RejectionReason.NAMED_LIMIT
        : null;
  }

  private boolean hasJob(int owner, long job) {
    return decided.entrySet().stream()
        .anyMatch(one -> one.getKey().owner == owner && one.getValue().request.job() == job);
  }

  /** All that the cell must remember, ended or not. */
  private int claims() {
    var known = new TreeSet<>(inFlight);
    known.addAll(decided.keySet());
    known.addAll(applied.keySet());
    return known.size();
  }

  /** Takes the cell's word for what it decided. */
  void believe(TransactionCommitted entry) {
    for (long id : entry.released()) {
      decided.remove(new Key(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      decided.remove(new Key(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    for (int machine : entry.advanced()) {
      decidedSequence[machine]++;
    }
    for (int at = 0; at < entry.ids().length; at++) {
      decided.put(new Key(entry.owner(), entry.ids()[at]), claim(entry, at));
      inFlight.add(new Key(entry.owner(), entry.ids()[at]));
      decidedSequence[entry.machines()[at]]++;
    }
  }

  /** Those of these claims that are on these machines end. */
  List<Key> end(IntList machines, IntList owners, LongList ids) {
    List<Key> ended = new ArrayList<>();
    for (int at = 0; at < ids.size(); at++) {
      var key = new Key(owners.at(at), ids.at(at));
      var claim = decided.get(key);
      if (claim != null && claim.machine == machines.at(at)) {
        decided.remove(key);
        ended.add(key);
      }
    }
    return ended;
  }

  void apply(ClaimsReleased entry) {
    for (int at = 0; at < entry.ids().length; at++) {
      applied.remove(new Key(entry.owners()[at], entry.ids()[at]));
    }
  }

  private static Claim claim(TransactionCommitted entry, int at) {
    return new Claim(entry.machines()[at], entry.requests().get(entry.requestOf()[at]));
  }

  List<ClaimRef> apply(TransactionCommitted entry) {
    for (long id : entry.released()) {
      applied.remove(new Key(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      applied.remove(new Key(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    for (int machine : entry.advanced()) {
      sequence[machine]++;
    }
    var lost = new ArrayList<ClaimRef>();
    for (int at = 0; at < entry.ids().length; at++) {
      var key = new Key(entry.owner(), entry.ids()[at]);
      int machine = entry.machines()[at];
      inFlight.remove(key);
      if (has(machine)) {
        applied.put(key, claim(entry, at));
        sequence[machine]++;
      } else {
        decided.remove(key);
        decidedSequence[machine]--;
        lost.add(new ClaimRef(key.owner, key.id));
      }
    }
    return lost;
  }

  void join(int machine, Resources has) {
    capacity[machine] = has;
    sequence[machine]++;
    decidedSequence[machine]++;
  }

  void leave(int machine) {
    if (has(machine)) {
      capacity[machine] = null;
      var gone = applied.entrySet().stream().filter(one -> one.getValue().machine == machine);
      for (var key : gone.map(Map.Entry::getKey).toList()) {
        applied.remove(key);
        decided.remove(key);
      }
    }
  }

  void limit(LimitsSet set) {
    limits[set.owner()] = set.limits();
  }

  void forgetPromises() {
    inFlight.clear();
    decided = new TreeMap<>(applied);
    decidedSequence = Arrays.copyOf(sequence, sequence.length);
  }
}
