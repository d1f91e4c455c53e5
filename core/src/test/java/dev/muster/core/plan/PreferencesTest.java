package dev.muster.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Chance;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of waiting tasks against the plainest thing that could keep them: a set. */
final class PreferencesTest {

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
  private final TreeMap<Integer, Integer> slots = new TreeMap<>();
  private int lastSlot;

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
    var preferences = new Preferences(Where.ANYWHERE.withPrefer(prefer, PATIENCE_NS));
    for (int task = 0; task < TASKS; task++) {
      begin(task, prefer);
    }
    for (int nowNs = 0; nowNs < STEPS; nowNs++) {
      switch (chance.nextInt(8)) {
        case 0, 1 -> take(chance.nextInt(NODES + 1), preferences, prefer);
        case 2, 3 -> putBack(chance, preferences, prefer);
        case 4, 5 -> tryLacking(chance, nowNs, preferences);
        case 6 -> lose(chance, preferences);
        default -> widen(nowNs, preferences);
      }
      passOn(preferences, prefer);
      recount(preferences);
    }
  }

  private void begin(int task, List<List<Integer>> prefer) {
    waiting.add(task);
    if (prefer.get(task).isEmpty()) {
      free.add(task);
    }
  }

  private void take(int node, Preferences preferences, List<List<Integer>> prefer) {
    int task = preferences.next(node, ReservationTable.NONE);
    boolean anyMay =
        waiting.stream()
            .anyMatch(other -> free.contains(other) || prefer.get(other).contains(node));
    assertThat(task >= 0).isEqualTo(anyMay);
    if (task < 0) {
      return;
    }
    assertThat(waiting).contains(task);
    assertThat(free.contains(task) || prefer.get(task).contains(node)).isTrue();
    preferences.leaves(task);
    waiting.remove(task);
    free.remove(task);
    tried.remove(task);
    taken.add(task);
  }

  private void putBack(Chance chance, Preferences preferences, List<List<Integer>> prefer) {
    if (!taken.isEmpty()) {
      taken.swap(chance.nextInt(taken.size()), taken.size() - 1);
      int task = taken.removeLast();
      preferences.waits(task);
      begin(task, prefer);
    }
  }

  /** Reserves for some that lack it, where they have none. */
  private void tryLacking(Chance chance, long nowNs, Preferences preferences) {
    int atMost = preferences.tried() + chance.nextInt(5);
    int task = preferences.nextLacking(atMost);
    while (task >= 0) {
      assertThat(waiting).contains(task);
      assertThat(free).doesNotContain(task);
      preferences.tries(task, nowNs);
      tried.add(task);
      var wishes = preferences.wishes;
      for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
        if (!slots.containsKey(wish) && out(preferences, task) < DRAWS) {
          reserve(preferences, wish, ++lastSlot);
        }
      }
      task = preferences.nextLacking(atMost);
    }
  }

  private void reserve(Preferences preferences, int wish, int slot) {
    preferences.reserved(wish, slot);
    slots.put(wish, slot);
  }

  private void unreserve(Preferences preferences, int wish) {
    preferences.unreserved(wish);
    slots.remove(wish);
  }

  private void lose(Chance chance, Preferences preferences) {
    if (!slots.isEmpty()) {
      var wishes = List.copyOf(slots.keySet());
      unreserve(preferences, wishes.get(chance.nextInt(wishes.size())));
    }
  }

  /** Patience ends at once, for those that were tried. */
  private void widen(long nowNs, Preferences preferences) {
    preferences.widen(nowNs + PATIENCE_NS);
    tried.stream().filter(waiting::contains).forEach(free::add);
  }

  private void passOn(Preferences preferences, List<List<Integer>> prefer) {
    for (int wish = preferences.nextLeft(); wish >= 0; wish = preferences.nextLeft()) {
      int node = preferences.wishes.node(wish);
      int slot = preferences.slot(wish);
      assertThat(slot).isEqualTo(slots.get(wish));
      assertThat(waiting).doesNotContain(preferences.wishes.task(wish));
      int heir = preferences.heir(wish, DRAWS);
      assertThat(heir >= 0).isEqualTo(anyLacks(node, preferences, prefer));
      unreserve(preferences, wish);
      if (heir >= 0) {
        assertThat(preferences.wishes.node(heir)).isEqualTo(node);
        assertThat(slots).doesNotContainKey(heir);
        reserve(preferences, heir, slot);
      }
    }
  }

  private boolean anyLacks(int node, Preferences preferences, List<List<Integer>> prefer) {
    return waiting.stream()
        .filter(task -> !free.contains(task) && prefer.get(task).contains(node))
        .filter(task -> out(preferences, task) < DRAWS)
        .anyMatch(task -> !slots.containsKey(preferences.wishes.find(task, node)));
  }

  private int out(Preferences preferences, int task) {
    var wishes = preferences.wishes;
    return slots.subMap(wishes.first(task), wishes.end(task)).size();
  }

  private void recount(Preferences preferences) {
    assertThat(preferences.freeWaiting()).isEqualTo(free.size());
    int expected = 0;
    for (int task = 0; task < TASKS; task++) {
      int out = out(preferences, task);
      assertThat(preferences.out(task)).isEqualTo(out);
      assertThat(out)
          .as("nothing is left behind")
          .isLessThanOrEqualTo(waiting.contains(task) ? DRAWS : 0);
      boolean isTried = waiting.contains(task) && !free.contains(task) && out > 0;
      assertThat(preferences.isTried(task)).isEqualTo(isTried);
      expected += isTried ? 1 : 0;
    }
    assertThat(preferences.tried()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, NOBODY_PREFERS})
  void aWishIsFulfilledBeforeOthersOfTheSameNode(int node) {
    var prefer = List.of(List.of(0, 3), List.of(3), List.of(0, 3));
    var preferences = new Preferences(Where.ANYWHERE.withPrefer(prefer, Where.FIRM));
    int wish = preferences.wishes.first(2);

    assertThat(preferences.next(node, wish)).isEqualTo(2);
    preferences.leaves(2);
    assertThat(preferences.next(node, wish)).isEqualTo(node == NOBODY_PREFERS ? -1 : 0);
  }
}
