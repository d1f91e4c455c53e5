package dev.muster.core.scheduler.place.sampled;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of waiting tasks against the plainest thing that could keep them: a set. */
final class PreferringTasksTest {

  private static final int TASKS = 30;
  private static final int NODES = 12;
  private static final int NOBODY_PREFERS = NODES;
  private static final int DRAWS = 2;
  private static final int STEPS = 5_000;
  private static final long PATIENCE_NS = 50;

  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final TreeSet<Integer> free = new TreeSet<>();
  private final TreeSet<Integer> tried = new TreeSet<>();
  private final IntList taken = new IntList();
  private final TreeMap<Integer, Reservation> reservations = new TreeMap<>();
  private final HeldTable held = new HeldTable(0, 1);
  private final StageTasks stage = ManagedJob.of(Jobs.job(1)).tasks(0);

  private static List<List<Integer>> drawPreferences(Chance chance) {
    List<List<Integer>> prefer = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      var nodes = new TreeSet<Integer>();
      for (int left = chance.nextInt(4); left > 0; left--) {
        nodes.add(chance.nextInt(NODES));
      }
      prefer.add(List.copyOf(nodes.descendingSet()));
    }
    return prefer;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aNodeGetsATaskThatMayRunThereWheneverOneWaits(long seed) {
    var chance = Chance.of(seed, "preferences");
    var prefer = drawPreferences(chance);
    var preferring = new PreferringTasks(Where.ANYWHERE.withPrefer(prefer, PATIENCE_NS), _ -> true);
    for (int task = 0; task < TASKS; task++) {
      begin(task, prefer);
    }
    for (int nowNs = 0; nowNs < STEPS; nowNs++) {
      switch (chance.nextInt(8)) {
        case 0, 1 -> take(chance.nextInt(NODES + 1), preferring, prefer);
        case 2, 3 -> putBack(chance, preferring, prefer);
        case 4, 5 -> tryLacking(chance, nowNs, preferring);
        case 6 -> lose(chance, preferring);
        default -> widen(nowNs, preferring);
      }
      passOn(preferring, prefer);
      recount(preferring);
    }
  }

  private void begin(int task, List<List<Integer>> prefer) {
    waiting.add(task);
    if (prefer.get(task).isEmpty()) {
      free.add(task);
    }
  }

  private void take(int node, PreferringTasks preferring, List<List<Integer>> prefer) {
    int task = preferring.next(node, Reservation.NO_PREFERENCE);
    boolean anyMay =
        waiting.stream()
            .anyMatch(other -> free.contains(other) || prefer.get(other).contains(node));
    assertThat(task >= 0).isEqualTo(anyMay);
    if (task < 0) {
      return;
    }
    assertThat(waiting).contains(task);
    assertThat(free.contains(task) || prefer.get(task).contains(node)).isTrue();
    preferring.leaves(task);
    waiting.remove(task);
    free.remove(task);
    tried.remove(task);
    taken.add(task);
  }

  private void putBack(Chance chance, PreferringTasks preferring, List<List<Integer>> prefer) {
    if (!taken.isEmpty()) {
      taken.swap(chance.nextInt(taken.size()), taken.size() - 1);
      int task = taken.removeLast();
      preferring.waits(task);
      begin(task, prefer);
    }
  }

  /** Reserves for some that lack it, where they have none. */
  private void tryLacking(Chance chance, long nowNs, PreferringTasks preferring) {
    int atMost = preferring.search.searching() + chance.nextInt(5);
    int task = preferring.search.nextLacking(atMost);
    while (task >= 0) {
      assertThat(waiting).contains(task);
      assertThat(free).doesNotContain(task);
      preferring.searches(task, nowNs);
      tried.add(task);
      var preferences = preferring.preferences;
      for (int preference = preferences.first(task);
          preference < preferences.end(task);
          preference++) {
        if (!reservations.containsKey(preference) && out(preferring, task) < DRAWS) {
          reserve(preferring, preferences.node(preference), preference);
        }
      }
      task = preferring.search.nextLacking(atMost);
    }
  }

  private void reserve(PreferringTasks preferring, int node, int preference) {
    var made = requireNonNull(held.reserve(stage, node, preference, 0));
    preferring.search.reserved(made);
    reservations.put(preference, made);
  }

  private void unreserve(PreferringTasks preferring, int preference) {
    preferring.search.unreserved(preference);
    reservations.remove(preference);
  }

  private void lose(Chance chance, PreferringTasks preferring) {
    if (!reservations.isEmpty()) {
      var preferences = List.copyOf(reservations.keySet());
      unreserve(preferring, preferences.get(chance.nextInt(preferences.size())));
    }
  }

  /** Patience ends at once, for those that were tried. */
  private void widen(long nowNs, PreferringTasks preferring) {
    preferring.widen(nowNs + PATIENCE_NS);
    tried.stream().filter(waiting::contains).forEach(free::add);
  }

  private void passOn(PreferringTasks preferring, List<List<Integer>> prefer) {
    for (int preference = preferring.search.nextLeft();
        preference >= 0;
        preference = preferring.search.nextLeft()) {
      int node = preferring.preferences.node(preference);
      var reservation = requireNonNull(preferring.search.reservation(preference));
      assertThat(reservation).isSameAs(reservations.get(preference));
      assertThat(waiting).doesNotContain(preferring.preferences.task(preference));
      int heir = preferring.heir(preference, DRAWS);
      assertThat(heir >= 0).isEqualTo(anyLacks(node, preferring, prefer));
      unreserve(preferring, preference);
      if (heir >= 0) {
        assertThat(preferring.preferences.node(heir)).isEqualTo(node);
        assertThat(reservations).doesNotContainKey(heir);
        reservation.serve(heir);
        preferring.search.reserved(reservation);
        reservations.put(heir, reservation);
      }
    }
  }

  private boolean anyLacks(int node, PreferringTasks preferring, List<List<Integer>> prefer) {
    return waiting.stream()
        .filter(task -> !free.contains(task) && prefer.get(task).contains(node))
        .filter(task -> out(preferring, task) < DRAWS)
        .anyMatch(task -> !reservations.containsKey(preferring.preferences.find(task, node)));
  }

  private int out(PreferringTasks preferring, int task) {
    var preferences = preferring.preferences;
    return reservations.subMap(preferences.first(task), preferences.end(task)).size();
  }

  private void recount(PreferringTasks preferring) {
    assertThat(preferring.freeWaiting()).isEqualTo(free.size());
    int expected = 0;
    for (int task = 0; task < TASKS; task++) {
      int out = out(preferring, task);
      assertThat(preferring.search.out(task)).isEqualTo(out);
      assertThat(out)
          .as("nothing is left behind")
          .isLessThanOrEqualTo(waiting.contains(task) ? DRAWS : 0);
      boolean isTried = waiting.contains(task) && !free.contains(task) && out > 0;
      assertThat(preferring.search.isSearching(task)).isEqualTo(isTried);
      expected += isTried ? 1 : 0;
    }
    assertThat(preferring.search.searching()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, NOBODY_PREFERS})
  void aPreferenceIsMetBeforeOthersOfTheSameNode(int node) {
    var prefer = List.of(List.of(0, 3), List.of(3), List.of(0, 3));
    var preferring = new PreferringTasks(Where.ANYWHERE.withPrefer(prefer, Where.FIRM), _ -> true);
    int preference = preferring.preferences.first(2);

    assertThat(preferring.next(node, preference)).isEqualTo(2);
    preferring.leaves(2);
    assertThat(preferring.next(node, preference)).isEqualTo(node == NOBODY_PREFERS ? -1 : 0);
  }
}
