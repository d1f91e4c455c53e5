package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.RunsMeasured;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Measure;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What schedulers hear of the tasks that they watch. */
final class AttemptReportsTest {

  private static final Wake ROUND = new Wake(NodeTimer.ATTEMPT_REPORT);
  private static final long EVERY_NS = TIMING.reports().attemptsEveryNs();
  private static final Usage USED = new Usage(70 * MS, 5, 6, 7);

  private NodeStory story = new NodeStory();

  private static Demand demand(Resources need) {
    return Demand.of(need).withEstimate(10 * S);
  }

  private static Demand watched(Resources need) {
    return demand(need).whileWatched();
  }

  private RecordingEffects place(long id, Demand demand) {
    return story.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
  }

  private RecordingEffects roundAfter(long ns) {
    return story.stepped.after(ns).tell(ROUND);
  }

  private RecordingEffects measured(long... runs) {
    var all = LongStream.of(runs).mapToObj(run -> new Measured(run, USED)).toList();
    return story.tell(new RunsMeasured(all));
  }

  private static List<AttemptStatus> reported(RecordingEffects effects) {
    return effects.sent(AttemptsReported.class).stream()
        .flatMap(report -> report.attempts().stream())
        .toList();
  }

  private static AttemptStatus queued(long id, long waitNs) {
    return new AttemptStatus(id, AttemptPhase.QUEUED, waitNs, Usage.NONE);
  }

  private static AttemptStatus running(long id, long wallNs, Usage usage) {
    return new AttemptStatus(id, AttemptPhase.RUNNING, wallNs, usage);
  }

  @Test
  void nobodyHearsOfTasksThatNobodyWatches() {
    var arrived = place(1, demand(UNIT));
    assertThat(arrived.sent(AttemptsReported.class)).isEmpty();
    assertThat(arrived.only(WakeAt.class)).isEmpty();
  }

  @Test
  void oneThatStartsAtOnceIsReportedOnceAsRunning() {
    var arrived = place(1, watched(UNIT));
    assertThat(arrived.sentTo(SCHEDULER)).hasSize(1);
    var report = arrived.sent(AttemptsReported.class).getFirst();
    assertThat(report.node()).isEqualTo(INDEX);
    assertThat(report.sentNs()).isEqualTo(story.stepped.nowNs());
    assertThat(report.attempts()).containsExactly(running(1, 0, Usage.NONE));
    assertThat(report.load().runningNs()).as("with the load after its start").isEqualTo(10 * S);
    assertThat(report.load().waits().waitNs(CAPACITY, CAPACITY)).isEqualTo(10 * S);
  }

  @Test
  void oneThatWaitsIsReportedWithItsOwnWaitAndAgainAtItsStart() {
    place(1, demand(size(3, 3)));
    assertThat(reported(place(2, watched(size(2, 2))))).containsExactly(queued(2, 10 * S));
    assertThat(reported(place(3, watched(CAPACITY))))
        .as("behind the one before")
        .containsExactly(queued(3, 20 * S));

    story.stepped.after(4 * S);
    assertThat(reported(story.exited(1))).containsExactly(running(2, 0, Usage.NONE));
  }

  @Test
  void whatIsFarBehindWaitsAsLongAsOneThatArrivesNow() {
    place(1, demand(CAPACITY));
    for (int id = 2; id <= 61; id++) {
      place(id, demand(CAPACITY));
    }
    assertThat(reported(place(62, watched(UNIT)))).containsExactly(queued(62, 612_500 * MS));
  }

  @Test
  void nobodyCanSayWhenAnOpportunisticOneStarts() {
    place(1, demand(CAPACITY));
    var opportunistic = watched(UNIT).with(Tier.OPPORTUNISTIC);
    assertThat(reported(place(2, opportunistic))).containsExactly(queued(2, WaitMatrix.NEVER));

    var promoted = story.tell(new PromoteTask(SCHEDULER, 2, ""));
    assertThat(reported(promoted)).as("guaranteed by now").containsExactly(queued(2, 10 * S));
  }

  @Test
  void whatIsReturnedOrUnknownIsNotReported() {
    assertThat(place(1, watched(size(5, 5))).sent(AttemptsReported.class)).isEmpty();
    assertThat(story.tell(new PromoteTask(SCHEDULER, 9, "")).sent(AttemptsReported.class))
        .isEmpty();
  }

