package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import org.junit.jupiter.api.Test;

/** A node learns that it was declared dead. */
final class NodeExpelledTest {

  private static final Resources UNIT = size(1, 1);

  /** Of the first process of a node. */
  private static final int FIRST = 1 << 10;

  private final NodeStory story = new NodeStory();

  private static NodeReport report(RecordingEffects out) {
    return out.sent(NodeReport.class).getFirst();
  }

  private void adopt(long id, int epoch) {
    var launch = new Launch(id, SCHEDULER.index(), epoch, Demand.of(UNIT), NodeStory.work(id));
    story.tell(new AdoptRun(launch, S));
  }

  @Test
  void allThatWaitsIsDroppedAndAllThatRunsEnds() {
    story.running(1, CAPACITY);
    story.reserve(2, UNIT);
    var out = story.tell(new NodeExpelled(FIRST));

    assertThat(out.only(Effect.End.class)).extracting(Effect.End::run).containsExactly(1L);
    assertThat(story.node.waiting()).isZero();
    assertThat(out.only(Effect.Start.class)).as("nothing starts in between").isEmpty();
    assertThat(out.published()).containsExactly(new Notice.NodeGivenUp(6));
    assertThat(story.tell(new NodeExpelled(FIRST)).published()).as("only once").isEmpty();
  }

  @Test
  void itJoinsUnderALaterEpochOnceNothingOfTheOlderRuns() {
    story.running(1, UNIT);
    assertThat(story.tell(new NodeExpelled(FIRST)).sent(NodeReport.class)).isEmpty();
    assertThat(report(story.beatAfter(S)).since()).as("still of the dead epoch").isEqualTo(FIRST);
    assertThat(report(story.beatAfter(S)).epoch()).isEqualTo(FIRST + 1);

    story.exited(1);
    assertThat(report(story.beatAfter(S)).since()).isEqualTo(FIRST + 1);
  }

  @Test
  void anIdleNodeIsBackAtOnce() {
    var back = report(story.tell(new NodeExpelled(FIRST)));

    assertThat(back.epoch()).isEqualTo(FIRST + 1);
    assertThat(back.since()).isEqualTo(FIRST + 1);
  }

  @Test
  void resultsAreKeptAndSentAgain() {
    story.running(1, UNIT);
    story.exited(1);
    story.tell(new NodeExpelled(FIRST));

    assertThat(story.beatAfter(TIMING.repeatAfterNs()).sent(TaskFinished.class))
        .extracting(TaskFinished::reservation)
        .containsExactly(1L);
  }

  @Test
  void aRunThatWasEndedReportsThatItWasKilled() {
    story.running(1, UNIT);
    story.tell(new NodeExpelled(FIRST));
    var end = story.tell(new RunExited(1, RunResult.failed(143, "")));

    assertThat(end.sent(TaskFinished.class).getFirst().result().outcome())
        .isEqualTo(Outcome.KILLED);
  }

  @Test
  void theAnswerToAnOldReportEndsNothingNew() {
    story.tell(new NodeExpelled(FIRST));
    story.running(1, UNIT);
    story.reserve(2, CAPACITY);
    var late = story.tell(new NodeExpelled(FIRST));

    assertThat(late.only(Effect.End.class)).isEmpty();
    assertThat(story.node.waiting()).isEqualTo(1);
    assertThat(story.node.running()).isEqualTo(1);
  }

  @Test
  void ofAdoptedRunsOnlyThoseEndThatWereGivenUp() {
    adopt(1, 5);
    adopt(2, 6);
    assertThat(report(story.beatAfter(S)).since()).isEqualTo(5);
    var out = story.tell(new NodeExpelled(5));

    assertThat(out.only(Effect.End.class)).extracting(Effect.End::run).containsExactly(1L);
    assertThat(out.published()).containsExactly(new Notice.NodeGivenUp(6));
    assertThat(report(story.beatAfter(S)).epoch()).as("a later process").isEqualTo(FIRST);
  }
}
