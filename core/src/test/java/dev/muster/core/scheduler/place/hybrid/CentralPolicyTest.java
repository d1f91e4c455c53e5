package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.central;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.on;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.request;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.sent;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.withdrawn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.cell.NodePreference;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.hybrid.HybridCell.Sent;
import dev.muster.model.Admission;
import dev.muster.model.Gang;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import dev.muster.model.Where;
import dev.muster.model.queue.Portion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks in containers of the central scheduler. */
final class CentralPolicyTest {

  private static final long BEAT_NS = S;

  private final HybridCell cell = new HybridCell(4);

  private RecordingEffects beat() {
    return cell.cell.beatAfter(BEAT_NS);
  }

  private String explained(long job, int stage, int task) {
    var out = cell.cell.scheduler.tell(new ExplainTask(job, stage, task));
    return ((TaskExplained) out.published().getLast()).why().summary();
  }

  @Test
  void aContainerIsRequestedForEachTaskAndUsedByTheNext() {
    var wanted = request(cell.plan(1, central(stage("a", 3))));
    assertThat(wanted.claims()).hasSize(3).doesNotHaveDuplicates();
    assertThat(wanted.need()).isEqualTo(UNIT);

    var sent = sent(cell.grant(1, on(1, wanted.claims().subList(0, 2))));
    assertThat(sent).extracting(Sent::node).containsExactly(1, 2);
    assertThat(sent).extracting(Sent::task).containsExactly(0, 1);
    assertThat(sent).extracting(Sent::id).isEqualTo(wanted.claims().subList(0, 2));
    assertThat(sent)
        .allMatch(each -> each.place().demand().admission() == Admission.RESERVED)
        .allMatch(each -> each.place().demand().tier() == Tier.GUARANTEED);
    assertThat(request(beat()).claims()).isEqualTo(wanted.claims().subList(2, 3));
  }

  @Test
  void aGrantThatComesAgainStartsNothing() {
    var wanted = request(cell.plan(1, central(stage("a", 2))));
    var container = on(1, wanted.claims().subList(0, 1));
    assertThat(sent(cell.grant(1, container))).hasSize(1);
    var again = cell.grant(1, container);
    assertThat(sent(again)).isEmpty();
    assertThat(withdrawn(beat())).as("it is in use").isEmpty();
  }

  @Test
  void aGrantOfAnAttemptThatIsOverIsWithdrawn() {
    var wanted = request(cell.plan(1, central(stage("a", 2))));
    var container = on(1, wanted.claims().subList(0, 1));
    cell.finish(sent(cell.grant(1, container)).getFirst());
    cell.gone(1, wanted.claims().getFirst());
    cell.grant(1, container);
    assertThat(withdrawn(beat())).containsExactly(wanted.claims().getFirst());
  }

  @Test
  void largeStagesWantSoManyAtATime() {
    var wanted = request(cell.plan(1, central(stage("a", 5_000))));
    assertThat(wanted.claims()).hasSize(ContainerRequest.MAX_CLAIMS);
    cell.grant(1, on(0, wanted.claims().subList(0, 3)));
    assertThat(request(beat()).claims())
        .hasSize(ContainerRequest.MAX_CLAIMS)
        .doesNotContainAnyElementsOf(wanted.claims().subList(0, 3));
  }

  @Test
  void whatIsWantedIsSaidAgainUntilItIsHeardAndThenNowAndThen() {
    var planned = cell.plan(1, central(stage("a", 1)));
    assertThat(request(beat()).claims()).isEqualTo(request(planned).claims());
    var heard = beat();
    cell.await(heard, ContainerShortage.IN_LINE);
    for (int quiet = 1; quiet < ContainerMessages.REPEAT_BEATS; quiet++) {
      assertThat(beat().sent(RequestContainers.class)).isEmpty();
    }
    assertThat(request(beat()).claims()).isEqualTo(request(planned).claims());
  }

  @Test
  void aGrantIsConfirmedByARequestThatNamesItNoMore() {
    var planned = cell.plan(1, central(stage("a", 1)));
    cell.await(planned, ContainerShortage.IN_LINE);
    cell.grant(1, on(1, request(planned).claims()));
    var last = beat();
    assertThat(request(last).claims()).isEmpty();
    cell.await(last, ContainerShortage.IN_LINE);
    for (int quiet = 0; quiet <= ContainerMessages.REPEAT_BEATS; quiet++) {
      assertThat(beat().sent(RequestContainers.class)).isEmpty();
    }
  }

