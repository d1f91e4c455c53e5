package dev.muster.core.scheduler.place;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ViewTest {

  private static final Resources LARGE = size(8, 8);

  private static View view(long version, int... nodes) {
    return new View(
        version, IntStream.of(nodes).mapToObj(node -> new Machine(node, LARGE)).toList());
  }

  private static List<Integer> nodes(View view) {
    return IntStream.range(0, view.size()).map(view::node).boxed().toList();
  }

  @Test
  void changesLeaveTheRestAndTheOrder() {
    var changed = List.of(new Machine(2, size(1, 1)), new Machine(0, LARGE));
    var next = view(1, 1, 2, 3).with(5, changed, List.of(3));

    assertThat(next.version()).isEqualTo(5);
    assertThat(nodes(next)).containsExactly(0, 1, 2);
    assertThat(next.capacity(next.find(2))).isEqualTo(size(1, 1));
    assertThat(nodes(next.joinedAfter(1, _ -> false)))
        .as("the one that changed was there")
        .containsExactly(0);
  }

  @Test
  void aNodeThatLeftAndIsBackHasJoinedAnew() {
    var next = view(1, 1, 2).with(5, List.of(new Machine(1, LARGE)), List.of(1));

    assertThat(nodes(next)).containsExactly(1, 2);
    assertThat(nodes(next.joinedAfter(1, _ -> false))).containsExactly(1);
    assertThat(nodes(next.joinedAfter(5, _ -> false))).isEmpty();
  }

  @Test
  void aListShowsWhoLeftBeforeItAlsoIfBackSince() {
    var list =
        List.of(
            new Machine(1, 1, LARGE, Map.of()),
            new Machine(2, 4, LARGE, Map.of()),
            new Machine(4, 4, LARGE, Map.of()));

    assertThat(view(3, 1, 2, 3).leftBefore(list)).containsExactly(2, 3);
  }

  @Test
  void aViewForgetsTheOldestRequirementPastItsLimit() {
    var view = new View(1, List.of(new Machine(0, LARGE)));
    var first = view.meeting(Require.of("a", "b"));
    for (int other = 0; other < View.MAX_PARTS; other++) {
      view.meeting(Require.of("a", "" + other));
    }
    assertThat(view.meeting(Require.of("a", "b"))).isNotSameAs(first);
  }

  @Test
  void aViewForgetsTheOldestRequirementsThatTooManyNodesMeet() {
    int nodes = View.MAX_PART_NODES / 50;
    List<Machine> machines = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      machines.add(new Machine(node, LARGE, Map.of("row", "all")));
    }
    var view = new View(1, machines);
    var first = view.meeting(Require.of("row", "all", "0"));
    for (int other = 1; other < 50; other++) {
      view.meeting(Require.of("row", "all", "" + other));
    }
    assertThat(view.meeting(Require.of("row", "all", "0"))).isSameAs(first);
    var last = view.meeting(Require.of("row", "all", "50"));

    assertThat(view.meeting(Require.of("row", "all", "0"))).isNotSameAs(first);
    assertThat(view.meeting(Require.of("row", "all", "50"))).isSameAs(last);
  }
}
