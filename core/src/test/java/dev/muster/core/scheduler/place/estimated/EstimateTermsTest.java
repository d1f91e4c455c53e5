package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.core.scheduler.place.View;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.ExternalInput;
import dev.muster.model.FileRef;
import dev.muster.model.JobSpec;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each term of an estimate is made of. */
final class EstimateTermsTest {

  private static final int NO_CAP = JobSpec.NO_CAP;
  private static final long MB = 1_000_000;

  /** Up to this many quarters of the machine are free, and the rest in so long. */
  private static WaitMatrix free(int levels, long restNs) {
    var cpu =
        IntStream.range(0, WaitMatrix.SIDE)
            .mapToObj(level -> level < levels ? 0L : restNs)
            .toList();
    return new WaitMatrix(cpu, Collections.nCopies(WaitMatrix.SIDE, 0L));
  }

  @Test
  void anOldMatrixIsReadOneLevelHigher() {
    var one = stage("a", 1, 10 * S);
    var fresh = new EstimatedCell(2);
    fresh.known(free(6, 60 * S), all(S));
    assertThat(fresh.plan(1, job(NO_CAP, one))).singleElement().returns(0, Sent::node);

    var old = new EstimatedCell(2);
    old.known(free(6, 60 * S), all(S));
    old.cell.scheduler.after(10 * S);
    assertThat(old.plan(1, job(NO_CAP, one))).singleElement().returns(1, Sent::node);
  }

  @Test
  void whatWasSentCountsUntilTheNodeReportsIt() {
    var cell = new EstimatedCell(1);
    cell.known(all(0));
    var sent = cell.plan(1, job(NO_CAP, stage("a", 8, 10 * S)));
    assertThat(sent).as("as many as start at once").hasSize(4);
    sent.forEach(each -> cell.queued(each, 0, all(0)));
    assertThat(cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS)).hasSize(4);
  }

  @Test
  void aLongRunDoesNotMakeAMachineWithFreeCoresLookBusy() {
    var cell = new EstimatedCell(1);
    cell.known(free(7, 3_600 * S));
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 3, S)))).hasSize(3);
  }

  @Test
  void aTaskGoesToItsInput() {
    var cell = new EstimatedCell(100).inRacks(100, 10);
    var reads = stage("a", 1, S).withInputs(ExternalInput.of(10_000 * MB, 57));
    assertThat(cell.plan(1, job(NO_CAP, reads))).singleElement().returns(57, Sent::node);
  }

  @Test
  void aTaskWhoseInputIsAtABusyNodeGoesToItsRack() {
    var cell = new EstimatedCell(20).inRacks(20, 10);
    var waits = new WaitMatrix[20];
    Arrays.fill(waits, all(0));
    waits[17] = all(60 * S);
    cell.known(waits);
    var reads = stage("a", 1, S).withInputs(ExternalInput.of(10_000 * MB, 17));
    assertThat(cell.plan(1, job(NO_CAP, reads)))
        .singleElement()
        .matches(one -> one.node() >= 10 && one.node() != 17);
  }

  /** Hardly any draw from all nodes would find the only other node of the rack. */
  @Test
  void racksOfHoldersAreSearchedForCandidates() {
    var cell = new EstimatedCell(200).inRacks(200, 2);
    var waits = new WaitMatrix[200];
    Arrays.fill(waits, all(0));
    waits[57] = all(600 * S);
    cell.known(waits);
    var reads = stage("a", 1, S).withInputs(ExternalInput.of(10_000 * MB, 57));
    assertThat(cell.plan(1, job(NO_CAP, reads))).singleElement().returns(56, Sent::node);
  }

  @Test
  void anInputThatSeveralNodesOfARackHoldIsReadOnce() {
    var nodes = new CellNodes();
    nodes.see(
        new View(
            1,
            List.of(
                new Machine(0, Jobs.size(4, 4), Map.of("rack", "a")),
                new Machine(1, Jobs.size(4, 4), Map.of("rack", "a")),
                new Machine(2, Jobs.size(4, 4), Map.of("rack", "a")),
                new Machine(3, Jobs.size(4, 4), Map.of("rack", "b")))));
    var racks = new CellRacks(nodes);
    racks.view();
    var places = new InputPlaces(racks, CompletionModel.STANDARD, 0.1);
    places.load(new TaskInputs.Gathering().add(800 * MB).on(0).on(1).add(80 * MB).on(3).done());
    assertThat(places.readNs(0)).as("local, remote").isEqualTo(6 * S);
    assertThat(places.readNs(2)).as("rack, remote").isEqualTo(9 * S);
    assertThat(places.readNs(3)).as("remote, local").isEqualTo(10 * S + S / 2);
    assertThat(places.holders().toArray()).as("a tenth at least").containsExactly(0, 1);
    places.load(TaskInputs.NONE);
    assertThat(places.readNs(0)).isZero();
  }

  @Test
  void aNodeThatHasTheFilesIsPreferred() {
    var file = new FileRef("model", "0123456789abcdef" + "0".repeat(48), 10_000 * MB, false);
    var cell = new EstimatedCell(40);
    cell.caches(33, file);
    var heavy = stage("a", 1, S).withContents(List.of(file));
    assertThat(cell.plan(1, job(NO_CAP, heavy))).singleElement().returns(33, Sent::node);
  }

  @Test
  void aNodeThatIsAvoidedIsNoCandidate() {
    var cell = new EstimatedCell(2);
    cell.cell.scheduler.tell(new NodesAvoided(1, List.of(new AvoidedNode(0, "is suspect"))));
    cell.known(all(0), all(S));
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 1, S)))).singleElement().returns(1, Sent::node);
  }

  @Test
  void whereAllNodesAreAvoidedNothingIsSent() {
    var cell = new EstimatedCell(1);
    cell.cell.scheduler.tell(new NodesAvoided(1, List.of(new AvoidedNode(0, "is suspect"))));
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 1, S)))).isEmpty();
  }
}
