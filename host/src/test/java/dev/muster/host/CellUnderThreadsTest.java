package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Schedulers on threads of their own decide on old copies and commit to one cell. Whatever the
 * threads do, the answers are those that the same transactions get one after the other.
 */
final class CellUnderThreadsTest {
  private static final int MACHINES = 40;
  private static final int SLOTS = 4;
  private static final int SCHEDULERS = 4;
  private static final int TURNS = 1_000;
  private static final long PATIENCE_SECONDS = 60;
  private static final int PARTITIONS = 3;

  /** What each holds at most before it releases: together seven eighths of the cell. */
  private static final int HELD = MACHINES * SLOTS * 7 / 8 / SCHEDULERS;

  private static final Resources TASK = new Resources(1_000, 1L << 30);

  /** A transaction and its answer, in the order in which the cell gave them. */
  private record Answered(TransactionBuilder transaction, Decision decision) {}

  /** All decide before any commits, so that they get into each other's way on any machine. */
  private final CyclicBarrier decided = new CyclicBarrier(SCHEDULERS);

  private final Object lock = new Object();
  private final CellState cell = machines();
  private final List<Answered> history = new ArrayList<>();

  private static CellState machines() {
    var cell = new CellState(CellRules.standard());
    for (int machine = 0; machine < MACHINES; machine++) {
      var capacity = new Resources(SLOTS * 1_000L, SLOTS * (1L << 30));
      cell.apply(new MachineJoined(machine, capacity, new Site(0, machine % PARTITIONS, 0)));
    }
    return cell;
  }

  @Test
  void answersAreThoseOfOneAfterTheOther() throws Exception {
    var running = new ArrayList<Future<?>>();
    try (var threads = Executors.newFixedThreadPool(SCHEDULERS)) {
      for (int owner = 0; owner < SCHEDULERS; owner++) {
        var scheduler = new Scheduler(owner);
        running.add(threads.submit(scheduler::run));
      }
    }
    for (var one : running) {
      one.get();
    }

    assertThat(history).hasSize(SCHEDULERS * TURNS);
    var follower = machines();
    var model = new Model();
    for (var answered : history) {
      model.verify(answered);
      follower.apply(answered.decision.entry());
    }
    assertThat(follower.digest()).isEqualTo(cell.digest());
    assertThat(model.refused).as("schedulers got into each other's way").isGreaterThan(100);
    assertThat(model.accepted).isGreaterThan(SCHEDULERS * TURNS);
  }

  /** Keeps its part of the cell full. */
  private final class Scheduler {
    private final int owner;
    private final Chance chance;
    private final RandomFit fit;
    private final Replica copy = new Replica();
    private final DeltaBuffer delta = new DeltaBuffer();
    private final ArrayDeque<Long> held = new ArrayDeque<>();
    private long nextId;

    private Scheduler(int owner) {
      this.owner = owner;
      this.chance = Chance.of(owner, "scheduler");
      this.fit = RandomFit.even(Chance.of(owner, "fit"));
    }

    private @Nullable Void run() throws Exception {
      for (int turn = 0; turn < TURNS; turn++) {
        refresh();
        turn();
      }
      return null;
    }

    private void refresh() {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        synchronized (lock) {
          cell.fillDelta(copy.version(partition), partition, delta);
        }
        copy.apply(delta, 0);
      }
    }

    private void turn() throws Exception {
      var options = chance.nextInt(4) == 0 ? TransactionOptions.GANG : TransactionOptions.STANDARD;
      var transaction =
          new TransactionBuilder(owner, chance.nextBoolean() ? options.coarseGrained() : options);
      int tasks = 1 + chance.nextInt(8);
      fit.fill(copy, transaction, transaction.request(Request.of(owner, TASK)), nextId, tasks);
      nextId += tasks;
      while (held.size() > HELD) {
        transaction.release(held.remove());
      }
      decided.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Decision decision;
      synchronized (lock) {
        decision = cell.commit(0, transaction);
        history.add(new Answered(transaction, decision));
      }
      note(transaction, decision);
    }

    private void note(TransactionBuilder transaction, Decision decision) {
      for (int at = 0; at < transaction.claims(); at++) {
        if (decision.isAccepted(at)) {
          held.add(transaction.id(at));
        }
      }
      for (long id : released(transaction, decision)) {
        held.add(id);
      }
      copy.learn(decision.fresh());
    }

    /** Those that a refused gang would have released. */
    private static List<Long> released(TransactionBuilder transaction, Decision decision) {
      var recovered = new ArrayList<Long>();
      if (transaction.releases() > decision.entry().released().length) {
        for (int at = 0; at < transaction.releases(); at++) {
          recovered.add(transaction.released(at));
        }
      }
      return recovered;
    }
  }

  /** Slots in use and sequence numbers, one transaction after the other. */
  private static final class Model {
    private final int[] used;
    private final int[] sequence;
    private final Map<String, Integer> machineOf;
    private int accepted;
    private int refused;

    private Model() {
      used = new int[MACHINES];
      sequence = new int[MACHINES];
      machineOf = new TreeMap<>();
      Arrays.fill(sequence, 1);
    }

    /** To try something on. */
    private Model(Model other) {
      used = other.used.clone();
      sequence = other.sequence.clone();
      machineOf = new TreeMap<>(other.machineOf);
    }

    private void verify(Answered answered) {
      var transaction = answered.transaction;
      var decision = answered.decision;
      if (transaction.options().isAllOrNothing() && !new Model(this).takesAll(transaction)) {
        assertThat(decision.accepted()).as("all or nothing").isZero();
        assertThat(decision.entry().isEmpty()).as("nothing at all").isTrue();
        refused++;
        return;
      }
      release(transaction);
      for (int at = 0; at < transaction.claims(); at++) {
        assertThat(decision.isAccepted(at)).isEqualTo(take(transaction, at));
      }
    }

    private boolean takesAll(TransactionBuilder transaction) {
      release(transaction);
      return IntStream.range(0, transaction.claims()).allMatch(at -> take(transaction, at));
    }

    private void release(TransactionBuilder transaction) {
      for (int at = 0; at < transaction.releases(); at++) {
        var key = transaction.owner() + "/" + transaction.released(at);
        used[Objects.requireNonNull(machineOf.remove(key))]--;
      }
    }

    /** Whether there was room for the claim. */
    private boolean take(TransactionBuilder transaction, int at) {
      int machine = transaction.machine(at);
      boolean bySequence =
          transaction.options().conflictDetection()
              == TransactionOptions.ConflictDetection.COARSE_GRAINED;
      if (used[machine] == SLOTS || (bySequence && transaction.sequence(at) != sequence[machine])) {
        refused++;
        return false;
      }
      used[machine]++;
      sequence[machine]++;
      machineOf.put(transaction.owner() + "/" + transaction.id(at), machine);
      accepted++;
      return true;
    }
  }
}
