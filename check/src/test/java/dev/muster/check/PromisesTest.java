package dev.muster.check;

import static dev.muster.model.JobState.CANCELLED;
import static dev.muster.model.JobState.FAILED;
import static dev.muster.model.JobState.INFEASIBLE;
import static dev.muster.model.JobState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.model.Gang;
import dev.muster.model.Outcome;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A check that never fails checks nothing: each is shown a run that it must refuse. */
final class PromisesTest {

  private static final RunResult NO = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");

  private static final Where SSD = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));

  private static Where prefer(long patienceNs) {
    return Where.ANYWHERE.withPrefer(List.of(List.of(1)), patienceNs);
  }

  private static Arguments row(String what, Consumer<Trace> run) {
    return arguments(what, run);
  }

  private static Arguments row(String what, int promise, String evidence, Consumer<Trace> run) {
    return arguments(what, promise, evidence, run);
  }

  /** The whole of a job that goes well. */
  private static Trace good(Trace run) {
    return run.requested("k")
        .accepted("k", 1)
        .done(0, 0, 1)
        .done(0, 1, 1)
        .done(1, 0, 1)
        .ended(SUCCEEDED, 2)
        .over();
  }

  static Stream<Arguments> kept() {
    return Stream.of(
        row("all goes well", PromisesTest::good),
        row("nothing happens", Trace::over),
        row("everything is heard twice", run -> good(run).requested("k").accepted("k", 1).over()),
        row("the same end again", run -> good(run).ended(SUCCEEDED, 2)),
        row("a result again, not recorded", run -> run.done(0, 0, 1).finished(0, 0, NO, false)),
        row("a failure is retried", run -> run.failed(0, 0, 1).done(0, 0, 2)),
        row(
            "a kill costs no retry",
            run ->
                run.failed(0, 0, 1)
                    .assigned(0, 0, 0, 2)
                    .finished(0, 0, KILLED, true)
                    .assigned(0, 0, 0, 3)),
        row(
            "a stage is made smaller",
            run ->
                run.resized(1, 1)
                    .toldSize(1)
                    .resizeAccepted(1, 1)
                    .done(0, 0, 1)
                    .done(1, 0, 1)
                    .ended(SUCCEEDED, 1, 1)),
        row("a task beyond, before that is known", run -> run.taken(1).resized(1, 1).givenOut(1)),
        row("an answer again", run -> run.resizeRejected(1, "no").resizeRejected(1, "no")),
        row("a gang starts whole", run -> run.gangStarts(0, 2, 1)),
        row(
            "a task of a gang that has started is tried again",
            run -> run.gangStarts(0, 1, 2).gangStarts(1)),
        row(
            "a gang starts again together",
            run -> run.gangStarts(Gang.RESTART, 0, 1, 2).gangStarts(Gang.RESTART, 2, 1, 0)),
        row("an assignment is repeated", run -> run.assigned(0, 0, 0, 1).assigned(0, 0, 0, 1)),
        row("a task after its own input", run -> run.launchedAfterItsOwn(1, 1)),
        row("two tasks fill a node", run -> run.launched(0, 0, 0, 1).launched(0, 0, 1, 1)),
        row(
            "the same attempt after its node is gone",
            run -> run.launched(0, 0, 0, 1).crashed(0).launched(0, 0, 0, 1)),
        row(
            "a crash gives the room back",
            run ->
                run.launched(0, 0, 0, 1)
                    .launched(0, 0, 1, 1)
                    .crashed(0)
                    .launched(0, 0, 0, 2)
                    .launched(0, 0, 1, 2)),
        row(
            "an end gives the room back",
            run ->
                run.launched(0, 0, 0, 1).launched(0, 0, 1, 1).exited(0, 0, 0).launched(0, 0, 0, 2)),
        row(
            "a new scheduler knows of a task that runs, and gives it out when it fails",
            run ->
                run.launched(0, 0, 0, 1)
                    .died()
                    .counted(0, 0)
                    .exited(0, 0, 0)
                    .finished(0, 0, NO, true)
                    .givenAgain(0, 0)),
        row(
            "a new scheduler gives out what was on a node that was declared dead",
            run -> run.launched(0, 0, 0, 1).died().declaredDead(0).givenAgain(0, 0)),
        row(
            "a task is launched again where its node was declared dead",
            run -> run.launched(0, 0, 0, 1).declaredDead(0).launched(1, 0, 0, 2)),
        row(
            "a new scheduler asked a machine that is gone",
            run -> run.launched(0, 0, 0, 1).died().asked(1).crashed(0).givenAgain(0, 0)),
        row(
            "the result of a job that nobody had taken was told, and its node is gone",
            run ->
                run.launched(0, 0, 0, 1)
                    .died()
                    .told(0, 0, RunResult.SUCCESS)
                    .crashed(0)
                    .givenAgain(0, 0)),
        row(
            "failures are not on record",
            run -> run.taken(1).failed(0, 0, 1).failed(0, 0, 2).died().givenAgain(0, 0)),
        row(
            "a node joins again without the run that was given up",
            run -> run.launched(0, 0, 0, 1).nodeDied().exited(0, 0, 0).nodeJoined(2)),
        row(
            "a task is tried elsewhere",
            run -> run.knows(1, 0, 1).failed(0, 0, 1).givenAgain(0, 0)),
        row(
            "a task is tried again on the only node that its scheduler knows",
            run -> run.knows(1, 0).failed(0, 0, 1).triedAgain(0)),
        row(
            "changes of a version that its scheduler does not have say nothing",
            run -> run.knows(1, 0).joins(2, 3, 1).failed(0, 0, 1).triedAgain(0)),
        row(
            "an output is heard of before its node is known, and a twin starts",
            run -> run.taken(1).told(0, 0, RunResult.SUCCESS.withOutput(1)).assigned(0, 0, 0, 2)),
        row("a node is as required", run -> run.launched(0, SSD)),
        row("a node is preferred", run -> run.launched(1, prefer(Where.FIRM))),
        row("patience is over", run -> run.launched(0, prefer(5), 5)),
        row("a request is refused", run -> run.requested("k").refused("k").over()),
        row(
            "an infeasible job says why",
            run -> run.requested("k").accepted("k", 1).ended(INFEASIBLE, 0, "too large").over()),
        row(
            "a cancelled job need not be complete",
            run -> run.requested("k").accepted("k", 1).ended(CANCELLED, 0).over()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kept")
  void aRunThatKeepsThemPasses(String what, Consumer<Trace> run) {
    run.accept(new Trace());
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        row(
            "a task beyond the size of its stage",
            8,
            "was given out, and its stage has [1, 1] tasks",
            run -> run.resized(1, 1).toldSize(1).givenOut(1)),
        row("a size that is not on record", 8, "not on record", run -> run.toldSize(1)),
        row(
            "another stage is accepted than is on record",
            8,
            "not on record",
            run -> run.resized(1, 4).resizeAccepted(1, "b", 4)),
        row(
            "another size is accepted than is on record",
            8,
            "not on record",
            run -> run.resized(1, 4).resizeAccepted(1, 5)),
        row(
            "a rejection for two reasons",
            8,
            "was answered before by ResizeRejected",
            run -> run.resizeRejected(1, "no").resizeRejected(1, "never")),
        row(
            "a rejected resize is accepted",
            8,
            "was answered before by ResizeRejected",
            run -> run.resizeRejected(1, "no").resized(1, 4).resizeAccepted(1, 4)),
        row(
            "an end with another size",
            8,
            "ended with 2 tasks in stage 0; on record are 1",
            run -> run.resized(1, 1).done(0, 0, 1).done(0, 1, 1).done(1, 0, 1).ended(SUCCEEDED, 2)),
        row(
            "a task after a stage that has grown",
            1,
            "started with 2 of 3 tasks of `a` done",
            run -> run.done(0, 0, 1).done(0, 1, 1).resized(1, 3).done(1, 0, 1)),
        row(
            "a gang starts in part",
            4,
            "of the gang of 3 tasks of job-3/g[0]#1 only [0, 2] start",
            run -> run.gangStarts(0, 2)),
        row(
            "a gang starts bit by bit",
            4,
            "of the gang of 3 tasks of job-3/g[0]#1 only [0, 1] start",
            run -> run.gangStarts(0, 1).gangStarts(2)),
        row(
            "a gang starts again in part",
            4,
            "of the gang of 3 tasks of job-3/g[1]#1 only [1] start",
            run -> run.gangStarts(Gang.RESTART, 0, 1, 2).gangStarts(Gang.RESTART, 1)),
        row(
            "recorded twice",
            2,
            "job-1/stage 0[0] was recorded complete twice",
            run -> run.done(0, 0, 1).finished(0, 0, RunResult.SUCCESS, true)),
        row(
            "given out after it was done",
            1,
            "job-1/a[0]#2 was given out after its task was done",
            run -> run.done(0, 0, 1).assigned(0, 0, 0, 2)),
        row(
            "given out after its success was heard",
            1,
            "job-1/a[0]#2 was given out after its task was done",
            run -> run.taken(1).told(0, 0, RunResult.SUCCESS).assigned(0, 0, 0, 2)),
        row(
            "given out after its output was heard of",
            1,
            "job-1/a[0]#2 was given out after its task was done",
            run ->
                run.knows(1, 0)
                    .taken(1)
                    .told(0, 0, RunResult.SUCCESS.withOutput(1))
                    .assigned(0, 0, 0, 2)),
        row(
            "a task is tried again where it failed",
            8,
            "job-1/stage 0[0] is tried again on node-0, where it failed, and node-1 would do",
            run -> run.knows(1, 0).joins(1, 2, 1).failed(0, 0, 1).triedAgain(0)),
        row(
            "given out by a new scheduler after it was recorded",
            1,
            "job-1/a[0]#1000001 was given out after its task was done",
            run -> run.taken(1).done(0, 0, 1).died().givenAgain(0, 0)),
        row(
            "forgotten before it was on record",
            1,
            "job-1/stage 0[0] is done, not on record, and its node may forget it",
            run -> run.finished(0, 0, RunResult.SUCCESS, false)),
        row(
            "given out by a new scheduler while it runs",
            1,
            "job-1/a[0]#1000001 was given out though node-0 has it",
            run -> run.launched(0, 0, 0, 1).died().asked(100).givenAgain(0, 0)),
        row(
            "given out by a new scheduler while its result is owed",
            1,
            "job-1/a[0]#1000001 was given out though node-0 has it",
            run ->
                run.launched(0, 0, 0, 1)
                    .exited(0, 0, 0)
                    .told(0, 0, RunResult.SUCCESS)
                    .died()
                    .givenAgain(0, 0)),
        row(
            "one attempt on two nodes",
            2,
            "job-1/a[0]#1 was started on node-0 and again on node-1",
            run -> run.launched(0, 0, 0, 1).launched(1, 0, 0, 1)),
        row(
            "one attempt twice on a node",
            2,
            "started on node-0 and again on node-0",
            run -> run.launched(0, 0, 0, 1).exited(0, 0, 0).launched(0, 0, 0, 1)),
        row(
            "one attempt twice though another node is gone",
            2,
            "started on node-0 and again on node-1",
            run -> run.launched(0, 0, 0, 1).crashed(1).launched(1, 0, 0, 1)),
        row(
            "more on a node than it has",
            3,
            "node-1 runs 3 cpu, 30 B and has 2 cpu, 100 B",
            run -> run.launched(1, 0, 0, 1).launched(1, 0, 1, 1).launched(1, 0, 0, 2)),
        row(
            "a node that is not as required",
            3,
            "job-2/p[0]#1 requires disk=ssd and runs on node-1",
            run -> run.launched(1, SSD)),
        row(
            "a node that is not preferred",
            3,
            "job-2/p[0]#1 may run on nodes [1] alone and runs on node-0",
            run -> run.launched(0, prefer(Where.FIRM))),
        row(
            "a node that is not preferred, before patience is over",
            3,
            "job-2/p[0]#1 prefers nodes [1] for 5 ns and runs on node-0 after 4 ns",
            run -> run.launched(0, prefer(5), 4)),
        row(
            "a stage before its time",
            1,
            "job-1/b[0]#1 started with 1 of 2 tasks of `a` done",
            run -> run.done(0, 0, 1).launched(0, 1, 0, 1)),
        row(
            "a task before its own input",
            1,
            "job-4/b[1]#1 started before `a[1]` was done",
            run -> run.launchedAfterItsOwn(1, 0)),
        row(
            "a stage after a failure",
            1,
            "started with 1 of 2 tasks of `a` done",
            run -> run.done(0, 0, 1).failed(0, 1, 1).launched(0, 1, 0, 1)),
        row(
            "one try too many",
            8,
            "job-1/a[0]#3 is given out after 2 failures with 1 retries",
            run -> run.failed(0, 0, 1).failed(0, 0, 2).assigned(0, 0, 0, 3)),
        row(
            "two jobs for one request",
            2,
            "request k is job-1 and job-2",
            run -> run.requested("k").accepted("k", 1).accepted("k", 2)),
        row("two ends", 2, "job-1 ended twice", run -> run.ended(FAILED, 0).ended(CANCELLED, 0)),
        row(
            "infeasible without a reason",
            7,
            "job-1 is infeasible without a reason",
            run -> run.ended(INFEASIBLE, 0)),
        row(
            "success without a task",
            1,
            "job-1 succeeded without a[1]",
            run -> run.done(0, 0, 1).ended(SUCCEEDED, 2)),
        row(
            "success by wrong counts",
            2,
            "job-1 counts StageReport[name=a, tasks=2, running=0, succeeded=1",
            run -> run.done(0, 0, 1).done(0, 1, 1).done(1, 0, 1).ended(SUCCEEDED, 1)),
        row(
            "a run that was given up goes on",
            2,
            "run 0 on node-0 was given up and goes on",
            run -> run.launched(0, 0, 0, 1).nodeDied().expelled()),
        row(
            "a node joins with a run that was given up",
            2,
            "run 0 was given up, and node-0 joins again with it",
            run -> run.launched(0, 0, 0, 1).nodeDied().nodeJoined(1).nodeJoined(2)),
        row("no answer", 6, "requests never answered: [k]", run -> run.requested("k").over()),
        row(
            "no end",
            6,
            "job-1 (k) never ended",
            run -> run.requested("k").accepted("k", 1).over()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void aRunThatBreaksOneIsReportedWithTheEvidence(
      String what, int promise, String evidence, Consumer<Trace> run) {
    assertThatThrownBy(() -> run.accept(new Trace()))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageStartingWith("promise " + promise + " broken: ")
        .hasMessageContaining(evidence);
  }

  @Test
  void theEndOfARunCanBeWaitedFor() {
    var run = new Trace();
    assertThat(run.promises.allEnded()).isTrue();
    run.requested("k");
    assertThat(run.promises.allEnded()).isFalse();
    run.accepted("k", 1);
    assertThat(run.promises.allEnded()).isFalse();
    run.ended(CANCELLED, 0);

    assertThat(run.promises.allEnded()).isTrue();
    assertThat(run.promises.ends()).containsOnlyKeys(1L);
  }

  @Test
  void aTaskWithoutAReportedSuccessIsNotDone() {
    var run = new Trace().done(0, 0, 1).done(0, 1, 1).recorded(1, 0);

    assertThatThrownBy(() -> run.ended(SUCCEEDED, 2))
        .hasMessageContaining("job-1 succeeded without b[0]");
  }
}
