package dev.muster.core.commit;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a cell should make of transactions, in the plainest way: every question is answered by going
 * through all claims. Knows no preemption and no repair; of those it is told.
 */
final class CellModel {

  record Key(int owner, long id) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return owner != other.owner
          ? Integer.compare(owner, other.owner)
          : Long.compare(id, other.id);
    }
  }

  record Claim(int machine, Ask ask) {}

  final Resources[] capacity;
  TreeMap<Key, Claim> decided = new TreeMap<>();

  /** Decided and not applied, even if its end is decided too. */
  private final TreeSet<Key> inFlight = new TreeSet<>();

  final TreeMap<Key, Claim> applied = new TreeMap<>();
  int[] decidedSequence;
  final int[] sequence;

  CellModel(int machines) {
    capacity = new Resources[machines];
    sequence = new int[machines];
    decidedSequence = new int[machines];
  }

  Resources left(int machine) {
    return less(capacity[machine], machine, decided);
  }

  Resources free(int machine) {
    return less(capacity[machine], machine, applied);
  }

  private static Resources less(Resources all, int machine, TreeMap<Key, Claim> claims) {
    long cpuMillis = all.cpuMillis();
    long memoryBytes = all.memoryBytes();
    for (var claim : claims.values()) {
      if (claim.machine == machine) {
        cpuMillis -= claim.ask.resources().cpuMillis();
        memoryBytes -= claim.ask.resources().memoryBytes();
      }
    }
    return new Resources(cpuMillis, memoryBytes);
  }

  /** Which claims a transaction that neither preempts nor repairs should get. */
  boolean[] judge(Transaction transaction) {
    var before = new TreeMap<>(decided);
    var sequences = decidedSequence.clone();
    var accepted = new boolean[transaction.claims()];
    for (int at = 0; at < transaction.releases(); at++) {
      decided.remove(new Key(transaction.owner(), transaction.released(at)));
    }
    for (int at = 0; at < accepted.length; at++) {
      accepted[at] = claim(transaction, at);
      if (!accepted[at] && transaction.terms().allOrNothing()) {
        decided = before;
        decidedSequence = sequences;
        return new boolean[accepted.length];
      }
    }
    for (int at = 0; at < accepted.length; at++) {
      if (accepted[at]) {
        inFlight.add(new Key(transaction.owner(), transaction.id(at)));
      }
    }
    return accepted;
  }

  private boolean claim(Transaction transaction, int at) {
    var key = new Key(transaction.owner(), transaction.id(at));
    int machine = transaction.machine(at);
    boolean known = decided.containsKey(key) || applied.containsKey(key) || inFlight.contains(key);
    if (known || capacity[machine] == null) {
      return false;
    }
    boolean changed = transaction.sequence(at) != decidedSequence[machine];
    if (transaction.terms().conflicts() == Terms.Conflicts.SEQUENCE && changed) {
      return false;
    }
    var ask = transaction.askedBy(at);
    if (!ask.resources().fitsIn(left(machine))) {
      return false;
    }
    decided.put(key, new Claim(machine, ask));
    decidedSequence[machine]++;
    return true;
  }

  /** Takes the cell's word for what it decided. */
  void believe(CommitEntry entry) {
    for (long id : entry.released()) {
      decided.remove(new Key(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      decided.remove(new Key(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    for (int at = 0; at < entry.ids().length; at++) {
      decided.put(new Key(entry.owner(), entry.ids()[at]), claim(entry, at));
      inFlight.add(new Key(entry.owner(), entry.ids()[at]));
      decidedSequence[entry.machines()[at]]++;
    }
  }

  private static Claim claim(CommitEntry entry, int at) {
    return new Claim(entry.machines()[at], entry.asks().get(entry.askOf()[at]));
  }

  List<ClaimRef> apply(CommitEntry entry) {
    for (long id : entry.released()) {
      applied.remove(new Key(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      applied.remove(new Key(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    var lost = new ArrayList<ClaimRef>();
    for (int at = 0; at < entry.ids().length; at++) {
      var key = new Key(entry.owner(), entry.ids()[at]);
      int machine = entry.machines()[at];
      inFlight.remove(key);
      if (capacity[machine] == null) {
        decided.remove(key);
        decidedSequence[machine]--;
        lost.add(new ClaimRef(key.owner, key.id));
      } else {
        applied.put(key, claim(entry, at));
        sequence[machine]++;
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
    if (capacity[machine] != null) {
      capacity[machine] = null;
      var gone = applied.entrySet().stream().filter(one -> one.getValue().machine == machine);
      for (var key : gone.map(Map.Entry::getKey).toList()) {
        applied.remove(key);
        decided.remove(key);
      }
    }
  }

  void forgetPromises() {
    inFlight.clear();
    decided = new TreeMap<>(applied);
    decidedSequence = Arrays.copyOf(sequence, sequence.length);
  }
}
