package dev.muster.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.Wake;
import dev.muster.model.Admission;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Demand;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Doctored traces of a job with two tokens, whose tasks take one each. */
class TwinsAndTiersTest {

  private enum Tick implements Timer {
    TICK
  }

  private static final JobSpec JOB =
      JobSpec.of("job", StageSpec.of("a", 9, new Resources(1_000, 1), List.of("modelled")))
          .withTokens(2);

  private final Observer checks = new TiersCheck().and(new TwinCheck());

  @BeforeEach
  void assign() {
    checks.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
  }

  private void place(int run, int task, int attempt, Tier tier, double weight) {
    var demand =
        Demand.of(new Resources(1_000, 1))
            .with(tier)
            .with(Admission.QUEUED)
            .withDrawWeight(weight)
            .whileWatched();
    checks.sent(
        NodeEvent.at(run),
        new PlaceTask(SchedulerEvent.at(0), id(run), demand, Work.of(1, JOB, 0, task, attempt)));
  }

  private static long id(int run) {
    return ReservationId.of(ReservationId.base(0, 1), 0, run);
  }

  private void guaranteed(int run, int task) {
    place(run, task, 1, Tier.GUARANTEED, 0);
  }

  private void promote(int run) {
    checks.sent(NodeEvent.at(run), new PromoteTask(SchedulerEvent.at(0), id(run), ""));
  }

  private void starts(int run) {
    var status = new AttemptStatus(id(run), AttemptPhase.RUNNING, 1, Usage.NONE);
    checks.delivered(
        SchedulerEvent.at(0), new AttemptsReported(run, 0, Load.NONE, List.of(status)));
  }

  private void next() {
    checks.delivered(SchedulerEvent.at(0), new Wake(Tick.TICK));
  }

  private TaskFinished end(int run, int task, RunResult result) {
    return new TaskFinished(run, id(run), 1, 0, task, result);
  }

  @Test
  void guaranteedAttemptsBeyondTheTokensAreFound() {
    guaranteed(1, 0);
    guaranteed(2, 1);

    assertThatThrownBy(() -> guaranteed(3, 2)).hasMessageContaining("makes 3 tokens of 2");
  }

  @Test
  void twinsTakeTokensOnceAndEndedAttemptsNone() {
    guaranteed(1, 0);
    guaranteed(2, 1);
    place(3, 1, 2, Tier.GUARANTEED, 0);
    checks.delivered(SchedulerEvent.at(0), end(1, 0, RunResult.failed(1, "")));

    guaranteed(4, 2);
  }

  @Test
  void promotionsTakeTokensUntilTheyAreDeclined() {
    guaranteed(1, 0);
    place(2, 1, 1, Tier.OPPORTUNISTIC, 1);
    place(3, 2, 1, Tier.OPPORTUNISTIC, 1);
    promote(2);

    assertThatThrownBy(() -> promote(3)).hasMessageContaining("makes 3 tokens of 2");

    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(2, id(2), false));
    promote(3);
  }

  /** The node was asked long ago; its first answer was overtaken by one that declines. */
  @Test
  void whatIsGrantedLateIsNobodysFaultAndTwinsTakeNoMore() {
    place(1, 0, 1, Tier.OPPORTUNISTIC, 1);
    promote(1);
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), false));
    guaranteed(2, 1);
    guaranteed(3, 2);
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), true));

    place(4, 0, 2, Tier.GUARANTEED, 0);

    assertThatThrownBy(() -> guaranteed(5, 3)).hasMessageContaining("makes 4 tokens of 2");
  }

  @Test
  void aGuaranteedTwinOfAnOpportunisticAttemptTakesTokens() {
    place(1, 0, 1, Tier.OPPORTUNISTIC, 1);
    guaranteed(2, 1);
    guaranteed(3, 2);

    assertThatThrownBy(() -> place(4, 0, 2, Tier.GUARANTEED, 0))
        .hasMessageContaining("makes 3 tokens of 2");
  }

  @Test
  void noMorePromotionsAreReportedThanNodesGranted() {
    place(1, 0, 1, Tier.OPPORTUNISTIC, 1);
    promote(1);
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), true));
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), true));
    reportPromotions(1);

    assertThatThrownBy(() -> reportPromotions(2)).hasMessageContaining("counts 2 promotions of 1");
  }

  @Test
  void attemptsThatAnEpochSentUnseenArePromotedAsWell() {
    var held = new HeldAttempt(id(1), 1, 0, 0, 1, true);
    checks.delivered(SchedulerEvent.at(0), new AttemptsListed(1, 2, List.of(held)));
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), true));

    reportPromotions(1);
  }

  private void reportPromotions(int count) {
    var kinds = new AttemptKinds(count, 0, count, 0, 0, 0, 0);
    var stage = new StageReport("s", 4, 0, 4, 0, 4, Usage.NONE, Placed.NONE, kinds);
    var report =
        new JobReport(
            1, "j", JobState.SUCCEEDED, "estimated", List.of(stage), 0, 0, List.of(), 0, List.of());
    checks.sent(MasterEvent.at(0), new JobFinished(SchedulerEvent.at(0), 1, report));
  }

  @Test
  void weightsBeyondThoseOfTheTokensAreFound() {
    place(1, 0, 1, Tier.OPPORTUNISTIC, 1.5);
    place(2, 1, 1, Tier.OPPORTUNISTIC, 0.5);

    assertThatThrownBy(() -> place(3, 2, 1, Tier.OPPORTUNISTIC, 0.25))
        .hasMessageContaining("makes a weight of 2.25 with 2 tokens");
  }

  @Test
  void theEvictionOfAPromotedTaskIsFound() {
    place(1, 0, 1, Tier.OPPORTUNISTIC, 1);
    promote(1);
    checks.delivered(SchedulerEvent.at(0), new TaskPromoted(1, id(1), true));

    assertThatThrownBy(
            () ->
                checks.sent(SchedulerEvent.at(0), end(1, 0, RunResult.of(Outcome.EVICTED, 0, ""))))
        .hasMessageContaining("is guaranteed, and was evicted");
  }

  @Test
  void aTwinThatIsNotEndedWhenTheOtherStartsIsFound() {
    guaranteed(1, 0);
    place(2, 0, 2, Tier.GUARANTEED, 0);
    starts(1);

    assertThatThrownBy(this::next).hasMessageContaining("#2 on node-2 is not ended");
  }

  @Test
  void aTwinThatIsEndedIsAsItShouldBe() {
    guaranteed(1, 0);
    place(2, 0, 2, Tier.GUARANTEED, 0);
    starts(1);
    checks.sent(NodeEvent.at(2), new KillTask(SchedulerEvent.at(0), 0, id(2)));
    next();
  }

  @Test
  void aCopyOfWhatRunsMayGoOnUntilEitherSucceeds() {
    guaranteed(1, 0);
    starts(1);
    place(2, 0, 2, Tier.GUARANTEED, 0);
    starts(2);
    next();
    checks.delivered(SchedulerEvent.at(0), end(2, 0, RunResult.SUCCESS));

    assertThatThrownBy(this::next).hasMessageContaining("#1 on node-1 is not ended");
  }

  @Test
  void aThirdAttemptIsFound() {
    guaranteed(1, 0);
    place(2, 0, 2, Tier.GUARANTEED, 0);

    assertThatThrownBy(() -> place(3, 0, 3, Tier.GUARANTEED, 0))
        .hasMessageContaining("is one of three");
  }
}
