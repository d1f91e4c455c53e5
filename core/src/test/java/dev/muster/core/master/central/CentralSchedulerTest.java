package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.awaited;
import static dev.muster.core.master.central.CentralCell.barring;
import static dev.muster.core.master.central.CentralCell.granted;
import static dev.muster.core.master.central.CentralCell.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.fake.Jobs;
import dev.muster.core.master.central.CentralOptions.PendingLimits;
import dev.muster.core.master.central.CentralOptions.QueueDiscipline;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.Where;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Containers where they certainly fit, in the order of queues. */
final class CentralSchedulerTest {

  private static final CentralOptions FAIR = CentralOptions.STANDARD.with(QueueDiscipline.FAIR);

  private static JobSpec job(String queue, String user) {
    return Jobs.job(1_000).withQueue(queue).withUser(user);
  }

  private static QueueSpec queue(String name, QueueShare share) {
    return QueueSpec.of("root." + name).with(share);
  }

  private static QueueShare cores(int guaranteed) {
    return QueueShare.EVEN.withGuaranteed(Portion.fixed(Portion.CPU, guaranteed * 1_000L));
  }

  /** The jobs that get what becomes available when these containers end, one after the other. */
  private static List<Integer> turns(CentralCell cell, List<Container> running) {
    List<Integer> turns = new ArrayList<>();
    for (var container : running) {
      var entries = cell.end(container).appended();
      entries.stream()
          .filter(ContainersPlaced.class::isInstance)
          .map(ContainersPlaced.class::cast)
          .forEach(placed -> turns.add((int) placed.job()));
    }
    return turns;
  }

  @Test
  void whatFitsIsPlacedAndSpread() {
    var cell = new CentralCell().nodes(4, size(4, 4)).job(1, Jobs.job(8));
    var containers = granted(cell.want(1, UNIT, 8));
    assertThat(containers).hasSize(8);
    for (int node = 0; node < 4; node++) {
      assertThat(containers).extracting(Container::node).contains(node);
    }
    assertThat(cell.state.cell().claims()).isEqualTo(8);
  }

  @Test
  void whatFitsNowhereWaitsForWhatEnds() {
    var cell = new CentralCell().nodes(2, size(2, 2)).job(1, Jobs.job(4)).job(2, Jobs.job(2));
    var first = granted(cell.want(1, UNIT, 4));
    assertThat(granted(cell.want(2, size(2, 2), 1))).isEmpty();
    var second = cell.want(2, size(2, 2), 1);
    assertThat(granted(second)).isEmpty();
    assertThat(awaited(second))
        .returns(ContainerShortage.RESOURCE, ContainerWait::why)
        .returns(Portion.MEMORY, ContainerWait::resource)
        .returns(2 * Jobs.GIB, ContainerWait::needed)
        .returns(0L, ContainerWait::available);

    var ofNodeZero = first.stream().filter(each -> each.node() == 0).toList();
    assertThat(granted(cell.end(ofNodeZero.get(0)))).as("half of what it needs").isEmpty();
    assertThat(granted(cell.end(ofNodeZero.get(1)))).hasSize(1);
    assertThat(cell.isOvercommitted()).isFalse();
  }

  @Test
  void everyResourceCounts() {
    var cell = new CentralCell();
    cell.join(0, size(8, 1), Collections.emptyMap());
    cell.join(1, size(1, 8), Collections.emptyMap());
    cell.join(2, size(1, 1).with("gpu", 1), Collections.emptyMap());
    cell.job(1, Jobs.job(1)).job(2, Jobs.job(1));
    assertThat(awaited(cell.want(1, size(2, 2), 1)).why()).isEqualTo(ContainerShortage.NO_NODE);
    assertThat(granted(cell.want(2, UNIT.with("gpu", 1), 2)))
        .singleElement()
        .returns(2, Container::node);
  }

  @Test
  void nodesThatWillNotDoGetNothing() {
    var cell = new CentralCell().nodes(3, size(1, 1)).job(1, Jobs.job(3));
    cell.avoided.add(0);
    var request = request(1, UNIT, cell.claims(3));
    assertThat(granted(cell.send(barring(request, 2)))).singleElement().returns(1, Container::node);

    cell.avoided.clear();
    assertThat(granted(cell.beatAfter(S))).singleElement().returns(0, Container::node);
  }

