package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.JobSpec;
import dev.muster.model.Tier;
import dev.muster.model.WaitMatrix;
import dev.muster.model.WeakestTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks go where they are expected to be done first. */
final class EstimatedPlacerTest {

  private static final int NO_CAP = JobSpec.NO_CAP;

  @Test
  void aTaskGoesToTheNodeWithTheShortestWait() {
    var cell = new EstimatedCell(3);
    cell.known(all(2 * S), all(S), all(3 * S));
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 1, 10 * S))))
        .singleElement()
        .returns(1, Sent::node)
        .returns(Tier.GUARANTEED, one -> one.place().demand().tier())
        .returns(true, one -> one.place().demand().watched())
        .returns(10 * S, one -> one.place().demand().estimateNs());
  }

  @Test
  void aBatchGivesEachNodeOneTaskAndTheNextTakesIntoAccountWhatWasSent() {
    var cell = new EstimatedCell(3);
    cell.known(all(0), all(0), all(0));
    var sent = cell.plan(1, job(NO_CAP, stage("a", 6, 10 * S)));
    assertThat(sent).extracting(Sent::node).containsExactlyInAnyOrder(0, 0, 1, 1, 2, 2);
  }

  @Test
  void aTaskWhoseWaitIsTooLongWaitsForBetterNews() {
    var cell = new EstimatedCell(2);
    cell.known(all(60 * S), all(70 * S));
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 1, 10 * S)))).isEmpty();
    cell.known(all(S), all(70 * S));
    assertThat(cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS))
        .singleElement()
        .returns(0, Sent::node);
  }

  @Test
  void noWaitIsTooLongForEver() {
    var cell = new EstimatedCell(2);
    cell.known(all(60 * S), all(70 * S));
    cell.plan(1, job(NO_CAP, stage("a", 1, 10 * S)));
    int sent = 0;
    for (int second = 0; second < 60 && sent == 0; second++) {
      cell.wakeAfter(S - EstimatedPlacer.RETRY_DELAY_NS, "LOADS");
      cell.known(all(60 * S), all(70 * S));
      sent = cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS).size();
      assertThat(sent > 0).as("after " + second).isEqualTo(second >= 54);
    }
    assertThat(sent).isEqualTo(1);
  }

  @Test
  void tokensThenTheAllowanceLimitWhatIsSent() {
    var cell = new EstimatedCell(8);
    var sent = cell.plan(1, job(2, stage("a", 20, 10 * S)));
    assertThat(sent).filteredOn(one -> tier(one) == Tier.GUARANTEED).hasSize(2);
    var opportunistic = sent.stream().filter(one -> tier(one) == Tier.OPPORTUNISTIC).toList();
    assertThat(opportunistic).isNotEmpty();
    double weights =
        opportunistic.stream().mapToDouble(one -> one.place().demand().drawWeight()).sum();
    assertThat(weights).isLessThanOrEqualTo(allowance(2));
  }

  @Test
  void whereOpportunisticTasksAreFewEachWeighsMoreUpToALimit() {
    var cell = new EstimatedCell(8);
    assertThat(cell.plan(1, job(10, stage("a", 11, 10 * S))))
        .filteredOn(one -> tier(one) == Tier.OPPORTUNISTIC)
        .singleElement()
        .returns(
            EstimatedOptions.STANDARD.maxDrawWeight(), one -> one.place().demand().drawWeight());
  }

  @Test
  void aStageThatAcceptsGuaranteedTasksOnlyWaitsForTokensAndKeepsNoOtherWaiting() {
    var cell = new EstimatedCell(8);
    var firm = stage("firm", 9, 20 * S).withTier(WeakestTier.GUARANTEED);
    var sent = cell.plan(1, job(2, firm, stage("any", 9, 10 * S)));
    assertThat(sent).filteredOn(one -> tier(one) == Tier.GUARANTEED).hasSize(2);
    assertThat(sent)
        .filteredOn(one -> tier(one) == Tier.OPPORTUNISTIC)
        .isNotEmpty()
        .allMatch(one -> one.place().work().spec().name().equals("any"));
  }

  private static double allowance(int tokens) {
    return 2 * tokens;
  }

  private static Tier tier(Sent sent) {
    return sent.place().demand().tier();
  }

  @Test
  void aStageOnTheCriticalPathGoesFirst() {
    var cell = new EstimatedCell(4);
    var sent =
        cell.plan(
            1,
            job(
                2,
                stage("short", 2, S),
                stage("long", 2, 10 * S),
                stage("end", 1, 60 * S).withAfter("long")));
    assertThat(sent)
        .filteredOn(one -> tier(one) == Tier.GUARANTEED)
        .allMatch(one -> one.place().work().stage() == 1);
  }

  @Test
  void aLargeStageIsPlacedAMomentLater() {
    var cell = new EstimatedCell(100);
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 200, S)))).isEmpty();
    assertThat(cell.roundAfter(EstimatedPlacer.BATCH_DELAY_NS)).hasSize(200);
  }

  @Test
  void aJobRunsToItsEnd() {
    var cell = new EstimatedCell(2);
    var sent = cell.plan(1, job(NO_CAP, stage("a", 1, S), stage("b", 1, S).withAfter("a")));
    var next = EstimatedCell.sent(cell.finish(sent.getFirst()));
    assertThat(next).singleElement().returns(1, one -> one.place().work().stage());
    assertThat(cell.finish(next.getFirst()).sent(JobFinished.class)).hasSize(1);
    assertThat(cell.wakeAfter(S, "LOADS").sent(GetLoads.class)).as("nobody needs them").isEmpty();
  }

  @Test
  void theMonitorIsAskedWhileStagesAreOpen() {
    var cell = new EstimatedCell(2);
    assertThat(cell.cell.plan(1, job(NO_CAP, stage("a", 1, S))).sent(GetLoads.class)).hasSize(1);
    assertThat(cell.wakeAfter(S, "LOADS").sent(GetLoads.class)).hasSize(1);
  }

  @Test
  void withoutTheMonitorTasksGoToAllNodesNotToThoseThatWereLightOnce() {
    var cell = new EstimatedCell(40);
    var waits = new WaitMatrix[40];
    Arrays.fill(waits, all(4 * S));
    Arrays.fill(waits, 1, 3, all(0));
    cell.known(waits);
    cell.light(1, 2);
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 2, 10 * S))))
        .extracting(Sent::node)
        .containsExactlyInAnyOrder(1, 2);
    cell.cell.scheduler.after(10 * S);
    List<Integer> nodes = new ArrayList<>();
    for (int job = 2; job < 7; job++) {
      nodes.add(cell.plan(job, job(NO_CAP, stage("a", 1, 10 * S))).getFirst().node());
    }
    assertThat(nodes).anyMatch(node -> node > 2);
  }

  /** Nodes that were light when the list was made may be the busiest by the time it is renewed. */
  @Test
  void nodesThatAreNotOnTheLightListAreChosenWhereTheyAreBetter() {
    var cell = new EstimatedCell(9);
    cell.known(all(4 * S), all(4 * S), all(0), all(0), all(0), all(0), all(0), all(0), all(0));
    cell.light(0, 1);
    assertThat(cell.plan(1, job(NO_CAP, stage("a", 1, 10 * S))))
        .singleElement()
        .matches(one -> one.node() > 1);
  }

  @Test
  void aNodeThatIsTooSmallIsNoCandidate() {
    var cell = new EstimatedCell(2);
    var large = Jobs.stage("a", 1, Jobs.size(8, 1));
    assertThat(cell.plan(1, job(NO_CAP, large))).isEmpty();
  }
}
