package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.awaited;
import static dev.muster.core.master.central.CentralCell.granted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Container;
import dev.muster.core.fake.Jobs;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import org.junit.jupiter.api.Test;

/** Nodes on which guaranteed tasks without claims run. */
final class UnclaimedUseTest {

  private final CentralCell cell =
      new CentralCell().nodes(2, size(4, 4)).job(1, Jobs.job(99)).job(2, Jobs.job(9));

  private void awaken() {
    cell.want(2, size(99, 99), 1);
  }

  @Test
  void containersGoWhereNodesSayThatThereIsSomethingLeft() {
    awaken();
    cell.heartbeat(0, size(1, 4));
    assertThat(granted(cell.want(1, UNIT, 5)))
        .extracting(Container::node)
        .containsOnly(0, 1)
        .filteredOn(node -> node == 0)
        .hasSize(1);
    assertThat(granted(cell.want(1, UNIT, 1))).isEmpty();
  }

  @Test
  void whatANodeLacksIsSaid() {
    awaken();
    cell.heartbeat(0, size(1, 4));
    cell.heartbeat(1, size(2, 4));
    var wait = awaited(cell.want(1, size(3, 1), 1));
    assertThat(wait.needed()).isEqualTo(3_000);
    assertThat(wait.available()).isEqualTo(2_000);
  }

  @Test
  void aNodeThatHasMoreGetsMore() {
    awaken();
    cell.heartbeat(0, Resources.NONE);
    cell.heartbeat(1, Resources.NONE);
    assertThat(granted(cell.want(1, UNIT, 3))).isEmpty();
    assertThat(granted(cell.heartbeat(0, size(2, 2)))).hasSize(2);
    assertThat(granted(cell.heartbeat(1, size(4, 4)))).hasSize(1);
  }

  @Test
  void aReportMayBeOlderThanTheLatestContainer() {
    awaken();
    cell.heartbeat(1, Resources.NONE);
    cell.heartbeat(0, size(2, 4));
    cell.after(1);
    assertThat(granted(cell.want(1, UNIT, 1))).hasSize(1);
    cell.heartbeat(0, size(2, 4)); // the container is not there yet
    cell.after(1);
    assertThat(granted(cell.want(1, UNIT, 2))).as("of two one is left").hasSize(1);
  }

  @Test
  void anOldReportSaysNothing() {
    awaken();
    cell.heartbeat(0, Resources.NONE);
    cell.heartbeat(1, Resources.NONE);
    cell.want(1, UNIT, 3);
    assertThat(cell.pass(UnclaimedUse.FRESH_NS - S)).isEmpty();
    assertThat(cell.pass(2 * S)).isNotEmpty();
  }

  @Test
  void aGangWaitsUntilAllOfItFits() {
    awaken();
    var gang = Jobs.stage("g", 6, UNIT).with(Gang.REPLACE);
    cell.job(3, JobSpec.of("gang", gang));
    cell.heartbeat(0, size(3, 4));
    cell.heartbeat(1, size(2, 4));
    assertThat(granted(cell.want(3, UNIT, 6))).isEmpty();
    cell.heartbeat(1, size(4, 4));
    assertThat(cell.pass(S)).hasSizeGreaterThanOrEqualTo(6);
  }
}
