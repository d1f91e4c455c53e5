package dev.muster.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Chance;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of waiting tasks against the plainest thing that could keep them: a set. */
final class PreferencesTest {

  private static final int TASKS = 30;
  private static final int NODES = 12;
  private static final int NOBODY_PREFERS = NODES;
  private static final int STEPS = 5_000;
  private static final long PATIENCE_NS = 50;

  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final TreeSet<Integer> free = new TreeSet<>();
  private final IntList taken = new IntList();

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
      switch (chance.nextInt(4)) {
        case 0, 1 -> take(chance.nextInt(NODES + 1), preferences, prefer);
        case 2 -> putBack(chance, preferences, prefer);
        default -> tryAndWiden(nowNs, preferences);
      }
      assertThat(preferences.freeWaiting()).isEqualTo(free.size());
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

  /** Tries all that lack a reservation; those that were tried for long enough are free. */
  private void tryAndWiden(long nowNs, Preferences preferences) {
    for (int task = preferences.nextLacking(TASKS + 1);
        task >= 0;
        task = preferences.nextLacking(TASKS + 1)) {
      assertThat(waiting).contains(task);
      assertThat(free).doesNotContain(task);
      preferences.probes.tries(task, nowNs);
    }
    int before = preferences.freeWaiting();
    preferences.widen(nowNs + PATIENCE_NS);
    assertThat(preferences.freeWaiting()).isGreaterThanOrEqualTo(before);
    free.addAll(waiting);
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
