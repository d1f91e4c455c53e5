package dev.muster.core.monitor;

import static dev.muster.core.monitor.MonitorCell.MACHINE;
import static dev.muster.core.monitor.MonitorCell.S;
import static dev.muster.core.monitor.MonitorCell.waits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever nodes report and whichever deltas are lost, repeated, overtaken or cut short: a
 * scheduler that has seen everything knows the waits of every node, within what counts as
 * predicted, and how old they are.
 */
class LoadDeltasPropertyTest {

  private static final int NODES = 2 * LoadDeltas.MAX_ROWS;
  private static final Resources SMALL = new Resources(1, 1);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aSchedulerThatHasSeenAllKnowsAll(long seed) {
    var chance = Chance.of(seed, "loads");
    var table = new LoadTable(new FailureHistory());
    var light = new LightNodes(new MonitoredNodes(), table, S);
    var deltas = new LoadDeltas(1, table, light);
    var loads = new NodeLoads(SchedulerEvent.at(0), Long.MAX_VALUE);
    loads.wantRanks(_ -> {});
    var waitNs = new long[NODES];
    var rankNs = new long[NODES];
    var reportedNs = new long[NODES];
    var late = new ArrayList<LoadDelta>();
    long seen = 0;
    long nowNs = S;
    for (int step = 0; step < 300; step++) {
      nowNs += chance.nextInt(500_000_000);
      int reports = chance.nextInt(step % 50 == 0 ? 2 * NODES : 50);
      for (int report = 0; report < reports; report++) {
        int node = chance.nextInt(NODES);
        long predictedNs = Math.max(0, waitNs[node] - (nowNs - reportedNs[node]));
        waitNs[node] = chance.nextInt(3) == 0 ? chance.nextInt(60) * S : predictedNs;
        rankNs[node] = chance.nextInt(60) * S;
        reportedNs[node] = nowNs;
        long sequence = step * 100_000L + report;
        table.report(nowNs, report(node, sequence, rankNs[node], waitNs[node]), NODES);
      }
      var delta = deltas.after(nowNs, seen, true);
      late.add(delta);
      var got = chance.nextInt(3) == 0 ? late.get(chance.nextInt(late.size())) : delta;
      if (got.from() == seen && got.loads().atNs() != nowNs) {
        continue; // as if it had been lost: what is late is no use to this test's clock
      }
      loads.on(nowNs, got);
      seen = got.from() == seen ? got.upTo() : seen;
    }
    while (deltas.isNew(seen)) {
      var delta = deltas.after(nowNs, seen, true);
      assertThat(loads.on(nowNs, delta)).isEqualTo(delta.more());
      seen = delta.upTo();
    }
    check(loads, nowNs, waitNs, reportedNs);
    for (int node = 0; node < NODES; node++) {
      assertThat(loads.rankNs(node))
          .isEqualTo(reportedNs[node] == 0 ? NodeLoads.UNRANKED : rankNs[node]);
    }
  }

  private static void check(NodeLoads loads, long nowNs, long[] waitNs, long[] reportedNs) {
    List<Integer> wrong = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      if (reportedNs[node] == 0) {
        assertThat(loads.ageNs(nowNs, node)).isEqualTo(Long.MAX_VALUE);
        continue;
      }
      long offNs = Math.abs(loads.waitNs(node, MACHINE, SMALL, 0) - waitNs[node]);
      long ageOffNs = Math.abs(loads.ageNs(nowNs, node) - (nowNs - reportedNs[node]));
      if (offNs > S / 10 + waitNs[node] / 15 + S / 100 || ageOffNs > S / 100) {
        wrong.add(node);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static LoadReported report(int node, long sequence, long rankNs, long waitNs) {
    return new LoadReported(node, 1, sequence, new Load(0, 0, rankNs, waits(waitNs)));
  }
}
