package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node that cannot start tasks says so, and comes back by itself. */
final class NodeHealthTest {

  private static final Resources HALF = size(2, 2);
  private static final RunResult NOT_STARTED = RunResult.notStarted("no space");
  private static final String FAIL = "launches fail: no space";
  private static final String FULL = "the disk is full";

  private final NodeStory story = new NodeStory();

  private static List<String> reported(RecordingEffects effects) {
    return effects.sent(NodeReport.class).stream().map(NodeReport::problem).toList();
  }

  private static List<String> returned(RecordingEffects effects) {
    return effects.sent(ReservationReturned.class).stream()
        .filter(back -> back.reason() == ReturnReason.SICK)
        .map(back -> back.reservation() + ": " + back.detail())
        .toList();
  }

  private RecordingEffects notStarted(long id) {
    story.running(id, HALF);
    return story.tell(new RunExited(id, NOT_STARTED));
  }

  /** Launches fail until the node is sick. */
  private void sicken() {
    sicken(1);
  }

  private void sicken(long first) {
    for (long id = first; id < first + NodeHealth.MAX_NOT_STARTED; id++) {
      notStarted(id);
    }
  }

  private RecordingEffects place(long id) {
    var demand = Demand.of(size(1, 1)).with(Admission.RESERVED);
    return story.tell(new PlaceTask(SCHEDULER, id, demand, NodeStory.work(id)));
  }

  private boolean starts(long id) {
    return NodeStory.asked(story.reserve(id, size(1, 1))).contains(id);
  }

  @Test
  void anIllMachineReturnsWhatWaitsAndTakesNothing() {
    story.running(1, HALF);
    story.asking(2, HALF);
    story.reserve(3, HALF);

    var sick = story.tell(new HealthChanged(FULL));
    assertThat(returned(sick)).containsExactly("2: " + FULL, "3: " + FULL);
    assertThat(reported(sick)).containsExactly(FULL);
    assertThat(returned(story.reserve(4, HALF))).containsExactly("4: " + FULL);
    assertThat(returned(place(5))).containsExactly("5: " + FULL);
    assertThat(story.node.running()).as("what runs goes on").isEqualTo(1);
    assertThat(returned(story.beatAfter(NodeHealth.MAX_PAUSE_NS))).isEmpty();
    assertThat(starts(6)).as("until the machine is well").isFalse();

    assertThat(reported(story.tell(new HealthChanged("")))).containsExactly("");
    assertThat(starts(7)).isTrue();
  }

  @Test
  void launchesThatFailInARowMakeTheNodeSick() {
    notStarted(1);
    notStarted(2);
    story.running(9, HALF);
    assertThat(reported(notStarted(3))).containsExactly(FAIL);

    assertThat(returned(story.reserve(4, HALF))).containsExactly("4: " + FAIL);
  }

  @Test
  void aTaskThatStartsInBetweenShowsThatLaunchesWork() {
    notStarted(1);
    notStarted(2);
    story.running(3, HALF);
    story.tell(new RunExited(3, RunResult.failed(1, "by itself")));
    notStarted(4);
    notStarted(5);

    assertThat(starts(6)).isTrue();
  }

  @Test
  void whatNoNodeCouldStartSaysNothing() {
    for (long id = 1; id <= 2 * NodeHealth.MAX_NOT_STARTED; id++) {
      story.running(id, HALF);
      story.tell(new RunExited(id, RunResult.unstartable("no such command")));
    }
    assertThat(starts(100)).isTrue();
  }

