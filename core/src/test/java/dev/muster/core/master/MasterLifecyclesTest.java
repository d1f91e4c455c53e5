package dev.muster.core.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The drawings of the master's states, as tables. */
final class MasterLifecyclesTest {

  private final Master master = Master.alone(MasterConfig.standard(), Timing.standard());

  private String allowed(String kind) {
    var found = new TreeSet<String>();
    for (Lifecycle<?> each : master.lifecycles()) {
      if (each.name().equals(kind)) {
        each.visit((from, to, _) -> found.add(from + ">" + to));
      }
    }
    return String.join(" ", found);
  }

  @Test
  void aJobIsAssignedTakenAndClosed() {
    assertThat(allowed("OpenJobState"))
        .isEqualTo(
            "ADMITTING>ASSIGNED ADMITTING>CLOSING ASSIGNED>CLOSING ASSIGNED>TAKEN CLOSING>ENDED"
                + " SUBMITTED>ADMITTING SUBMITTED>ASSIGNED SUBMITTED>CLOSING"
                + " TAKEN>ASSIGNED TAKEN>CLOSING");
  }

  @Test
  void aMasterLeadsOnlyAfterItsElection() {
    assertThat(allowed("MasterRole"))
        .isEqualTo("ELECTED>FOLLOWER ELECTED>LEADER FOLLOWER>ELECTED LEADER>FOLLOWER");
  }

  @Test
  void aRequestForContainersWaitsAndIsSettled() {
    assertThat(allowed("RequestState"))
        .isEqualTo(
            "RESERVING>SETTLED RESERVING>WAITING SETTLED>WAITING WAITING>RESERVING"
                + " WAITING>SETTLED");
  }

  @Test
  void aClaimIsPromisedAppliedAndEnded() {
    assertThat(allowed("ClaimState"))
        .isEqualTo(
            "APPLIED>ENDING APPLIED>NONE ENDING>APPLIED ENDING>NONE NONE>TENTATIVE"
                + " PROMISED>APPLIED PROMISED>NONE PROMISED>WITHDRAWN TENTATIVE>NONE"
                + " TENTATIVE>PROMISED WITHDRAWN>ENDING WITHDRAWN>NONE WITHDRAWN>PROMISED");
  }
}
