package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.BEAT;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.MASTER;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;
import static dev.muster.core.node.NodeStory.asked;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.Stepped;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.WaitMatrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The way of a reservation through a node, from the wait queue to the acknowledged result. */
final class NodeTest {

  /** Where the first epoch of a node begins to count its reports. */
  private static final long FIRST = 1L << 40;

  private static final Load IDLE = new Load(0, 0, 0, WaitMatrix.UNKNOWN);
  private static final int EPOCH = 1 << 10;

  private final NodeStory story = new NodeStory();

  // The wait queue.

  @Test
  void aTaskGoesThroughTheNode() {
    var asks = story.reserve(1, UNIT).sent(GetTask.class);
    assertThat(asks).hasSize(1).allMatch(ask -> ask.node() == INDEX && ask.reservation() == 1);
    assertThat(story.node.available()).as("reserved while it asks").isEqualTo(size(3, 3));

    assertThat(story.assign(1, asks.getFirst().request()).all())
        .containsExactly(
            new Start(new Launch(1, SCHEDULER.index(), EPOCH, Demand.of(UNIT), work(1))));
    assertThat(story.node.running()).isEqualTo(1);

    var finished = new TaskFinished(INDEX, 1, 1, 0, 0, RunResult.SUCCESS);
    assertThat(story.exited(1).all()).containsExactly(new Send(SCHEDULER, finished));
    assertThat(story.node.available()).isEqualTo(CAPACITY);
    assertThat(story.held(1L)).containsExactly(1L);
    story.acknowledge(1);

    assertThat(story.held(1L)).isEmpty();
  }

  @Test
  void firstComeFirstServed() {
    story.running(1, CAPACITY);
    for (long id = 2; id <= 5; id++) {
      assertThat(asked(story.reserve(id, size(2, 2)))).isEmpty();
    }

    assertThat(asked(story.exited(1))).containsExactly(2L, 3L);
    assertThat(story.node.waiting()).isEqualTo(2);
    assertThat(asked(story.kill(3))).containsExactly(4L);
  }

  @Test
  void nobodyOvertakesTheHeadOfTheQueue() {
    story.running(1, size(2, 2));
    assertThat(asked(story.reserve(2, size(3, 1)))).isEmpty();

    assertThat(asked(story.reserve(3, UNIT))).as("would fit, but waits").isEmpty();
    assertThat(asked(story.exited(1))).containsExactly(2L, 3L);
  }

  @Test
  void cpuAndMemoryEachSayWhatFits() {
    story.running(1, size(1, 3));
    assertThat(asked(story.reserve(2, size(1, 2)))).as("memory is short").isEmpty();
    story.tell(new WithdrawReservation(2));
    story.running(3, size(2, 0));
    assertThat(story.node.available()).isEqualTo(size(1, 1));
    assertThat(asked(story.reserve(4, size(2, 1)))).as("cpu is short").isEmpty();
    story.tell(new WithdrawReservation(4));

    assertThat(asked(story.reserve(5, size(1, 1)))).as("just fits").containsExactly(5L);
    assertThat(story.node.available()).isEqualTo(Resources.NONE);
  }

  @Test
  void whatNeverFitsIsGivenBackAtOnce() {
    long id = 0;
    for (var need : List.of(size(5, 1), size(1, 5))) {
      id++;
      assertThat(story.reserve(id, need).all())
          .containsExactly(
              new Send(
                  SCHEDULER,
                  new ReservationReturned(
                      INDEX, id, ReturnReason.TOO_LARGE, "needs " + need + " of " + CAPACITY)));
    }
    assertThat(story.held(1L)).isEmpty();
  }

  @Test
  void oneMoreThanMayWaitIsGivenBack() {
    story.running(0, CAPACITY);
    int most = NodeConfig.standard().queue().maxWaiting();
    for (long id = 1; id <= most; id++) {
      assertThat(story.reserve(id, UNIT).all()).isEmpty();
    }
    long oneMore = most + 1L;
    assertThat(story.reserve(oneMore, UNIT).all())
        .containsExactly(
            new Send(
                SCHEDULER,
                new ReservationReturned(INDEX, oneMore, ReturnReason.LIMIT, most + " wait here")));
    assertThat(story.node.waiting()).isEqualTo(most);
    story.tell(new WithdrawReservation(50));

    assertThat(story.reserve(oneMore, UNIT).all()).as("there is a place again").isEmpty();
  }

