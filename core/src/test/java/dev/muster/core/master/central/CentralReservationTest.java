package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.awaited;
import static dev.muster.core.master.central.CentralCell.estimated;
import static dev.muster.core.master.central.CentralCell.granted;
import static dev.muster.core.master.central.CentralCell.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.central.CentralOptions.Reserving;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that are kept for what fits nowhere: the large and the many are not passed for ever. */
final class CentralReservationTest {

  private static final long AFTER_NS = CentralOptions.STANDARD.reserving().afterNs();

  /** Each small task takes so long, and as soon as it ends another is there. */
  private static final long SMALL_NS = S;

  /** A cell that never empties: small tasks of job 1 end in turns, and new ones come at once. */
  private static final class BusyCell {

    private final CentralCell cell;
    private final TreeMap<Long, List<Container>> ends = new TreeMap<>();
    private final List<Container> others = new ArrayList<>();
    private final long estimateNs;

    BusyCell(CentralOptions options, int nodes, Resources each, long estimateNs) {
      this.cell = new CentralCell(options).nodes(nodes, each).job(1, Jobs.job(1_000));
      this.estimateNs = estimateNs;
    }

    /** Small tasks fill what they may have; a few of them end every tenth of their time. */
    void run(long ns) {
      long untilNs = cell.nowNs() + ns;
      while (cell.nowNs() < untilNs) {
        var wanted = estimated(request(1, UNIT, cell.claims(200)), estimateNs);
        note(granted(cell.send(wanted)));
        note(cell.pass(SMALL_NS / 10));
        var due = ends.headMap(cell.nowNs(), true);
        var ended = due.values().stream().flatMap(List::stream).toList();
        due.clear();
        for (var container : ended) {
          note(granted(cell.end(container)));
        }
      }
    }

    private void note(List<Container> containers) {
      for (var container : containers) {
        if (cell.isOf(1, container.claim())) {
          long spreadNs = SMALL_NS / 10 * (container.claim() % 10);
          ends.computeIfAbsent(cell.nowNs() + SMALL_NS + spreadNs, _ -> new ArrayList<>())
              .add(container);
        } else {
          others.add(container);
        }
      }
    }
  }

  private static StageSpec gang(int tasks, Resources each) {
    return Jobs.stage("gang", tasks, each).with(Gang.REPLACE);
  }

  @Test
  void aNodeIsKeptForWhatHasFittedNowhereForTooLong() {
    var cell = new CentralCell().nodes(3, size(4, 4)).job(1, Jobs.job(99)).job(2, Jobs.job(9));
    var small = granted(cell.want(1, UNIT, 12));
    assertThat(granted(cell.want(2, size(4, 4), 1))).isEmpty();
    assertThat(cell.pass(AFTER_NS + S))
        .as("again, none of the large one")
        .allMatch(small::contains);
    var wait = awaited(cell.want(2, size(4, 4), 1));
    assertThat(wait.why()).isEqualTo(ContainerShortage.RESERVED);

    int kept = wait.node();
    cell.want(1, UNIT, 99);
    List<Container> after = new ArrayList<>();
    for (var container : small.stream().filter(each -> each.node() == kept).toList()) {
      after.addAll(granted(cell.end(container)));
    }
    assertThat(after).as("only the large one").hasSize(1);
    assertThat(after.getFirst().node()).isEqualTo(kept);
    assertThat(cell.isOvercommitted()).isFalse();
  }

  @Test
  void nothingIsKeptBefore() {
    var cell = new CentralCell().nodes(1, size(4, 4)).job(1, Jobs.job(99)).job(2, Jobs.job(9));
    var small = granted(cell.want(1, UNIT, 4));
    cell.want(2, size(4, 4), 1);
    cell.want(1, UNIT, 1);
    assertThat(granted(cell.end(small.getFirst()))).hasSize(1);
    assertThat(cell.state.cell().claims()).isEqualTo(4);
  }

