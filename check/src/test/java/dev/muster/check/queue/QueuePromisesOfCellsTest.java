package dev.muster.check.queue;

import static dev.muster.check.queue.QueueTrace.cores;
import static dev.muster.check.queue.QueueTrace.job;
import static dev.muster.check.queue.QueueTrace.share;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each promise of queues is shown a run that breaks it, and one that just does not. */
final class QueuePromisesOfCellsTest {

  private static final int ANY = Integer.MAX_VALUE;
  private static final long S = 1_000_000_000L;
  private static final OpportunisticQuota TWO = OpportunisticQuota.atMost(2);

  /** Of ten cores that job 2 uses in {@link #borrowed}. */
  private static final Resources KEEP = QueueTrace.TASK.times(10).minus(new Resources(7_000, 0));

  /** Queue a is guaranteed seven of ten cores, b three. */
  private static final QueueTree TREE =
      QueueTree.of(guaranteed("root.a", 0.7), guaranteed("root.b", 0.3)).withReclaimAfter(3 * S);

  private static final QueueTree LIMITED =
      QueueTree.of(
          QueueSpec.of("root.a")
              .withTokens(5)
              .withMaxPriority(3)
              .with(new QueueLimits(3, 20, 2, UserLimits.NONE)),
          QueueSpec.of("root.b")
              .with(new QueueLimits(ANY, Long.MAX_VALUE, ANY, user(2, 12, 1, Portions.NONE))),
          QueueSpec.of("root.c").withSuspended(true));

  private static UserLimits user(int jobs, long tasks, int running, Portions most) {
    return new UserLimits(jobs, tasks, running, most);
  }

  private static QueueSpec guaranteed(String path, double part) {
    return QueueSpec.of(path)
        .with(
            QueueShare.EVEN.withGuaranteed(
                Portion.ofCell(Portion.CPU, part), Portion.ofCell(Portion.MEMORY, part)));
  }

  private static QueueTree max(double part) {
    var max = QueueShare.EVEN.withMax(Portion.ofCell(Portion.CPU, part));
    return QueueTree.of(QueueSpec.of("root.a"), QueueSpec.of("root.a.x").with(max));
  }

  private static QueueTree ofUser(double part) {
    var most = Portions.of(Portion.ofCell(Portion.CPU, part));
    var limits = new QueueLimits(ANY, Long.MAX_VALUE, ANY, user(ANY, Long.MAX_VALUE, ANY, most));
    return QueueTree.of(
        QueueSpec.of("root.a").with(limits), QueueSpec.of("root.a.x"), QueueSpec.of("root.a.y"));
  }

  private static QueueTrace limited() {
    return new QueueTrace().queues(LIMITED);
  }

  /** Jobs 1 of a and 2 of b, which may use any amount. */
  private static QueueTrace two(QueueTree tree) {
    return new QueueTrace()
        .queues(tree)
        .openedAndAdmitted(1, job("root.a", "ann", 20), 0)
        .openedAndAdmitted(2, job("root.b", "bob", 20), 0)
        .assigned(1, JobAllowance.ANY)
        .assigned(2, JobAllowance.ANY);
  }

  /** As many computations as take so many seconds, all with the same reports and shares. */
  private static QueueTrace borrowed(QueueTrace run, int seconds) {
    run.reports(1, 0, 10).reports(2, 10, 10);
    for (int second = 0; second < seconds; second++) {
      run.shares(share(1, cores(7)), share(2, cores(3))).reported();
    }
    return run;
  }

  private static Arguments row(String what, Runnable run) {
    return arguments(what, run);
  }

  private static Arguments broken(int promise, String evidence, Runnable run) {
    return arguments(promise, evidence, run);
  }