  @Test
  void stagesGetNodesThatAreAsTheyRequire() {
    var cell = new CentralCell();
    for (int node = 0; node < 4; node++) {
      cell.join(node, size(1, 1), Map.of("disk", node % 2 == 0 ? "ssd" : "hdd"));
    }
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    cell.job(1, JobSpec.of("job", Jobs.stage("a", 4).withWhere(where)));
    assertThat(granted(cell.want(1, UNIT, 4))).extracting(Container::node).containsOnly(0, 2);
    var changed = cell.join(1, size(1, 1), Map.of("disk", "ssd"));
    assertThat(granted(changed)).extracting(Container::node).containsOnly(1);
  }

  @Test
  void aMachineThatJoinsIsUsedAtOnce() {
    var cell = new CentralCell().job(1, Jobs.job(3));
    assertThat(granted(cell.want(1, UNIT, 3))).isEmpty();
    assertThat(granted(cell.join(7, size(2, 2), Collections.emptyMap()))).hasSize(2);
    assertThat(granted(cell.join(7, size(3, 3), Collections.emptyMap()))).hasSize(1);
  }

  @Test
  void theMoreImportantJobGoesFirstThenTheOlder() {
    var cell = new CentralCell().nodes(1, size(3, 3)).job(1, Jobs.job(9));
    var running = granted(cell.want(1, UNIT, 3));
    cell.job(2, Jobs.job(9)).job(3, Jobs.job(9)).job(4, Jobs.job(9).withPriority(5));
    cell.want(3, UNIT, 1);
    cell.want(2, UNIT, 1);
    cell.want(4, UNIT, 1);
    assertThat(turns(cell, running)).containsExactly(4, 2, 3);
  }

  @Test
  void theQueueThatUsesLeastOfItsGuaranteeGoesFirst() {
    var cell = new CentralCell().nodes(1, size(12, 12));
    cell.queues(
        QueueTree.of(queue("a", cores(6)), queue("b", cores(3)), QueueSpec.of("root.none")));
    cell.job(1, job("root.a", "u")).job(2, job("root.b", "u")).job(3, job("root.none", "u"));
    cell.job(4, job("root", "u"));
    var running = granted(cell.want(4, UNIT, 12));
    cell.want(3, UNIT, 20);
    cell.want(2, UNIT, 20);
    cell.want(1, UNIT, 20);
    var turns = turns(cell, running);
    assertThat(turns.subList(0, 9))
        .as("in proportion to what is guaranteed")
        .containsExactly(1, 2, 1, 2, 1, 1, 2, 1, 1);
    assertThat(turns.subList(9, 12)).as("still before those without a guarantee").doesNotContain(3);
  }

  @Test
  void noQueueGetsMoreThanItsMost() {
    var cell = new CentralCell().nodes(2, size(8, 8));
    var most = QueueShare.EVEN.withMax(Portion.ofCell(Portion.CPU, 0.25));
    cell.queues(QueueTree.of(queue("a", most), QueueSpec.of("root.a.x"), QueueSpec.of("root.a.y")));
    cell.job(1, job("root.a.x", "u")).job(2, job("root.a.y", "u"));
    var first = granted(cell.want(1, UNIT, 3));
    var second = cell.want(2, UNIT, 3);
    assertThat(first).hasSize(3);
    assertThat(granted(second)).as("of four that both may have").hasSize(1);
    assertThat(awaited(second))
        .returns(ContainerShortage.QUEUE, ContainerWait::why)
        .returns("root.a", ContainerWait::resource);

    var ended = cell.end(first.getFirst());
    assertThat(granted(ended)).hasSize(1);
    assertThat(cell.state.cell().claims()).isEqualTo(4);
  }