  @Test
  void othersUseAKeptNodeIfTheyEndBeforeOrFitBeside() {
    var cell = new CentralCell().nodes(1, size(8, 8)).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    cell.job(3, Jobs.job(9)).job(4, Jobs.job(9));
    var long1 = estimated(request(1, size(6, 6), cell.claims(1)), 100 * S);
    assertThat(granted(cell.send(long1))).hasSize(1);
    cell.want(2, size(5, 5), 1);
    cell.pass(AFTER_NS + S);
    assertThat(awaited(cell.want(2, size(5, 5), 1)).why()).isEqualTo(ContainerShortage.RESERVED);

    assertThat(granted(cell.want(3, UNIT, 1))).as("of three beside").hasSize(1);
    var tooLong = estimated(request(4, size(1, 1), cell.claims(1)), 200 * S);
    assertThat(granted(cell.send(tooLong))).as("still beside").hasSize(1);
    assertThat(cell.state.cell().available(0)).isEqualTo(Resources.NONE);
  }

  @Test
  void whatWouldLastTooLongDoesNotGetWhatIsKept() {
    var cell = new CentralCell().nodes(1, size(8, 8)).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    cell.job(3, Jobs.job(9)).job(4, Jobs.job(9));
    var first = estimated(request(1, size(6, 6), cell.claims(1)), 100 * S);
    var running = granted(cell.send(first));
    cell.want(2, size(8, 8), 1);
    cell.pass(AFTER_NS + S);

    var unknown = cell.want(3, UNIT, 1);
    assertThat(granted(unknown)).as("of unknown length").isEmpty();
    var tooLong = estimated(request(3, UNIT, cell.claims(1)), 110 * S);
    assertThat(granted(cell.send(tooLong))).isEmpty();
    var shorter = estimated(request(4, UNIT, cell.claims(1)), 90 * S);
    var backfilled = granted(cell.send(shorter));
    assertThat(backfilled).as("is over before the node is ready").hasSize(1);

    cell.end(backfilled.getFirst());
    assertThat(granted(cell.end(running.getFirst()))).hasSize(1);
  }

  @Test
  void theNodeIsKeptWhereItFitsSoonest() {
    var cell = new CentralCell().nodes(3, size(4, 4)).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    long[] lengths = {50 * S, 5 * S, 30 * S};
    List<Container> all = new ArrayList<>();
    for (long length : lengths) {
      all.addAll(granted(cell.send(estimated(request(1, size(4, 4), cell.claims(1)), length))));
    }
    cell.want(2, size(3, 3), 1);
    cell.pass(AFTER_NS + S);
    var wait = awaited(cell.want(2, size(3, 3), 1));
    assertThat(wait.node()).isEqualTo(all.get(1).node());
  }

  @Test
  void whereLengthsAreUnknownTheNodeWithTheMostRoomIsKept() {
    var cell = new CentralCell().nodes(3, size(4, 4)).job(1, Jobs.job(99)).job(2, Jobs.job(9));
    var small = granted(cell.want(1, UNIT, 12));
    var ofNodeTwo = small.stream().filter(each -> each.node() == 2).toList();
    cell.avoided.add(2);
    cell.end(ofNodeTwo.get(0));
    cell.end(ofNodeTwo.get(1));
    cell.avoided.clear();
    cell.want(2, size(4, 4), 1);
    cell.pass(AFTER_NS + S);
    assertThat(awaited(cell.want(2, size(4, 4), 1)).node()).isEqualTo(2);
  }

  @Test
  void aLargeTaskStartsInACellThatNeverEmpties() {
    var busy = new BusyCell(CentralOptions.STANDARD, 10, size(4, 4), 0);
    busy.run(5 * S);
    assertThat(busy.cell.state.cell().claims()).isEqualTo(40);
    busy.cell.job(2, Jobs.job(1));
    busy.cell.want(2, size(4, 4), 1);
    busy.run(AFTER_NS + 3 * SMALL_NS);
    assertThat(busy.others).as("within a bound").hasSize(1);
  }