  @Test
  void heardAgainAReservationChangesNothingWhereverItIs() {
    story.running(1, CAPACITY);
    story.reserve(2, CAPACITY);
    assertThat(story.reserve(1, CAPACITY).all()).as("running").isEmpty();
    assertThat(story.reserve(2, CAPACITY).all()).as("waiting").isEmpty();
    assertThat(story.node.waiting()).isEqualTo(1);
    assertThat(asked(story.exited(1))).containsExactly(2L);

    assertThat(story.reserve(1, CAPACITY).all()).as("owed").isEmpty();
    assertThat(story.reserve(2, CAPACITY).all()).as("asking").isEmpty();
    assertThat(story.node.waiting()).isZero();
  }

  @Test
  void withdrawnItLeavesTheQueueAndItsSuccessorComesUp() {
    story.running(1, size(2, 2));
    story.reserve(2, size(3, 3));
    story.reserve(3, size(2, 2));

    assertThat(asked(story.tell(new WithdrawReservation(2)))).containsExactly(3L);
    assertThat(story.held(1L, 2L, 3L)).containsExactly(1L, 3L);
  }

  @Test
  void withdrawnWhileItAsksItWaitsForTheAnswer() {
    long ask = story.asking(1, UNIT);
    assertThat(story.tell(new WithdrawReservation(1)).all()).isEmpty();
    assertThat(story.held(1L)).containsExactly(1L);
    story.tell(new NoTask(1, ask));

    assertThat(story.held(1L)).isEmpty();
    assertThat(story.node.available()).isEqualTo(CAPACITY);
  }

  // Asking.

  @Test
  void noTaskReleasesTheAllocationForTheNext() {
    long ask = story.asking(1, CAPACITY);
    story.reserve(2, CAPACITY);

    assertThat(asked(story.tell(new NoTask(1, ask)))).containsExactly(2L);
    assertThat(story.held(1L)).isEmpty();
  }

  @Test
  void asksAgainWithANewNumberAndThenGivesUp() {
    long ask = story.asking(1, CAPACITY);
    story.reserve(2, CAPACITY);
    assertThat(asked(story.beatAfter(TIMING.repeatAfterNs() - 1))).isEmpty();
    story.stepped.after(1);
    for (int asks = 2; asks <= TIMING.maxGetTasks(); asks++) {
      var again = story.tell(BEAT).sent(GetTask.class);
      assertThat(again).extracting(GetTask::reservation).containsExactly(1L);
      assertThat(again.getFirst().request()).isGreaterThan(ask);
      ask = again.getFirst().request();
      story.stepped.after(TIMING.repeatAfterNs());
    }

    assertThat(asked(story.tell(BEAT))).as("the next has its turn").containsExactly(2L);
    assertThat(story.held(1L)).isEmpty();
    assertThat(story.assign(1, ask).all()).as("too late").isEmpty();
  }

  @Test
  void anAnswerToAnOldQuestionIsIgnored() {
    long old = story.asking(1, UNIT);
    long latest = story.beatAfter(TIMING.repeatAfterNs()).sent(GetTask.class).getFirst().request();
    assertThat(story.assign(1, old).all()).isEmpty();
    assertThat(story.tell(new NoTask(1, old)).all()).isEmpty();

    assertThat(story.assign(1, latest).only(Start.class)).hasSize(1);
  }

  @Test
  void aTaskIsNeverStartedTwiceByTheSameAnswer() {
    long ask = story.asking(1, UNIT);
    assertThat(story.assign(1, ask).only(Start.class)).hasSize(1);
    assertThat(story.assign(1, ask).all()).as("running").isEmpty();
    story.exited(1);
    assertThat(story.assign(1, ask).all()).as("owed").isEmpty();
    story.acknowledge(1);
    assertThat(story.assign(1, ask).all()).as("forgotten").isEmpty();
    story.running(2, CAPACITY);
    story.reserve(1, UNIT);

    assertThat(story.assign(1, ask).all()).as("in the queue anew").isEmpty();
  }

  @Test
  void noQuestionHasTheNumberOfOneFromAnEarlierEpoch() {
    long first = story.asking(1, UNIT);
    var reborn = new Stepped<>(new Node(INDEX, 2, CAPACITY, MASTER, TIMING));
    var asked =
        reborn.tell(new EnqueueReservation(SCHEDULER, 1, Demand.of(UNIT))).sent(GetTask.class);

    assertThat(asked.getFirst().request()).isGreaterThan(first + (1L << 39));
  }

  // Results.