  @Test
  void aQueueThatWasFullIsServedThoughAnotherNodeHasRoom() {
    var cell = new CentralCell();
    cell.join(0, size(1, 1), Collections.emptyMap());
    cell.join(1, size(2, 2), Collections.emptyMap());
    var most = QueueShare.EVEN.withMax(Portion.fixed(Portion.CPU, 2_000));
    cell.queues(QueueTree.of(queue("a", most)));
    cell.job(1, job("root.a", "u"));
    cell.avoided.add(1);
    var small = granted(cell.want(1, UNIT, 1)).getFirst();
    cell.avoided.clear();
    assertThat(granted(cell.want(1, size(2, 2), 1))).isEmpty();
    var ended = cell.end(small);
    assertThat(granted(ended)).as("node 0 is too small").isEmpty();
    assertThat(granted(cell.timer())).singleElement().returns(1, Container::node);
  }

  @Test
  void aUserHasTheirMostAndNoMore() {
    var cell = new CentralCell().nodes(1, size(8, 8));
    var limits =
        new QueueLimits(
            9,
            9,
            9,
            new UserLimits(9, 9, 9, Portions.of(Portion.fixed(Portion.MEMORY, 2 * Jobs.GIB))));
    cell.queues(QueueTree.of(QueueSpec.of("root.a").with(limits)));
    cell.job(1, job("root.a", "ann")).job(2, job("root.a", "bob"));
    assertThat(granted(cell.want(1, UNIT, 4))).hasSize(2);
    assertThat(granted(cell.want(2, UNIT, 4))).hasSize(2);
  }

  @Test
  void theLogHasEachContainerOnTheNodeThatIsGranted() {
    var cell = new CentralCell().nodes(3, size(1, 1)).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    List<Container> all = new ArrayList<>(granted(cell.want(1, UNIT, 1)));
    all.addAll(granted(cell.want(2, UNIT, 2)));
    assertThat(all).hasSize(3);
    for (var one : all) {
      assertThat(cell.state.cell().machineOf(0, one.claim())).isEqualTo(one.node());
    }
  }

  @Test
  void aSuspendedQueueGetsNothing() {
    var cell = new CentralCell().nodes(1, size(8, 8)).job(1, job("root.a", "u"));
    var queue = QueueSpec.of("root.a");
    cell.queues(QueueTree.of(queue.withSuspended(true)));
    assertThat(granted(cell.want(1, UNIT, 1))).isEmpty();
    cell.queues(QueueTree.of(queue));
    assertThat(granted(cell.beatAfter(S))).hasSize(1);
  }

  @Test
  void fairIsByDominantShareAndWeight() {
    var cell = new CentralCell(FAIR).nodes(1, size(12, 24));
    var light = QueueShare.EVEN;
    cell.queues(QueueTree.of(queue("a", light.withWeight(2)), queue("b", light)));
    cell.job(1, job("root.a", "u")).job(2, job("root.b", "u")).job(3, job("root", "u"));
    var running = granted(cell.want(3, UNIT, 12));
    cell.want(1, UNIT, 20);
    cell.want(2, UNIT, 20);
    var turns = turns(cell, running);
    assertThat(turns.stream().filter(each -> each == 1)).hasSize(8);
    assertThat(turns.subList(0, 3)).containsExactly(1, 2, 1);
  }

  @Test
  void fairUsersOfAQueueHaveTheirTurnsHoweverManyJobsTheyHave() {
    var cell = new CentralCell(FAIR).nodes(1, size(6, 6)).job(1, job("root", "zed"));
    var running = granted(cell.want(1, UNIT, 6));
    cell.job(2, job("root", "ann")).job(3, job("root", "ann")).job(4, job("root", "bob"));
    cell.want(2, UNIT, 3);
    cell.want(3, UNIT, 3);
    cell.want(4, UNIT, 3);
    assertThat(turns(cell, running)).containsExactly(2, 4, 2, 4, 2, 4);
  }

  @Test
  void jobsOfAQueueMayHaveTheirTurnsToo() {
    var cell = new CentralCell().nodes(1, size(4, 4)).job(1, job("root.a", "u"));
    cell.queues(QueueTree.of(QueueSpec.of("root.a").with(JobOrder.FAIR)));
    var running = granted(cell.want(1, UNIT, 4));
    cell.job(2, job("root.a", "u")).job(3, job("root.a", "u"));
    cell.want(2, UNIT, 4);
    cell.want(3, UNIT, 4);
    assertThat(turns(cell, running)).containsExactly(2, 3, 2, 3);
  }