  @Test
  void sequencesGrow() {
    var first = cell.plan(1, central(stage("a", 1))).sent(RequestContainers.class).getFirst();
    var second = beat().sent(RequestContainers.class).getFirst();
    assertThat(second.sequence()).isGreaterThan(first.sequence());
  }

  @Test
  void whatHasNoTokensWantsNothingAndAGrantTooManyIsGivenBack() {
    var planned = cell.plan(1, central(stage("a", 3), stage("b", 3)).withTokens(2));
    var requests = planned.sent(RequestContainers.class);
    assertThat(requests).extracting(each -> each.request().claims().size()).containsExactly(2, 2);

    cell.grant(1, on(0, requests.get(0).request().claims()));
    var late = cell.grant(1, 1, 1, on(2, requests.get(1).request().claims()));
    assertThat(sent(late)).isEmpty();
    var both = requests.get(1).request().claims();
    var said = beat();
    assertThat(withdrawn(said)).containsExactlyInAnyOrderElementsOf(both);
    assertThat(withdrawn(beat())).as("until the master has none").hasSize(2);
    cell.gone(1, both.toArray(Long[]::new));
    assertThat(withdrawn(beat())).isEmpty();
  }

  @Test
  void aTokenThatIsFreeIsForTheNext() {
    var planned = cell.plan(1, central(stage("a", 2)).withTokens(1));
    var first = sent(cell.grant(1, on(0, request(planned).claims()))).getFirst();
    assertThat(request(beat()).claims()).isEmpty();
    var next = request(cell.finish(first)).claims();
    assertThat(next).hasSize(1).isNotEqualTo(request(planned).claims());
  }

  @Test
  void aJobThatIsStoppedGivesAllBack() {
    var claims = request(cell.plan(1, central(stage("a", 3)))).claims();
    var stopped = cell.cell.scheduler.tell(new StopJob(1));
    assertThat(request(stopped).claims()).isEmpty();
    assertThat(withdrawn(beat())).containsExactlyInAnyOrderElementsOf(claims);
    assertThat(sent(cell.grant(1, on(0, claims)))).isEmpty();
  }

  @Test
  void aGrantOfAStageThatIsOverIsGivenBack() {
    var claims = request(cell.plan(1, central(stage("a", 1)))).claims();
    cell.cell.scheduler.tell(new StopJob(1));
    beat();
    cell.gone(1, claims.getFirst());
    var late = cell.grant(1, on(0, claims));
    assertThat(request(late).claims()).as("nothing is wanted").isEmpty();
    assertThat(withdrawn(beat())).isEqualTo(claims);
  }

  @Test
  void numbersThatAreGoneAreUsedAgainWithAnotherCount() {
    var before = request(cell.plan(1, central(stage("a", 1)))).claims().getFirst();
    var lost = cell.gone(1, before);
    var after = request(lost).claims();
    assertThat(after).hasSize(1).doesNotContain(before);
    assertThat(sent(cell.grant(1, new Container(before, 1)))).isEmpty();
    assertThat(sent(cell.grant(1, on(1, after)))).hasSize(1);
  }

  @Test
  void anotherLeaderIsToldAllAndWhatTheOlderOneGrantedDoesNotCount() {
    var claims = request(cell.plan(1, central(stage("a", 2)))).claims();
    var repeated = cell.changeLeader(1).sent(RequestContainers.class);
    assertThat(repeated).singleElement().returns(2L, RequestContainers::term);
    assertThat(repeated.getFirst().request().claims()).isEqualTo(claims);
    assertThat(sent(cell.grant(1, 1, 0, on(0, claims)))).isEmpty();
    assertThat(sent(cell.grant(2, 1, 0, on(0, claims)))).hasSize(2);
  }

