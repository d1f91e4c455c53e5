package dev.muster.core.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.master.queue.JobQueues.JobWait;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.queue.WaitReason;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines, limits and tokens of queues. */
final class JobQueuesTest {

  private static final long S = 1_000_000_000;
  private static final int ANY = Integer.MAX_VALUE;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);

  private static final QueueTree TREE =
      new QueueTree(
          List.of(
              QueueSpec.of("root").with(new QueueAccess(List.of(), List.of("operator"))),
              QueueSpec.of("root.lab").withTokens(10).with(submit("*")),
              QueueSpec.of("root.lab.a")
                  .withTokens(6)
                  .withMaxPriority(5)
                  .with(new QueueLimits(4, 20, 2, UserLimits.NONE)),
              QueueSpec.of("root.lab.b")
                  .with(
                      new QueueLimits(
                          ANY, Long.MAX_VALUE, ANY, new UserLimits(3, 12, 1, Portions.NONE))),
              QueueSpec.of("root.closed").with(submit("carol")),
              QueueSpec.of("root.asleep").with(submit("*")).withSuspended(true)),
          S);

  private final JobQueues queues = new JobQueues(TREE);
  private final List<String> admitted = new ArrayList<>();
  private long next = 1;

  private static QueueAccess submit(String user) {
    return new QueueAccess(List.of(user), List.of());
  }

  private static JobSpec job(String queue, String user, int tasks) {
    return JobSpec.of("job", StageSpec.of("s", tasks, UNIT, List.of("true")))
        .withQueue(queue)
        .withUser(user);
  }

  private QueuedJob open(JobSpec job) {
    return queues.opened(next++, job);
  }

  private QueuedJob running(JobSpec job) {
    var opened = open(job);
    queues.admitted(0, opened, queues.tokensAtOnce(opened).orElseThrow());
    return opened;
  }

  /** Admits what may be, and says which jobs that were, with their tokens. */
  private List<String> admit() {
    admitted.clear();
    queues.admit(
        100,
        (job, tokens) -> {
          queues.admitted(S, job, tokens);
          admitted.add(job.number() + ":" + tokens);
          return true;
        });
    return List.copyOf(admitted);
  }

  // Submission.

  static Stream<Arguments> rejections() {
    return Stream.of(
        Arguments.of(job("root.lab.c", "ann", 1), "there is no root.lab.c"),
        Arguments.of(job("root.lab", "ann", 1), "root.lab has queues below it"),
        Arguments.of(job("root.closed", "ann", 1), "user ann may not submit to root.closed"),
        Arguments.of(job("root.closed", "", 1), "an unknown user may not submit"),
        Arguments.of(
            job("root.lab.a", "ann", 1).withPriority(6),
            "`priority`: 6 is above the highest of root.lab.a, 5"),
        Arguments.of(
            job("root.lab.a", "ann", 1).withTokens(7),
            "`tokens`: the job asks for 7; root.lab.a has 6"),
        Arguments.of(
            job("root.lab.a", "ann", 21),
            "the job has 21 tasks; with the 0 open ones of root.lab.a that is past the limit of 20"),
        Arguments.of(
            job("root.lab.b", "ann", 13),
            "with the 0 open ones of user ann in root.lab.b that is past the limit of 12"));
  }

  @ParameterizedTest
  @MethodSource("rejections")
  void jobsAreRejectedWithTheReason(JobSpec job, String why) {
    assertThat(queues.rejection(job)).hasValueSatisfying(text -> assertThat(text).contains(why));
  }

  /** Who has more tasks than may ever be there need not try again. */
  @Test
  void aJobIsToldToTryAgainOnlyWhereThatHelps() {
    assertThat(queues.rejection(job("root.lab.a", "ann", 21)).orElseThrow()).endsWith("of 20");
    open(job("root.lab.a", "bob", 2));
    assertThat(queues.rejection(job("root.lab.a", "ann", 20)).orElseThrow())
        .endsWith("of 20; try again later");
  }

  @Test
  void whoAdministersAQueueAboveMaySubmit() {
    assertThat(queues.rejection(job("root.closed", "operator", 1))).isEmpty();
    assertThat(queues.rejection(job("root.closed", "carol", 1))).isEmpty();
  }

  @Test
  void openJobsCountUntilTheyEnd() {
    for (int each = 0; each < 4; each++) {
      open(job("root.lab.a", "user" + each, 1));
    }
    assertThat(queues.rejection(job("root.lab.a", "ann", 1)))
        .hasValueSatisfying(why -> assertThat(why).contains("has its limit of 4 open jobs"));
    queues.ended(1);
    assertThat(queues.rejection(job("root.lab.a", "ann", 1))).isEmpty();
  }

  @Test
  void usersHaveLimitsOfTheirOwn() {
    for (int each = 0; each < 3; each++) {
      open(job("root.lab.b", "ann", 1));
    }
    assertThat(queues.rejection(job("root.lab.b", "ann", 1)))
        .hasValueSatisfying(
            why -> assertThat(why).contains("user ann has the limit of 3 open jobs"));
    assertThat(queues.rejection(job("root.lab.b", "bob", 1))).isEmpty();
  }

  @Test
  void anOpenTreeTakesEveryPathAndLimitsNothing() {
    var open = new JobQueues(QueueTree.OPEN);
    assertThat(open.rejection(job("root.any.where", "", 1_000_000).withPriority(0))).isEmpty();
    assertThat(open.tokensAtOnce(open.opened(1, job("root.x", "", 5)))).hasValue(0);
  }

  // Admission.

  @Test
  void jobsTakeTheTokensThatTheyAskForAndThoseThatAskForNoneWhatTheyCanUse() {
    assertThat(queues.tokensAtOnce(open(job("root.lab.a", "ann", 9).withTokens(2)))).hasValue(2);
    queues.ended(1);
    assertThat(queues.tokensAtOnce(open(job("root.lab.a", "ann", 3)))).hasValue(3);
    queues.ended(2);
    assertThat(queues.tokensAtOnce(open(job("root.lab.a", "ann", 9)))).hasValue(6);
    assertThat(queues.tokensAtOnce(open(job("root.lab.b", "ann", 12)))).hasValue(10);
  }

  @Test
  void tokensOfTheQueueAboveAreSharedByThoseBelow() {
    running(job("root.lab.b", "ann", 6));
    open(job("root.lab.a", "bob", 6));
    assertThat(admit()).isEmpty();
    queues.ended(1);
    assertThat(admit()).containsExactly("2:6");
  }

  @Test
  void priorityGoesFirstThenTheOrderOfSubmission() {
    running(job("root.lab.a", "ann", 6));
    open(job("root.lab.a", "ann", 2).withTokens(2));
    open(job("root.lab.a", "ann", 2).withTokens(2).withPriority(3));
    open(job("root.lab.a", "ann", 2).withTokens(2));
    queues.ended(1);
    assertThat(admit()).containsExactly("3:2", "2:2");
    queues.ended(2);
    assertThat(admit()).containsExactly("4:2");
  }

  @Test
  void aLargeJobIsNotPassedByThoseBehindThatWaitForTheSame() {
    running(job("root.lab.a", "ann", 3));
    open(job("root.lab.a", "ann", 5));
    open(job("root.lab.a", "ann", 1));
    assertThat(admit()).isEmpty();
    queues.ended(1);
    assertThat(admit()).containsExactly("2:5", "3:1");
  }

  @Test
  void aJobThatWaitsForAnotherOfItsUserIsPassed() {
    running(job("root.lab.b", "ann", 2));
    open(job("root.lab.b", "ann", 2));
    open(job("root.lab.b", "bob", 2));
    assertThat(admit()).containsExactly("3:2");
    queues.ended(1);
    assertThat(admit()).containsExactly("2:2");
  }

  @Test
  void suspendedJobsArePassedAndSuspendedQueuesWait() {
    open(job("root.lab.b", "ann", 2));
    queues.suspended(1, true);
    open(job("root.lab.b", "ann", 3));
    open(job("root.asleep", "ann", 1));
    assertThat(admit()).containsExactly("2:3");
    queues.ended(2);
    queues.suspended(1, false);
    assertThat(admit()).containsExactly("1:2");
  }

  @Test
  void linesTakeTurns() {
    for (int each = 0; each < 3; each++) {
      open(job("root.lab.a", "ann", 1).withTokens(1));
      open(job("root.lab.b", "user" + each, 1).withTokens(1));
    }
    List<String> order = new ArrayList<>();
    queues.admit(
        3,
        (job, tokens) -> {
          queues.admitted(S, job, tokens);
          order.add(job.spec().queue());
          return true;
        });
    assertThat(order).containsExactly("root.lab.a", "root.lab.b", "root.lab.a");
  }

  @Test
  void aJobBehindAnotherIsNotAdmittedAtOnce() {
    running(job("root.lab.a", "ann", 6));
    open(job("root.lab.a", "ann", 1));
    queues.ended(1);
    assertThat(queues.tokensAtOnce(open(job("root.lab.a", "ann", 1))))
        .isEqualTo(OptionalInt.empty());
  }

  // Waiting.

  @Test
  void aJobInLineKnowsItsPlaceAndWhatItWaitsFor() {
    running(job("root.lab.a", "ann", 6));
    open(job("root.lab.a", "ann", 4));
    var last = open(job("root.lab.a", "ann", 1));
    assertThat(queues.waitOf(S, last, S))
        .isEqualTo(
            new JobWait(
                WaitReason.PRIORITY,
                "6 of 6 tokens of root.lab.a are taken; the job takes 4",
                2,
                2,
                -1));
  }

  @Test
  void theExpectationGoesByHowFastTheLineMoved() {
    for (int each = 1; each <= 3; each++) {
      queues.admitted(each * 10L * S, open(job("root.lab.a", "ann", 2).withTokens(2)), 2);
    }
    var waits = open(job("root.lab.a", "ann", 2).withTokens(2));
    assertThat(queues.waitOf(30 * S, waits, S).expectedNs()).isEqualTo(10 * S);
    assertThat(queues.waitOf(34 * S, waits, S).expectedNs()).isEqualTo(6 * S);
  }

  // Changes.

  @Test
  void jobsKeepTheirTokensAndLinesWhenQueuesChange() {
    running(job("root.lab.a", "ann", 6));
    open(job("root.lab.a", "ann", 2));
    queues.suspended(2, true);
    var changed = TREE.with(TREE.find("root.lab.a").orElseThrow().withTokens(8));
    assertThat(queues.problems(changed)).isEmpty();
    queues.change(changed);
    assertThat(admit()).isEmpty();
    queues.suspended(2, false);
    assertThat(admit()).containsExactly("2:2");
    queues.ended(1);
    queues.ended(2);
    assertThat(queues.tokensAtOnce(open(job("root.lab.a", "ann", 9)))).hasValue(8);
  }

  @Test
  void queuesThatHaveOpenJobsStayLeaves() {
    open(job("root.lab.a", "ann", 1));
    assertThat(queues.problems(QueueTree.of(QueueSpec.of("root.other"))))
        .containsExactly("root.lab.a has 1 open job, so it cannot vanish");
    List<QueueSpec> deeper = new ArrayList<>(TREE.queues());
    deeper.add(QueueSpec.of("root.lab.a.x"));
    assertThat(queues.problems(new QueueTree(deeper, S)))
        .containsExactly("root.lab.a has 1 open job, so there can be no queues below it");
  }

  @Test
  void whileAChangeIsOnItsWayNothingIsAcceptedThatItHasNoQueueFor() {
    queues.announce(QueueTree.of(QueueSpec.of("root.other")));
    assertThat(queues.rejection(job("root.lab.a", "ann", 1)))
        .hasValueSatisfying(why -> assertThat(why).contains("about to take no more jobs"));
  }
}
