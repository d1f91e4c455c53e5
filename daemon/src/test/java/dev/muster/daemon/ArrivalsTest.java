package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  private final List<String> said = new ArrayList<>();
  private final Arrivals arrivals = new Arrivals(said::add);

  private void report(int node, long cpuMillis) {
    var report = NodeReport.of(node, new Resources(cpuMillis, 4L << 30));
    arrivals.delivered(CellFront.MASTER, report);
  }

  @Test
  void eachNodeIsSaidOnceUnlessItHasChanged() {
    report(1, 2_000);
    report(0, 500);
    report(1, 2_000);
    report(1, 3_000);
    assertThat(said)
        .containsExactly(
            "node-1 joined (2 cpu, 4 GiB)",
            "node-0 joined (0.5 cpu, 4 GiB)",
            "node-1 joined (3 cpu, 4 GiB)");
  }
}