  @Test
  void withoutReservationsItWouldStarve() {
    var never = CentralOptions.STANDARD.with(new Reserving(Long.MAX_VALUE, 0.1));
    var busy = new BusyCell(never, 10, size(4, 4), 0);
    busy.run(5 * S);
    busy.cell.job(2, Jobs.job(1));
    busy.cell.want(2, size(4, 4), 1);
    busy.run(10 * S);
    assertThat(busy.others).isEmpty();
  }

  @Test
  void aGangStartsInACellThatNeverEmpties() {
    var busy = new BusyCell(CentralOptions.STANDARD, 10, size(4, 4), SMALL_NS * 2);
    busy.run(5 * S);
    busy.cell.job(2, JobSpec.of("gang", gang(8, size(3, 3))));
    busy.cell.want(2, size(3, 3), 8);
    busy.run(AFTER_NS + 4 * SMALL_NS);
    assertThat(busy.others).as("within a bound").hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGangThatLosesANodeThatIsKeptHasOthersKept(boolean dies) {
    var busy = new BusyCell(CentralOptions.STANDARD, 10, size(4, 4), SMALL_NS * 2);
    busy.run(5 * S);
    busy.cell.job(2, JobSpec.of("gang", gang(8, size(3, 3))));
    var claims = busy.cell.claims(8);
    busy.cell.send(request(2, size(3, 3), claims));
    busy.run(AFTER_NS + S);
    var wait = awaited(busy.cell.send(request(2, size(3, 3), claims)));
    assertThat(wait.why()).isEqualTo(ContainerShortage.RESERVED);
    if (dies) {
      busy.cell.die(wait.node());
    } else {
      busy.cell.avoided.add(wait.node());
    }
    busy.run(AFTER_NS + 5 * SMALL_NS);
    assertThat(busy.others).hasSize(8);
  }

  @Test
  void aNodeThatIsToldIsOneThatIsKept() {
    var cell = new CentralCell().nodes(20, size(2, 2)).job(1, Jobs.job(99)).job(2, Jobs.job(99));
    var small = granted(cell.want(1, UNIT, 40));
    var claims = cell.claims(20);
    cell.send(request(2, size(2, 2), claims));
    cell.pass(AFTER_NS + S);
    int kept = awaited(cell.send(request(2, size(2, 2), claims))).node();
    small.stream().filter(each -> each.node() == kept).forEach(cell::end);
    var wait = awaited(cell.send(request(2, size(2, 2), claims)));
    assertThat(wait.why()).isEqualTo(ContainerShortage.RESERVED);
    assertThat(wait.node()).as("that one has a container now").isNotEqualTo(kept);
  }

  @Test
  void aGangIsPlacedAsAWholeInOneEntry() {
    var cell = new CentralCell().nodes(3, size(2, 2)).job(1, JobSpec.of("g", gang(5, UNIT)));
    cell.job(2, Jobs.job(9));
    var filler = granted(cell.want(2, UNIT, 2));
    var waits = cell.want(1, UNIT, 5);
    assertThat(granted(waits)).isEmpty();
    assertThat(awaited(waits).why()).isEqualTo(ContainerShortage.GANG);

    assertThat(granted(cell.end(filler.getFirst()))).isEmpty();
    var timer = cell.timer();
    assertThat(timer.appended()).filteredOn(ContainersPlaced.class::isInstance).hasSize(1);
    assertThat(granted(timer)).hasSize(5);
  }

  @Test
  void oneGangReservesAtATimeAndBothStart() {
    var cell = new CentralCell().nodes(4, size(2, 2)).job(1, Jobs.job(99));
    var small = granted(cell.want(1, UNIT, 8));
    cell.job(2, JobSpec.of("g", gang(6, UNIT))).job(3, JobSpec.of("h", gang(6, UNIT)));
    cell.want(2, UNIT, 6);
    cell.want(3, UNIT, 6);
    cell.pass(AFTER_NS + S);
    cell.want(1, UNIT, 99);
    List<Container> first = new ArrayList<>();
    for (var container : small) {
      first.addAll(granted(cell.end(container)));
      first.addAll(cell.pass(200 * MS));
    }
    var ofGang = first.stream().filter(each -> cell.isOf(2, each.claim())).toList();
    assertThat(ofGang).as("the older one").hasSize(6);
    assertThat(first).noneMatch(each -> cell.isOf(3, each.claim()));

    cell.pass(AFTER_NS + S);
    List<Container> second = new ArrayList<>();
    for (var container : ofGang) {
      second.addAll(granted(cell.end(container)));
      second.addAll(cell.pass(200 * MS));
    }
    assertThat(second).filteredOn(each -> cell.isOf(3, each.claim())).as("no deadlock").hasSize(6);
  }

  @Test
  void aGangIsHeldToTheMostOfItsQueueAsAWhole() {
    var cell = new CentralCell().nodes(4, size(2, 2));
    var most = QueueShare.EVEN.withMax(Portion.fixed(Portion.CPU, 3_000));
    cell.queues(QueueTree.of(QueueSpec.of("root.a").with(most)));
    cell.job(1, JobSpec.of("g", gang(4, UNIT)).withQueue("root.a"));
    var waits = cell.want(1, UNIT, 4);
    assertThat(granted(waits)).isEmpty();
    assertThat(awaited(waits))
        .returns(ContainerShortage.QUEUE, ContainerWait::why)
        .returns("root.a", ContainerWait::resource);
    assertThat(granted(cell.want(1, UNIT, 3))).hasSize(3);
  }

  @Test
  void whatIsKeptIsGivenUpWithTheRequestTheNodeAndItsHealth() {
    var cell = new CentralCell().nodes(1, size(4, 4)).job(1, Jobs.job(99)).job(2, Jobs.job(9));
    var small = granted(cell.want(1, UNIT, 4));
    var claims = cell.claims(1);
    cell.send(request(2, size(4, 4), claims));
    cell.pass(AFTER_NS + S);
    cell.want(1, UNIT, 1);
    assertThat(granted(cell.end(small.get(0)))).as("kept").isEmpty();
    cell.withdraw(2, claims.getFirst());
    assertThat(cell.pass(S)).as("for everybody again").hasSize(1);

    cell.send(request(2, size(4, 4), cell.claims(1)));
    cell.pass(AFTER_NS + S);
    cell.close(2);
    cell.want(1, UNIT, 1);
    assertThat(granted(cell.end(small.get(1)))).hasSize(1);
  }

  @Test
  void onlySoManyNodesAreKeptAtOnce() {
    var cell = new CentralCell().nodes(20, size(2, 2)).job(1, Jobs.job(99)).job(2, Jobs.job(99));
    var small = granted(cell.want(1, UNIT, 40));
    cell.want(2, size(2, 2), 20);
    cell.pass(AFTER_NS + S);
    cell.want(1, UNIT, 99);
    List<Container> again = new ArrayList<>();
    for (int node = 0; node < 20; node++) {
      int number = node;
      var first = small.stream().filter(each -> each.node() == number).findFirst().orElseThrow();
      again.addAll(granted(cell.end(first)));
    }
    assertThat(again).as("a tenth of twenty is kept").hasSize(18);
  }

  @Test
  void everyTransitionOfARequestIsWalked() {
    var cell = new CentralCell().nodes(1, size(2, 2)).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    var first = granted(cell.want(1, UNIT, 2));
    cell.want(2, size(2, 2), 1);
    cell.pass(AFTER_NS + S);
    RecordingEffects again = cell.want(2, size(2, 2), 1);
    assertThat(awaited(again).why()).isEqualTo(ContainerShortage.RESERVED);
    cell.avoided.add(0);
    cell.pass(2 * S);
    assertThat(awaited(cell.want(2, size(2, 2), 1)).why()).isNotEqualTo(ContainerShortage.RESERVED);
    cell.avoided.clear();
    cell.pass(2 * S);
    first.forEach(cell::end);
    cell.want(1, size(3, 3), 1);
    cell.close(1);

    List<String> missed = new ArrayList<>();
    cell.lifecycle.visit(
        (from, to, count) -> {
          if (count == 0) {
            missed.add(from + " " + to);
          }
        });
    assertThat(missed).isEmpty();
  }
}