  @Test
  void whatIsBeyondTheLimitsIsRejected() {
    var cell =
        new CentralCell(CentralOptions.STANDARD.with(new PendingLimits(2, 5)))
            .nodes(1, size(1, 1))
            .job(1, Jobs.job(9))
            .job(2, Jobs.job(9))
            .job(3, Jobs.job(9));
    cell.want(1, size(2, 2), 3);
    assertThat(awaited(cell.want(2, size(2, 2), 3)).why()).isEqualTo(ContainerShortage.REJECTED);
    assertThat(awaited(cell.want(2, size(2, 2), 2)).why()).isEqualTo(ContainerShortage.NO_NODE);
    assertThat(awaited(cell.want(3, UNIT, 1)).why()).isEqualTo(ContainerShortage.REJECTED);
    assertThat(cell.pass(2 * S)).as("what is rejected is not remembered").isEmpty();
    assertThat(awaited(cell.want(2, size(2, 2), ContainerRequest.MAX_CLAIMS + 1)).why())
        .isEqualTo(ContainerShortage.REJECTED);
  }

  @Test
  void whatIsGrantedStaysSoThoughTheLimitIsReached() {
    var cell =
        new CentralCell(CentralOptions.STANDARD.with(new PendingLimits(1, 9)))
            .nodes(1, UNIT)
            .job(1, Jobs.job(9))
            .job(2, Jobs.job(9));
    var claims = cell.claims(1);
    var container = granted(cell.send(request(1, UNIT, claims))).getFirst();
    cell.want(2, UNIT, 1);

    var again = cell.send(request(1, UNIT, claims)); // the grant was lost
    assertThat(granted(again)).containsExactly(container);
    assertThat(awaited(again).why()).isEqualTo(ContainerShortage.IN_LINE);

    claims = List.of(claims.getFirst(), cell.claims(1).getFirst());
    var more = cell.send(request(1, UNIT, claims));
    assertThat(granted(more)).containsExactly(container);
    assertThat(awaited(more).why()).isEqualTo(ContainerShortage.REJECTED);
  }

  @Test
  void theLimitsOfASchedulerHold() {
    var cell = new CentralCell().nodes(1, size(4, 4)).job(1, Jobs.job(4));
    var limits = OwnerLimits.NONE.withClaims(2);
    cell.state.cell().apply(new LimitsSet(0, limits));
    var asked = cell.want(1, UNIT, 4);
    assertThat(granted(asked)).hasSize(2);
    assertThat(awaited(asked).why()).isEqualTo(ContainerShortage.LIMIT);
    assertThat(awaited(asked).resource()).contains("its limit is 2");
  }

  @Test
  void thousandsAreDoneInSeveralEvents() {
    var cell = new CentralCell().nodes(1_000, size(4, 4));
    for (int job = 1; job <= 4; job++) {
      cell.job(job, Jobs.job(1_000));
    }
    cell.avoided.addAll(java.util.stream.IntStream.range(0, 1_000).boxed().toList());
    for (int job = 1; job <= 4; job++) {
      assertThat(granted(cell.want(job, UNIT, 1_000))).isEmpty();
    }
    cell.avoided.clear();
    var first = cell.beatAfter(S);
    assertThat(granted(first)).hasSize(RequestFilling.MAX_CONTAINERS_PER_EVENT);
    assertThat(granted(cell.timer())).hasSize(4_000 - RequestFilling.MAX_CONTAINERS_PER_EVENT);
  }

  @Test
  void thoseInLineKnowTheirPlace() {
    var cell = new CentralCell().nodes(1, size(1, 1));
    for (int job = 1; job <= 3; job++) {
      cell.job(job, Jobs.job(9));
      cell.want(job, size(1, 1), 3);
    }
    cell.beatAfter(S);
    var again = awaited(cell.want(3, size(1, 1), 3));
    assertThat(again).returns(3, ContainerWait::place).returns(5L, ContainerWait::ahead);
  }
}