  @Test
  void aTaskThatPrefersTheNodeGoesFirst() {
    var where = Where.ANYWHERE.withPrefer(List.of(List.of(), List.of(2, 3), List.of(3)), 9 * S);
    var wanted = request(cell.plan(1, central(stage("a", 3).withWhere(where))));
    assertThat(wanted.preferred())
        .containsExactly(new NodePreference(2, 1), new NodePreference(3, 2));
    assertThat(wanted.anywhere()).isEqualTo(1);

    var sent = sent(cell.grant(1, on(2, wanted.claims())));
    assertThat(sent)
        .extracting(Sent::node, Sent::task)
        .containsExactly(tuple(2, 1), tuple(3, 2), tuple(4, 0));
  }

  @Test
  void aTaskThatIsPatientDoesNotGoElsewhereBefore() {
    var where = Where.ANYWHERE.withPrefer(List.of(List.of(2)), 3 * S);
    var wanted = request(cell.plan(1, central(stage("a", 1).withWhere(where))));
    var refused = cell.grant(1, on(0, wanted.claims()));
    assertThat(sent(refused)).isEmpty();
    assertThat(request(refused).claims()).hasSize(1).isNotEqualTo(wanted.claims());
    assertThat(withdrawn(beat())).isEqualTo(wanted.claims());
    beat();
    var later = request(beat()).claims();
    assertThat(sent(cell.grant(1, on(0, later)))).hasSize(1);
  }

  @Test
  void aNodeOnWhichATaskFailedGetsAnother() {
    var job = central(stage("a", 2).withRetries(3));
    var wanted = request(cell.plan(1, job));
    var first = sent(cell.grant(1, on(1, wanted.claims().subList(0, 1)))).getFirst();
    var failed = cell.finish(first, RunResult.failed(1, ""));
    assertThat(request(failed).barred()).as("another task may be tried there").isEmpty();
    var again = sent(cell.grant(1, new Container(wanted.claims().get(1), 1)));
    assertThat(again).extracting(Sent::task).containsExactly(1);

    var barred = request(beat());
    assertThat(barred.barred()).containsExactly(1);
    assertThat(sent(cell.grant(1, on(1, barred.claims())))).isEmpty();
  }