  @Test
  void aResultIsToldAgainUntilItIsAcknowledged() {
    story.running(1, UNIT);
    story.running(2, UNIT);
    story.exited(1);
    story.tell(new RunExited(2, RunResult.failed(3, "no")));
    assertThat(story.beatAfter(S).sent(TaskFinished.class))
        .extracting(TaskFinished::reservation)
        .containsExactlyInAnyOrder(1L, 2L);
    story.acknowledge(1);

    assertThat(story.beatAfter(S).sent(TaskFinished.class))
        .containsExactly(new TaskFinished(INDEX, 2, 2, 0, 0, RunResult.failed(3, "no")));
    story.acknowledge(2);
    assertThat(story.beatAfter(S).sent(TaskFinished.class)).isEmpty();
  }

  @Test
  void anExitThatIsHeardTwiceCountsOnce() {
    story.running(1, UNIT);
    story.exited(1);

    assertThat(story.exited(1).all()).isEmpty();
    assertThat(story.exited(99).all()).isEmpty();
    assertThat(story.node.available()).isEqualTo(CAPACITY);
  }

  @Test
  void aNodeThatIsOwedTooManyAcknowledgementsTakesNoNewTask() {
    for (long id = 1; id <= Dispatcher.MAX_UNACKNOWLEDGED; id++) {
      story.running(id, UNIT);
      story.exited(id);
    }
    long next = Dispatcher.MAX_UNACKNOWLEDGED + 1;
    assertThat(asked(story.reserve(next, UNIT))).isEmpty();

    assertThat(asked(story.acknowledge(1))).containsExactly(next);
  }

  // What others hear of it.

  @Test
  void saysWhichReservationsItHolds() {
    story.running(1, UNIT);
    story.asking(2, UNIT);
    story.running(3, UNIT);
    story.exited(3);
    story.running(4, UNIT);
    story.reserve(5, size(2, 2));

    assertThat(
            story
                .tell(new ConfirmReservations(SCHEDULER, 42, List.of(1L, 2L, 3L, 4L, 5L, 6L)))
                .all())
        .containsExactly(
            new Send(
                SCHEDULER,
                new ReservationsConfirmed(INDEX, 42, List.of(1L, 2L, 3L, 4L, 5L), List.of(6L))));
  }

  @Test
  void reportsItselfAtTheStartAndAtEveryBeat() {
    assertThat(story.stepped.start().all())
        .as("after what it finds running")
        .containsExactly(
            new WakeAt(1, NodeTimer.JOIN), new WakeAt(TIMING.firstBeatNs(0, INDEX), BEAT.timer()));
    assertThat(story.stepped.tell(new Wake(NodeTimer.JOIN)).all())
        .containsExactly(
            new Send(
                MASTER,
                new NodeReport(
                    INDEX,
                    EPOCH,
                    EPOCH,
                    FIRST + 1,
                    0,
                    CAPACITY,
                    Map.of(),
                    CAPACITY,
                    Resources.NONE,
                    0,
                    0,
                    IDLE,
                    false,
                    "")));
    story.running(1, size(3, 1));
    story.reserve(2, size(2, 2));
    story.reserve(3, size(2, 2));

    assertThat(story.beatAfter(S).all())
        .containsExactly(
            new Send(
                MASTER,
                new NodeReport(
                    INDEX,
                    EPOCH,
                    EPOCH,
                    FIRST + 2,
                    S,
                    CAPACITY,
                    Map.of(),
                    size(1, 3),
                    Resources.NONE,
                    2,
                    1,
                    new Load(2 * S, S, 0, WaitMatrix.UNKNOWN, 7 * S / 4, 0),
                    false,
                    "")),
            new WakeAt(S + TIMING.beatNs(), BEAT.timer()));
  }

  @Test
  void waitsArePredictedOnlyWhereSomebodyReadsThem() {
    story.running(1, size(3, 1));
    story.reserve(2, size(2, 2), 5 * S);

    var report = story.beatAfter(S).sent(NodeReport.class).getFirst();
    assertThat(report.load().waits()).as("nothing is computed").isSameAs(WaitMatrix.UNKNOWN);
    assertThat(story.node.load(S).waits().cpuNs()).hasSize(WaitMatrix.SIDE);
  }

  @Test
  void anAssignmentToNobodyDoesNothing() {
    assertThat(story.tell(new LaunchTask(9, 1, work(9))).all()).isEmpty();
    assertThat(story.tell(new NoTask(9, 1)).all()).isEmpty();
    assertThat(story.tell(new WithdrawReservation(9)).all()).isEmpty();
    assertThat(story.acknowledge(9).all()).isEmpty();
  }
}