  @Test
  void theReportOfARoundWaitsForWhatIsMeasured() {
    place(1, watched(size(3, 3)));
    place(2, watched(size(2, 2)));
    place(3, demand(UNIT));
    var round = roundAfter(EVERY_NS);
    assertThat(round.only(Measure.class)).hasSize(1);
    assertThat(round.sent(AttemptsReported.class)).isEmpty();

    story.stepped.after(MS);
    assertThat(reported(measured(1)))
        .containsExactly(running(1, EVERY_NS + MS, USED), queued(2, 9 * S - MS));
    assertThat(measured(1).all()).as("nobody asked again").isEmpty();
  }

  @Test
  void whereNobodyMeasuresTheReportGoesOutWithTheNextInterval() {
    place(1, watched(UNIT));
    assertThat(reported(roundAfter(EVERY_NS))).isEmpty();
    var next = roundAfter(EVERY_NS);
    assertThat(reported(next)).containsExactly(running(1, 2 * EVERY_NS, Usage.NONE));
    assertThat(next.only(Measure.class)).hasSize(1);
    assertThat(reported(measured()))
        .as("late")
        .containsExactly(running(1, 2 * EVERY_NS, Usage.NONE));
  }

  @Test
  void whereNothingRunsNothingIsMeasured() {
    place(1, demand(CAPACITY));
    place(2, watched(UNIT));
    var round = roundAfter(EVERY_NS);
    assertThat(round.only(Measure.class)).isEmpty();
    assertThat(reported(round)).containsExactly(queued(2, 9 * S));
  }

  @Test
  void theTimerIsThereOnlyWhileWatchedTasksAre() {
    var atNs = story.stepped.nowNs() + EVERY_NS;
    assertThat(place(1, watched(UNIT)).only(WakeAt.class))
        .containsExactly(new WakeAt(atNs, NodeTimer.ATTEMPT_REPORT));
    assertThat(place(2, watched(UNIT)).only(WakeAt.class)).as("one is enough").isEmpty();
    assertThat(roundAfter(EVERY_NS).only(WakeAt.class))
        .containsExactly(new WakeAt(atNs + EVERY_NS, NodeTimer.ATTEMPT_REPORT));
    story.exited(1);
    story.kill(2);
    story.exited(2);

    assertThat(measured(1, 2).all()).as("their results say enough").isEmpty();
    assertThat(roundAfter(EVERY_NS).all()).isEmpty();
    assertThat(place(3, watched(UNIT)).only(WakeAt.class)).as("and again").hasSize(1);
  }

  @Test
  void eachSchedulerHearsOfItsOwn() {
    Address<SchedulerEvent> other = SchedulerEvent.at(5);
    place(1, watched(UNIT));
    story.tell(new PlaceTask(other, 2, watched(UNIT), work(2)));
    roundAfter(EVERY_NS);
    var sends = measured(1, 2).only(Send.class);
    assertThat(sends).extracting(Send::to).containsExactly(SCHEDULER, other);
    assertThat(sends)
        .extracting(send -> ((AttemptsReported) send.event()).attempts().getFirst().reservation())
        .containsExactly(1L, 2L);
  }

  @Test
  void aReportNamesSoManyAtMost() {
    int count = AttemptReports.MAX_STATUSES + 1;
    place(1, demand(CAPACITY));
    for (int id = 2; id < 2 + count; id++) {
      place(id, watched(UNIT).withEstimate(0));
    }
    assertThat(roundAfter(EVERY_NS).sent(AttemptsReported.class))
        .extracting(report -> report.attempts().size())
        .containsExactly(AttemptReports.MAX_STATUSES, 1);
  }

  @Test
  void anAdoptedRunIsWatchedOn() {
    story.stepped.after(5 * S);
    var launch = new Launch(7, SCHEDULER.index(), watched(UNIT), work(7));
    var adopted = story.tell(new AdoptRun(launch, 3 * S));
    assertThat(reported(adopted)).containsExactly(running(7, 3 * S, Usage.NONE));
    assertThat(adopted.only(WakeAt.class)).hasSize(1);
  }

  @Test
  void oneThatStandsStillIsSaidTo() {
    var freezing = new OpportunisticConfig(Pick.WEIGHTED_RANDOM, 1, true);
    story = new NodeStory(NodeConfig.standard().with(QueueConfig.STANDARD.with(freezing)));
    place(1, watched(size(4, 1)).with(Tier.OPPORTUNISTIC));
    place(2, demand(size(1, 1)));
    roundAfter(EVERY_NS);
    assertThat(reported(measured(1)))
        .containsExactly(new AttemptStatus(1, AttemptPhase.FROZEN, EVERY_NS, USED));
  }
}
