package dev.muster.core.scheduler.place;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ViewTest {

  private static final Resources LARGE = size(8, 8);

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
