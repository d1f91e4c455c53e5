package dev.muster.sim.compare.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.sampled.NodeSampler;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ProbeModeTest {

  private static final int UNKNOWN = ProbeMode.UNKNOWN;

  private static List<Integer> picked(ProbeMode mode, double ratio, int tasks, int... loads) {
    var picked = new IntList();
    mode.pick(new NodeSampler(ratio, new CellNodes(), Chance.of(1, "picks")), tasks, loads, picked);
    return IntStream.range(0, picked.size()).map(picked::at).boxed().toList();
  }

  @Test
  void aBatchGoesToItsLeastBusyNodes() {
    assertThat(picked(ProbeMode.BATCH, 2, 2, 3, 1, 2, 1)).containsExactly(1, 3);
    assertThat(picked(ProbeMode.BATCH, 2, 2, UNKNOWN, 9, UNKNOWN, UNKNOWN)).containsExactly(1);
  }

  @Test
  void eachTaskGoesToTheLeastBusyOfItsOwn() {
    assertThat(picked(ProbeMode.PER_TASK, 2, 2, 3, 1, 2, 1)).containsExactly(1, 3);
    assertThat(picked(ProbeMode.PER_TASK, 2, 2, 0, 0, 8, 9)).containsExactly(0, 2);
    assertThat(picked(ProbeMode.PER_TASK, 1.5, 2, 4, 2, 7)).containsExactly(1, 2);
  }
}