  static Stream<Arguments> kept() {
    return Stream.of(
        row("a job within all limits", () -> limited().openedAndAdmitted(1, a(1, 5), 5)),
        row(
            "an end leaves room for another",
            () ->
                limited()
                    .openedAndAdmitted(1, a(1, 5), 5)
                    .opened(2, a(1, 5))
                    .closed(1)
                    .admitted(2, 5)),
        row(
            "who waits for another job of the user is passed",
            () ->
                limited()
                    .openedAndAdmitted(1, job("root.b", "ann", 1), 0)
                    .opened(2, job("root.b", "ann", 1))
                    .openedAndAdmitted(3, job("root.b", "bob", 1), 0)),
        row(
            "who is suspended is passed",
            () ->
                limited()
                    .opened(1, job("root.b", "ann", 1))
                    .suspended(1, 1, true)
                    .openedAndAdmitted(2, job("root.b", "bob", 1), 0)),
        row(
            "who is about to end is passed",
            () -> limited().opened(1, a(1, 1)).closing(1).openedAndAdmitted(2, a(1, 1), 1)),
        row(
            "who can run nowhere is passed",
            () -> {
              var large =
                  JobSpec.of("job", StageSpec.of("s", 1, QueueTrace.CELL.times(2), List.of("true")))
                      .withQueue("root.a");
              limited().opened(1, large).openedAndAdmitted(2, a(1, 1), 1);
            }),
        row(
            "between commit and answer the leader may go by the older queues",
            () -> new QueueTrace().changed(LIMITED).openedAndAdmitted(1, a(9, 30), 0)),
        row(
            "what is lost with its leader does not count",
            () ->
                limited()
                    .openedInVain(9, job("root.b", "ann", 12))
                    .openedAndAdmitted(9, job("root.b", "ann", 12), 0)),
        row(
            "jobs keep their tokens when queues change",
            () ->
                limited()
                    .openedAndAdmitted(1, a(1, 5), 5)
                    .queues(QueueTree.of(QueueSpec.of("root.a").withTokens(1)))),
        row(
            "maxima are kept",
            () ->
                new QueueTrace()
                    .queues(max(0.5))
                    .openedAndAdmitted(1, job("root.a.x", "ann", 9), 0)
                    .openedAndAdmitted(2, job("root.a.x", "ann", 9), 0)
                    .shares(share(1, cores(3)), share(2, cores(2)))
                    .next()),
        row(
            "a job uses what it may, and starts again what came back",
            () ->
                two(TREE)
                    .shares(share(1, cores(2)), share(2, cores(3)))
                    .places(1, 1)
                    .places(2, 1)
                    .returns(1)
                    .places(3, 1)
                    .next()),
        row(
            "a twin is of the same task",
            () -> two(TREE).shares(share(1, cores(1))).places(1, 1).placesTwin(2, 1, 1)),
        row(
            "a claim counts when it is asked for",
            () ->
                two(TREE)
                    .shares(share(1, cores(2)))
                    .claims(1, 1, 2)
                    .shares(share(1, cores(1)))
                    .places(1, 1)
                    .places(2, 1)),
        row(
            "stale shares change nothing",
            () ->
                two(TREE)
                    .shares(share(1, cores(1)))
                    .shares(share(1, cores(2)))
                    .sharesAgain(1, share(1, cores(1)))
                    .places(1, 1)
                    .places(2, 1)),
        row(
            "the next epoch has heard nothing",
            () -> two(TREE).shares(share(1, cores(1))).dies().places(1, 1).places(2, 1)),
        row(
            "as many opportunistic tasks as the quota allows",
            () ->
                two(TREE)
                    .assigned(3, cores(0).with(TWO))
                    .places(1, 3, Tier.OPPORTUNISTIC)
                    .places(2, 3, Tier.OPPORTUNISTIC)),
        row(
            "what is borrowed is given back after the grace period",
            () ->
                borrowed(two(TREE), 4)
                    .places(1, 2)
                    .shares(share(1, cores(7)), share(2, cores(3).keeping(KEEP)))
                    .next()),
        row(
            "who is suspended has no share",
            () ->
                two(TREE)
                    .suspended(1, 1, true)
                    .reports(1, 0, 10)
                    .reported()
                    .shares(share(1, JobAllowance.NOTHING), share(2, cores(3)))
                    .next()));
  }

