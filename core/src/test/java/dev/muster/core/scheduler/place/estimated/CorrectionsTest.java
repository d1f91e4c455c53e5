package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.sent;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of decisions that turn out to be poor: twins, copies, promotions. */
final class CorrectionsTest {

  /** Where the data is. */
  private static final long BYTES_PER_S = 160_000_000;

  private final EstimatedCell cell = new EstimatedCell(3);
  private final EstimatedCell wide = new EstimatedCell(4);

  private Sent one(int tokens, int tasks, long estimateNs) {
    cell.known(all(0), all(0), all(0));
    return cell.plan(1, job(tokens, stage("a", tasks, estimateNs))).getFirst();
  }

  private static List<Long> killed(RecordingEffects out) {
    return out.sent(KillTask.class).stream().map(KillTask::reservation).toList();
  }

  private static Usage cpu(long ns) {
    return new Usage(ns, 0, 0, 0);
  }

  private static Usage read(long bytes) {
    return new Usage(0, 0, bytes, 0);
  }

  // Duplicates.

  @Test
  void aWaitThatIsMuchLongerThanExpectedHasATwinElsewhere() {
    var first = one(1, 1, 10 * S);
    var twin = sent(cell.queued(first, 60 * S, all(60 * S)));
    assertThat(twin).singleElement().returns(0, Sent::task).returns(Tier.GUARANTEED, this::tier);
    assertThat(twin.getFirst().node()).isNotEqualTo(first.node());
    assertThat(sent(cell.queued(first, 60 * S, all(60 * S)))).as("one at a time").isEmpty();
  }

  private Tier tier(Sent sent) {
    return sent.place().demand().tier();
  }

  @Test
  void aWaitThatIsALittleLongerIsNoReason() {
    var first = one(1, 1, 10 * S);
    assertThat(sent(cell.queued(first, S, all(S)))).isEmpty();
  }

  @Test
  void noTwinGoesWhereItIsNotClearlyBetter() {
    var first = one(1, 1, 10 * S);
    cell.known(all(50 * S), all(50 * S), all(50 * S));
    assertThat(sent(cell.queued(first, 60 * S, all(60 * S)))).isEmpty();
  }

  @Test
  void ofTwinsTheFirstToStartIsKept() {
    var first = one(1, 1, 10 * S);
    var twin = sent(cell.queued(first, 60 * S, all(60 * S))).getFirst();
    assertThat(killed(cell.running(twin, MS, Usage.NONE))).containsExactly(first.id());
  }

  @Test
  void aTwinIsDroppedWhenTheOriginalStarts() {
    var first = one(1, 1, 10 * S);
    var twin = sent(cell.queued(first, 60 * S, all(60 * S))).getFirst();
    assertThat(killed(cell.running(first, MS, Usage.NONE))).containsExactly(twin.id());
    assertThat(killed(cell.running(first, 2 * MS, Usage.NONE))).as("once").isEmpty();
  }

  @Test
  void aTaskHasOnlySoManyTwinsOneAfterAnother() {
    var first = one(1, 1, 10 * S);
    int twins = 0;
    for (int round = 0; round < 5; round++) {
      for (var twin : sent(cell.queued(first, 60 * S, all(60 * S)))) {
        twins++;
        cell.cell.unknown(twin.node(), cell.cell.scheduler.nowNs(), twin.id());
      }
    }
    assertThat(twins).isEqualTo(EstimatedOptions.STANDARD.corrections().maxTwins());
  }