  @Test
  void aGangStartsInOneStepOnceItIsWhole() {
    var wanted = request(cell.plan(1, central(stage("a", 3).with(Gang.REPLACE))));
    assertThat(sent(cell.grant(1, on(0, wanted.claims().subList(0, 2))))).isEmpty();
    var whole = sent(cell.grant(1, on(2, wanted.claims().subList(2, 3))));
    assertThat(whole).extracting(Sent::task).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(whole).extracting(Sent::node).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void aGangThatLosesAContainerBeginsAnew() {
    var wanted = request(cell.plan(1, central(stage("a", 3).with(Gang.REPLACE))));
    cell.grant(1, on(0, wanted.claims().subList(0, 2)));
    var anew = request(cell.gone(1, wanted.claims().get(2)));
    assertThat(anew.claims()).hasSize(3).doesNotContainAnyElementsOf(wanted.claims());
    assertThat(withdrawn(beat()))
        .containsExactlyInAnyOrderElementsOf(wanted.claims().subList(0, 2));
  }

  @Test
  void oneTaskOfAGangIsReplacedAlone() {
    var job = central(stage("a", 2).with(Gang.REPLACE).withRetries(2));
    var wanted = request(cell.plan(1, job));
    var both = sent(cell.grant(1, on(0, wanted.claims())));
    var failed = cell.finish(both.getFirst(), RunResult.failed(1, ""));
    assertThat(request(failed).claims()).hasSize(1);
    assertThat(sent(cell.grant(1, on(2, request(failed).claims())))).hasSize(1);
  }

  @Test
  void claimsOfAttemptsThatAreOverAreReleasedByTheSchedulerToo() {
    var claims = request(cell.plan(1, central(stage("a", 1)))).claims();
    var attempt = sent(cell.grant(1, on(0, claims))).getFirst();
    var finished = cell.finish(attempt);
    assertThat(finished.sent(WithdrawContainers.class)).as("its node does that").isEmpty();
    assertThat(withdrawn(beat())).isEqualTo(claims);
  }

  @Test
  void moreMemoryForAllIsRequestedAnew() {
    var job = central(stage("a", 3).withMaxMemory(4 * Jobs.GIB).withRetries(3));
    var wanted = request(cell.plan(1, job));
    var first = sent(cell.grant(1, on(0, wanted.claims().subList(0, 1)))).getFirst();
    var killed = RunResult.of(Outcome.OUT_OF_MEMORY, 137, "");
    var raised = cell.finish(first, killed);
    assertThat(request(raised).need().memoryBytes()).isEqualTo(Jobs.GIB * 3 / 2);
    assertThat(request(raised).claims()).hasSize(3).doesNotContainAnyElementsOf(wanted.claims());
    var sent = sent(cell.grant(1, on(0, request(raised).claims())));
    assertThat(sent).hasSize(3);
    assertThat(sent)
        .allMatch(each -> each.place().demand().resources().memoryBytes() == Jobs.GIB * 3 / 2);
  }

  @Test
  void aTaskThatWaitsKnowsItsPlaceAndWhatIsLacking() {
    var planned = cell.plan(1, central(stage("a", 2)));
    assertThat(explained(1, 0, 0)).contains("the master has not answered");
    var wait = ContainerWait.of(ContainerShortage.RESOURCE, 3, 40);
    cell.await(planned, wait.lacking(Portion.MEMORY, Jobs.GIB, Jobs.GIB / 2));
    assertThat(explained(1, 0, 0))
        .contains("behind 40 containers of 2 others")
        .contains("needs 1 GiB, the most that a node has available is 512 MiB");
  }

  @Test
  void aTaskThatIsNotInHandWaitsBehindThoseThatAre() {
    cell.await(cell.plan(1, central(stage("a", 5_000))), ContainerShortage.IN_LINE);
    int first = HybridStage.MAX_IN_HAND;
    assertThat(explained(1, 0, first - 1)).contains("waits for a container");
    assertThat(explained(1, 0, first)).contains("waits behind").contains("tasks of its stage");
  }

  @Test
  void aNodeThatReturnsAContainerIsPassedOverByAllStagesForAWhile() {
    var cell = new HybridCell(4);
    var one = request(cell.plan(1, central(stage("a", 1)))).claims();
    var two = request(cell.plan(2, central(stage("a", 1)))).claims();
    var sent = sent(cell.grant(1, on(3, one))).getFirst();
    cell.returned(sent, ReturnReason.UNAVAILABLE);
    var asked = cell.cell.beatAfter(S / 2);
    assertThat(asked.sent(RequestContainers.class))
        .hasSizeGreaterThanOrEqualTo(2)
        .allMatch(message -> message.request().barred().equals(List.of(3)));

    var late = cell.grant(2, on(3, two)); // was granted before the master heard of it
    assertThat(sent(late)).isEmpty();
    assertThat(withdrawn(cell.cell.beatAfter(S / 4))).contains(two.getFirst());
    var again = cell.cell.beatAfter(S / 2);
    assertThat(again.sent(RequestContainers.class))
        .isNotEmpty()
        .allMatch(message -> message.request().barred().isEmpty());
  }

  @Test
  void theMasterHearsWhichNodesArePassedOverAndWhichAreNotAnyMore() {
    var cell = new HybridCell(4);
    var one = request(cell.plan(1, central(stage("a", 1)))).claims();
    cell.await(cell.plan(2, central(stage("a", 1))), ContainerShortage.RESOURCE);
    var sent = sent(cell.grant(1, on(3, one))).getFirst();
    assertThat(barred(cell.cell.beatAfter(S / 8), 2)).as("nothing has changed").isEmpty();

    cell.returned(sent, ReturnReason.UNAVAILABLE);
    var asked = cell.cell.beatAfter(S / 8);
    assertThat(barred(asked, 2)).containsExactly(List.of(3));
    cell.await(2, asked, ContainerShortage.RESOURCE);
    assertThat(barred(cell.cell.beatAfter(S / 8), 2)).isEmpty();
    assertThat(barred(cell.cell.beatAfter(S), 2)).containsExactly(List.of());
  }

  /** What the requests of a job among these say of nodes. */
  private static List<List<Integer>> barred(RecordingEffects out, long job) {
    return out.sent(RequestContainers.class).stream()
        .map(RequestContainers::request)
        .filter(request -> request.job() == job)
        .map(ContainerRequest::barred)
        .toList();
  }
}