  private static JobSpec a(int priority, int tasks) {
    return job("root.a", "ann", tasks).withPriority(priority);
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        // Rights and limits.
        broken(9, "no jobs go to root", () -> limited().opened(1, job("root", "ann", 1))),
        broken(9, "no jobs go to root.z", () -> limited().opened(1, job("root.z", "ann", 1))),
        broken(
            9,
            "eve may not submit",
            () -> {
              var closed = QueueSpec.of("root").with(new QueueAccess(List.of("ann"), List.of()));
              var tree = new QueueTree(List.of(closed, QueueSpec.of("root.a")), S);
              new QueueTrace().queues(tree).opened(1, job("root.a", "eve", 1));
            }),
        broken(9, "priority 4 is too high", () -> limited().opened(1, a(4, 1))),
        broken(
            9,
            "one too many in root.a",
            () ->
                limited()
                    .opened(1, a(0, 1))
                    .opened(2, a(0, 1))
                    .opened(3, a(0, 1))
                    .opened(4, a(0, 1))),
        broken(9, "too many in root.a", () -> limited().opened(1, a(0, 15)).opened(2, a(0, 6))),
        broken(
            9,
            "one too many in root.b",
            () ->
                limited()
                    .opened(1, job("root.b", "ann", 1))
                    .opened(2, job("root.b", "ann", 1))
                    .opened(3, job("root.b", "ann", 1))),
        broken(
            9,
            "7 more tasks of ann are too many",
            () -> limited().opened(1, job("root.b", "ann", 6)).opened(2, job("root.b", "ann", 7))),
        broken(9, "may grow", () -> limited().opened(1, a(0, 15)).grows(1, 21)),
        broken(
            9,
            "enough jobs run in root.a",
            () ->
                limited()
                    .openedAndAdmitted(1, a(0, 1), 1)
                    .openedAndAdmitted(2, a(0, 1), 1)
                    .opened(3, a(0, 1))
                    .admitted(3, 1)),
        broken(
            9,
            "enough jobs run in root.b",
            () ->
                limited()
                    .openedAndAdmitted(1, job("root.b", "ann", 1), 0)
                    .openedAndAdmitted(2, job("root.b", "ann", 1), 0)),
        broken(
            9,
            "4 tokens of root.a are taken, and it takes 2 of 5",
            () -> limited().openedAndAdmitted(1, a(0, 4), 4).openedAndAdmitted(2, a(0, 2), 2)),
        broken(9, "it takes 0 of 5", () -> limited().openedAndAdmitted(1, a(0, 4), 0)),
        broken(9, "2 tokens in place of 4", () -> limited().openedAndAdmitted(1, a(0, 4), 2)),
        broken(
            9,
            "root.c is suspended",
            () -> limited().openedAndAdmitted(1, job("root.c", "ann", 1), 0)),
        broken(
            9,
            "it is suspended",
            () ->
                limited().opened(1, job("root.b", "ann", 1)).suspended(1, 1, true).admitted(1, 0)),
        broken(
            1,
            "has no queue any more",
            () -> limited().opened(1, a(0, 1)).queues(QueueTree.of(QueueSpec.of("root.b")))),
        // Lines.
        broken(
            5,
            "job-2 of root.a passes job-1",
            () -> limited().opened(1, a(0, 5)).openedAndAdmitted(2, a(0, 1), 1)),
        broken(
            5,
            "job-1 of root.a passes job-2",
            () -> limited().opened(1, a(0, 1)).opened(2, a(1, 1)).admitted(1, 1)),
        // What the leader says.
        broken(
            9,
            "root.a.x has at most 5 cpu",
            () ->
                new QueueTrace()
                    .queues(max(0.5))
                    .openedAndAdmitted(1, job("root.a.x", "ann", 9), 0)
                    .openedAndAdmitted(2, job("root.a.x", "ann", 9), 0)
                    .shares(share(1, cores(3)), share(2, cores(3)))
                    .next()),
        broken(
            9,
            "may use any amount",
            () ->
                new QueueTrace()
                    .queues(max(0.5))
                    .openedAndAdmitted(1, job("root.a.x", "ann", 9), 0)
                    .assigned(1, cores(1))
                    .shares()
                    .next()),
        broken(
            9,
            "root.a.x has at most 5 cpu",
            () ->
                new QueueTrace()
                    .queues(max(0.5))
                    .openedAndAdmitted(1, job("root.a.x", "ann", 9), 0)
                    .assigned(1, cores(1))
                    .shares(share(1, cores(3)))
                    .next()
                    .openedAndAdmitted(2, job("root.a.x", "ann", 9), 0)
                    .assigned(2, cores(3))),
        broken(
            9,
            "ann in root.a has at most 4 cpu",
            () ->
                new QueueTrace()
                    .queues(ofUser(0.4))
                    .openedAndAdmitted(1, job("root.a.x", "ann", 9), 0)
                    .openedAndAdmitted(2, job("root.a.y", "ann", 9), 0)
                    .openedAndAdmitted(3, job("root.a.y", "bob", 9), 0)
                    .shares(share(1, cores(3)), share(2, cores(2)), share(3, cores(4)))
                    .next()),
        broken(
            9,
            "is suspended, and may use",
            () ->
                two(TREE)
                    .suspended(1, 1, true)
                    .shares(share(1, cores(1)), share(2, cores(1)))
                    .next()),
        broken(
            9,
            "is stopped, and not suspended",
            () -> two(TREE).shares(share(1, JobAllowance.NOTHING)).next()),
        broken(
            9,
            "has the quota",
            () -> {
              var quota = QueueTree.of(QueueSpec.of("root.a").with(TWO), QueueSpec.of("root.b"));
              two(quota).shares(share(1, cores(1)), share(2, cores(1))).next();
            }),
        broken(
            5,
            "root.a has work for 7 cpu",
            () -> borrowed(two(TREE), 1).shares(share(1, cores(6)), share(2, cores(4))).next()),
        // Giving back.
        broken(
            5,
            "has been below its guarantee",
            () -> borrowed(two(TREE), 5).shares(share(1, cores(7)), share(2, cores(3))).next()),
        broken(
            5,
            "job-2 of root.b gives back, and no queue has been below",
            () ->
                borrowed(two(TREE), 2)
                    .shares(share(1, cores(7)), share(2, cores(3).keeping(KEEP)))
                    .next()),
        broken(
            5,
            "root.b has work for 3 cpu, 3 MiB within its guarantee",
            () ->
                borrowed(two(TREE), 4)
                    .shares(
                        share(1, cores(7)),
                        share(2, cores(3).keeping(KEEP.minus(QueueTrace.TASK.withMemory(0)))))
                    .next()),
        // What the scheduler does.
        broken(
            9,
            "may use 1 cpu",
            () -> two(TREE).shares(share(1, cores(1))).places(1, 1).places(2, 1)),
        broken(9, "may use 1 cpu", () -> two(TREE).shares(share(1, cores(1))).claims(1, 1, 2)),
        broken(
            9,
            "may use 1 cpu",
            () ->
                two(TREE)
                    .shares(share(1, cores(1)))
                    .places(1, 1)
                    .places(2, 1, Tier.OPPORTUNISTIC)
                    .promotes(2)),
        broken(
            9,
            "opportunistic task 3 beside 0",
            () ->
                two(TREE)
                    .assigned(3, cores(0).with(TWO))
                    .places(1, 3, Tier.OPPORTUNISTIC)
                    .places(2, 3, Tier.OPPORTUNISTIC)
                    .places(3, 3, Tier.OPPORTUNISTIC)),
        broken(
            9,
            "opportunistic task 2 beside 1",
            () ->
                two(TREE)
                    .assigned(3, cores(1).with(new OpportunisticQuota(9, 1, 0)))
                    .places(1, 3)
                    .places(2, 3, Tier.OPPORTUNISTIC)
                    .places(3, 3, Tier.OPPORTUNISTIC)),
        broken(
            9,
            "starts a task and is suspended",
            () -> two(TREE).assigned(3, JobAllowance.NOTHING).places(1, 3, Tier.OPPORTUNISTIC)),
        broken(
            9,
            "starts a task and is suspended",
            () ->
                two(TREE)
                    .places(1, 1)
                    .suspended(1, 1, true)
                    .shares(share(1, JobAllowance.NOTHING))
                    .placesTwin(2, 1, 1)),
        broken(
            5,
            "job-2 may keep 1 cpu",
            () ->
                borrowed(two(TREE), 4)
                    .places(1, 2)
                    .places(2, 2)
                    .places(3, 2)
                    .sharesAgain(-1, share(2, cores(3).keeping(QueueTrace.TASK)))
                    .kills(3)
                    .next()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kept")
  void isKept(String what, Runnable run) {
    run.run();
  }

  @ParameterizedTest(name = "promise {0}: {1}")
  @MethodSource("broken")
  void isBroken(int promise, String evidence, Runnable run) {
    assertThatThrownBy(run::run)
        .hasMessageStartingWith("promise " + promise + " broken")
        .hasMessageContaining(evidence);
  }
}