  @Test
  void afterAPauseOneTaskIsTried() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS - 1);
    assertThat(starts(10)).isFalse();
    assertThat(reported(story.beatAfter(1))).as("it may be tried").containsExactly("");
    assertThat(starts(11)).isTrue();
    assertThat(starts(12)).as("it waits for the trial").isFalse();
    assertThat(returned(place(13))).as("its resources are claimed now").hasSize(1);
  }

  @Test
  void aTrialThatSucceedsMakesTheNodeWell() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    story.running(11, size(1, 1));
    story.reserve(12, size(1, 1));

    assertThat(NodeStory.asked(story.exited(11))).as("the next has its turn").containsExactly(12L);
    assertThat(starts(13)).isTrue();
  }

  @Test
  void aTrialThatFailsMakesThePauseLonger() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    story.running(11, size(1, 1));
    story.reserve(12, size(1, 1));
    assertThat(returned(story.tell(new RunExited(11, NOT_STARTED)))).containsExactly("12: " + FAIL);

    story.beatAfter(2 * NodeHealth.FIRST_PAUSE_NS - 1);
    assertThat(starts(13)).isFalse();
    story.beatAfter(1);
    assertThat(starts(14)).isTrue();
  }

  @Test
  void thePauseHasALimit() {
    sicken();
    for (long id = 11; id < 31; id++) {
      story.beatAfter(NodeHealth.MAX_PAUSE_NS);
      notStarted(id);
    }
    story.beatAfter(NodeHealth.MAX_PAUSE_NS);
    assertThat(starts(99)).isTrue();
  }

  @Test
  void aTrialThatRunsForLongHasStarted() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    story.running(11, size(1, 1));
    story.reserve(12, size(1, 1));

    assertThat(NodeStory.asked(story.beatAfter(NodeHealth.TRIAL_NS - 1))).isEmpty();
    assertThat(NodeStory.asked(story.beatAfter(1))).containsExactly(12L);
  }

  @Test
  void aTrialThatNobodyHasATaskForIsFollowedByAnother() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    long question = story.asking(11, size(1, 1));
    story.reserve(12, size(1, 1));

    assertThat(NodeStory.asked(story.tell(new NoTask(11, question)))).containsExactly(12L);
  }

  @Test
  void aTrialThatIsEvictedIsFollowedByAnother() {
    story.running(9, HALF);
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    var demand = Demand.of(size(1, 1)).with(Tier.OPPORTUNISTIC);
    story.tell(new EnqueueReservation(SCHEDULER, 11, demand));
    story.tell(new ResizeMachine(HALF));
    story.tell(new ResizeMachine(NodeStory.CAPACITY));
    assertThat(starts(12)).isFalse();

    assertThat(NodeStory.asked(story.beatAfter(1))).containsExactly(12L);
  }

  @Test
  void theMachineHasTheLastWord() {
    sicken();
    story.tell(new HealthChanged(FULL));
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    assertThat(returned(story.reserve(11, HALF))).containsExactly("11: " + FULL);

    story.tell(new HealthChanged(""));
    assertThat(starts(12)).as("launches did fail, too").isFalse();
    story.beatAfter(1);
    assertThat(starts(13)).isTrue();
    assertThat(starts(14)).isFalse();
    assertThat(returned(story.tell(new HealthChanged(FULL)))).hasSize(2);
  }

  @Test
  void launchesThatFailedWhileTheMachineWasIllCountNoMore() {
    notStarted(1);
    story.running(2, HALF);
    story.running(3, HALF);
    story.tell(new HealthChanged(FULL));
    story.tell(new RunExited(2, NOT_STARTED));
    story.tell(new RunExited(3, NOT_STARTED));
    story.tell(new HealthChanged(""));

    sicken(10);
    assertThat(returned(story.reserve(20, HALF))).containsExactly("20: " + FAIL);
  }

  @Test
  void launchesThatFailedBeforeTheNodeWasWellAreNoReasonLater() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    story.running(11, HALF);
    story.exited(11);
    story.tell(new HealthChanged(FULL));

    assertThat(reported(story.tell(new HealthChanged("")))).containsExactly("");
    assertThat(starts(12)).isTrue();
  }

  @Test
  void aTrialThatTheMachineInterruptsIsFollowedByAnother() {
    sicken();
    story.beatAfter(NodeHealth.FIRST_PAUSE_NS);
    story.running(11, HALF);
    story.tell(new HealthChanged(FULL));
    story.tell(new HealthChanged(""));
    story.beatAfter(1);

    assertThat(starts(12)).isTrue();
  }
}