  @Test
  void aTaskThatWaitsLongerThanOthersOfItsStageHasATwin() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(JobSpec.NO_CAP, stage("a", 4, 10 * S)));
    for (var each : all.subList(0, 3)) {
      cell.running(each, 0, Usage.NONE);
    }
    var last = all.get(3);
    cell.queued(last, WaitMatrix.NEVER, all(0));
    cell.cell.scheduler.after(3 * S);
    assertThat(sent(cell.queued(last, WaitMatrix.NEVER, all(30 * S)))).hasSize(1);
    assertThat(cell.corrected(CorrectionReason.WAIT_GREW)).isOne();
  }

  /** One of four, whose wait was expected to be long when it was sent, for want of another node. */
  private Sent sentForALongWait() {
    var all = wide.plan(1, job(JobSpec.NO_CAP, stage("a", 4, 10 * S)));
    var last = all.stream().filter(each -> each.node() == 3).findFirst().orElseThrow();
    all.stream()
        .filter(each -> each.node() != 3)
        .forEach(each -> wide.running(each, 0, Usage.NONE));
    return last;
  }

  private void onlyTheLastOfFourIsBusy() {
    wide.known(all(0), all(0), all(0), all(5 * S));
  }

  @Test
  void aTaskThatIsToWaitLongerThanOthersOfItsStageHasATwin() {
    onlyTheLastOfFourIsBusy();
    var last = sentForALongWait();
    onlyTheLastOfFourIsBusy();
    var twin = sent(wide.queued(last, 5 * S, all(5 * S)));
    assertThat(twin).singleElement().matches(each -> each.node() < 3);
    assertThat(wide.corrected(CorrectionReason.WAIT_ABOVE_AVERAGE)).isOne();
  }

  @Test
  void aTaskThatHasWaitedLongerThanOthersOfItsStageHasATwin() {
    onlyTheLastOfFourIsBusy();
    var last = sentForALongWait();
    wide.cell.scheduler.after(3 * S);
    onlyTheLastOfFourIsBusy();
    var twin = sent(wide.queued(last, 8 * S, all(8 * S)));
    assertThat(twin).singleElement().matches(each -> each.node() < 3);
    assertThat(wide.corrected(CorrectionReason.WAITED_ABOVE_AVERAGE)).isOne();
    assertThat(wide.correctedInTime(CorrectionReason.WAITED_ABOVE_AVERAGE)).isZero();
    wide.running(twin.getFirst(), MS, Usage.NONE);
    assertThat(wide.correctedInTime(CorrectionReason.WAITED_ABOVE_AVERAGE)).isOne();
  }

  // Stragglers.

  @Test
  void anAttemptThatIsMuchSlowerThanItShouldBeHasACopy() {
    var first = one(1, 1, 10 * S);
    cell.running(first, 0, Usage.NONE);
    cell.cell.scheduler.after(4 * S);
    assertThat(sent(cell.running(first, 4 * S, cpu(4 * S)))).as("as expected").isEmpty();
    cell.cell.scheduler.after(4 * S);
    var copy = sent(cell.running(first, 8 * S, cpu(S)));
    assertThat(copy).singleElement().returns(0, Sent::task);
  }

  @Test
  void anAttemptThatIsALittleSlowerIsLeftAlone() {
    var first = one(1, 1, 10 * S);
    cell.running(first, 0, Usage.NONE);
    cell.cell.scheduler.after(4 * S);
    assertThat(sent(cell.running(first, 4 * S, cpu(24 * S / 10)))).isEmpty();
  }

  /** To read takes 50 s beside the data, and to compute 10 s. */
  @Test
  void anAttemptThatReadsIsJudgedByWhatItHasRead() {
    cell.known(all(0), all(0), all(0));
    var reads = stage("a", 1, 10 * S).withInputs(ExternalInput.of(50 * BYTES_PER_S, 1));
    var first = cell.plan(1, job(1, reads)).getFirst();
    cell.running(first, 0, Usage.NONE);
    cell.cell.scheduler.after(10 * S);
    assertThat(sent(cell.running(first, 10 * S, read(10 * BYTES_PER_S)))).as("expected").isEmpty();
    cell.cell.scheduler.after(50 * S);
    assertThat(sent(cell.running(first, 60 * S, read(11 * BYTES_PER_S)))).as("stands").hasSize(1);
  }

  @Test
  void bothRunUntilTheCopyHasCaughtUp() {
    var first = one(1, 1, 10 * S);
    cell.running(first, 0, Usage.NONE);
    cell.cell.scheduler.after(4 * S);
    var copy = sent(cell.running(first, 4 * S, cpu(S))).getFirst();
    assertThat(killed(cell.running(copy, 0, Usage.NONE))).isEmpty();
    cell.cell.scheduler.after(S / 2);
    assertThat(killed(cell.running(copy, S / 2, cpu(S / 2)))).isEmpty();
    cell.cell.scheduler.after(S);
    assertThat(killed(cell.running(copy, 3 * S / 2, cpu(3 * S / 2)))).containsExactly(first.id());
  }

  @Test
  void withoutMeasuresOnlyWhatTakesMuchLongerThanOthersHasACopy() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(JobSpec.NO_CAP, stage("a", 4, 10 * S)));
    all.forEach(each -> cell.running(each, 0, Usage.NONE));
    cell.cell.scheduler.after(10 * S);
    all.subList(1, 4).forEach(cell::finish);
    cell.cell.scheduler.after(2 * S);
    assertThat(sent(cell.running(all.getFirst(), 12 * S, Usage.NONE))).isEmpty();
    cell.cell.scheduler.after(12 * S);
    assertThat(sent(cell.running(all.getFirst(), 24 * S, Usage.NONE))).hasSize(1);
  }

  @Test
  void onlyAFewTasksOfAStageHaveCopiesAtOnce() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(JobSpec.NO_CAP, stage("a", 3, 10 * S)));
    all.forEach(each -> cell.running(each, 0, Usage.NONE));
    cell.cell.scheduler.after(4 * S);
    int copies = 0;
    for (var each : all) {
      copies += sent(cell.running(each, 4 * S, cpu(S / 10))).size();
    }
    assertThat(copies).isEqualTo(1);
  }

  // Promotions.

  private List<Sent> opportunistic(List<Sent> all) {
    return all.stream().filter(each -> tier(each) == Tier.OPPORTUNISTIC).toList();
  }

  @Test
  void anOpportunisticTaskThatWaitsIsPromotedWhereItIs() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(1, stage("a", 2, 10 * S)));
    var waits = opportunistic(all).getFirst();
    cell.queued(waits, WaitMatrix.NEVER, all(0));
    var out = cell.finish(all.getFirst());
    assertThat(out.sent(PromoteTask.class))
        .singleElement()
        .returns(waits.id(), PromoteTask::reservation);
  }

  @Test
  void anOpportunisticTaskThatWaitsMovesWhereItIsDoneSooner() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(1, stage("a", 2, 10 * S)));
    var waits = opportunistic(all).getFirst();
    cell.queued(waits, WaitMatrix.NEVER, all(90 * S));
    var moved = sent(cell.finish(all.getFirst()));
    assertThat(moved).singleElement().returns(1, Sent::task).returns(Tier.GUARANTEED, this::tier);
    assertThat(killed(cell.running(moved.getFirst(), MS, Usage.NONE))).containsExactly(waits.id());
  }

  @Test
  void anOpportunisticTaskThatRunsIsPromotedWhenTokensAreLeft() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(1, stage("a", 2, 10 * S)));
    var runs = opportunistic(all).getFirst();
    cell.running(runs, MS, cpu(MS));
    assertThat(cell.finish(all.getFirst()).sent(PromoteTask.class)).hasSize(1);
  }

  @Test
  void whatANodeDeclinesIsNotAskedAgainAtOnce() {
    cell.known(all(0), all(0), all(0));
    var all = cell.plan(1, job(1, stage("a", 2, 10 * S)));
    var runs = opportunistic(all).getFirst();
    cell.running(runs, MS, cpu(MS));
    cell.finish(all.getFirst());
    var declined = cell.cell.scheduler.tell(new TaskPromoted(runs.node(), runs.id(), false));
    assertThat(declined.sent(PromoteTask.class)).isEmpty();
    assertThat(cell.cell.beatAfter(2 * S).sent(PromoteTask.class)).hasSize(1);
  }
}
