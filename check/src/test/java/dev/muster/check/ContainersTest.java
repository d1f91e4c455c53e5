package dev.muster.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.WeakestTier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Doctored traces of a job of the policy hybrid. */
class ContainersTest {

  private static final Resources NEED = new Resources(1_000, 1);
  private static final JobSpec JOB =
      JobSpec.of("job", StageSpec.of("a", 9, NEED, List.of("modelled"))).withPolicy(JobSpec.HYBRID);

  private static final int NODES = 6;

  private final Observer check = new ContainerCheck();
  private long entries;

  @BeforeEach
  void assign() {
    check.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    for (int node = 0; node < NODES; node++) {
      register(node, 1);
    }
  }

  private void commit(LogEntry entry) {
    check.delivered(MasterEvent.at(0), new EntryCommitted(new EntryId(1, ++entries), entry));
  }

  private void register(int node, int epoch) {
    commit(new MachineRegistered(node, epoch, NEED, Map.of()));
  }

  private void died(int node, int epoch) {
    commit(new NodesDied(List.of(node), List.of(epoch)));
  }

  private static TransactionCommitted claims(long[] ids, int[] nodes, long... released) {
    int[] none = {};
    return new TransactionCommitted(
        0, List.of(), ids, nodes, none, released, none, new long[0], none);
  }

  private static ContainersPlaced placed(long claim, int node) {
    return new ContainersPlaced(1, 0, claims(new long[] {claim}, new int[] {node}));
  }

  private void placeAndGrant(long term, long claim, int node) {
    commit(placed(claim, node));
    grant(term, claim, node);
  }

  private void grant(long term, long claim, int node) {
    check.sent(
        SchedulerEvent.at(0),
        new ContainersGranted(term, 1, 0, List.of(new Container(claim, node))));
  }

  private void launch(int node, long number, Tier tier) {
    var work = Work.of(1, JOB, 0, 0, 1);
    var demand = Demand.of(NEED).with(tier);
    check.sent(NodeEvent.at(node), new PlaceTask(SchedulerEvent.at(0), number, demand, work));
    check.launched(node, new Launch(number, 0, demand, work));
  }

  private void promote(int node, long number) {
    check.sent(NodeEvent.at(node), new PromoteTask(SchedulerEvent.at(0), number, ""));
  }

  @Test
  void aGrantMayBeRepeated() {
    placeAndGrant(1, 7, 3);
    grant(2, 7, 3);
    launch(3, 7, Tier.GUARANTEED);
    launch(4, 8, Tier.OPPORTUNISTIC);
    placeAndGrant(2, 8, 4);
    assertThatCode(() -> promote(4, 8)).doesNotThrowAnyException();
  }

  @Test
  void aNumberIsGrantedOnOneNode() {
    placeAndGrant(1, 7, 3);
    died(3, 1);
    assertThatThrownBy(() -> placeAndGrant(1, 7, 4))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("node-3 and on node-4");
  }

  @Test
  void aGrantIsInTheLog() {
    assertThatThrownBy(() -> grant(1, 7, 3))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("has not placed it there");
    placeAndGrant(1, 7, 4);
    assertThatThrownBy(() -> grant(2, 7, 3))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("has not placed it there");
  }

  @Test
  void aLaterLeaderGrantsAgainWhatWasLostOrReleased() {
    placeAndGrant(1, 7, 3);
    died(3, 1);
    placeAndGrant(2, 7, 4);
    commit(new CellChanged(claims(new long[0], new int[0], 7)));
    placeAndGrant(3, 7, 5);
    launch(5, 7, Tier.GUARANTEED);
    commit(new CellChanged(new ClaimsReleased(new int[] {0}, new long[] {7})));
    placeAndGrant(4, 7, 1);
    died(1, 1);
    commit(placed(7, 1)); // decided before its node died
    placeAndGrant(5, 7, 2);
    assertThatCode(() -> launch(2, 7, Tier.GUARANTEED)).doesNotThrowAnyException();
  }

  @Test
  void nothingIsPlacedAgainWhileItsClaimIsThere() {
    commit(placed(7, 3));
    register(3, 2);
    died(3, 1); // it is back already
    assertThatThrownBy(() -> commit(placed(7, 4)))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("still has its claim on node-3");
  }

  @Test
  void whatIsCommittedTooLateOrOnceMoreChangesNothing() {
    commit(placed(7, 3));
    var late = new EntryCommitted(new EntryId(1, 1), placed(7, 4));
    assertThatCode(() -> check.delivered(MasterEvent.at(1), late)).doesNotThrowAnyException();
    assertThatThrownBy(() -> grant(2, 7, 4)).isInstanceOf(BrokenPromise.class);
  }

  @Test
  void whatIsWithdrawnIsNotGranted() {
    check.sent(SchedulerEvent.at(0), new ContainersWithdrawn(1, 1, 0, List.of(7L)));
    placeAndGrant(2, 7, 3); // by a leader that has said no such thing
    assertThatThrownBy(() -> grant(1, 7, 3))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("was withdrawn");
  }

  @Test
  void guaranteedTasksHaveContainersOnTheirNodes() {
    assertThatThrownBy(() -> launch(3, 7, Tier.GUARANTEED)).isInstanceOf(BrokenPromise.class);
    placeAndGrant(1, 7, 4);
    assertThatThrownBy(() -> launch(3, 7, Tier.GUARANTEED))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("launched on node-3");
  }

  @Test
  void noTaskIsPromotedWithoutContainer() {
    launch(3, 7, Tier.OPPORTUNISTIC);
    assertThatThrownBy(() -> promote(3, 7))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("promoted on node-3");
  }

  @Test
  void othersPromoteAsTheyLike() {
    var other = JOB.withPolicy(JobSpec.ESTIMATED);
    check.delivered(SchedulerEvent.at(0), new AssignJob(2, other, ClientEvent.at(0), 0));
    var place =
        new PlaceTask(
            SchedulerEvent.at(0),
            9,
            Demand.of(NEED).with(Tier.OPPORTUNISTIC),
            Work.of(2, other, 0, 0, 1));
    check.sent(NodeEvent.at(3), place);
    assertThatCode(() -> promote(3, 9)).doesNotThrowAnyException();
  }

  @Test
  void noTaskIsOfAWeakerTierThanItsStageAccepts() {
    var firm = JOB.withStages(List.of(JOB.stages().getFirst().withTier(WeakestTier.GUARANTEED)));
    var launch =
        new Launch(7, 0, Demand.of(NEED).with(Tier.OPPORTUNISTIC), Work.of(1, firm, 0, 0, 1));
    assertThatThrownBy(() -> check.launched(3, launch))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("accepts none");
  }
}
