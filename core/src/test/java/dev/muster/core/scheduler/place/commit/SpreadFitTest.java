package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpreadFitTest {

  private static final Resources TASK = new Resources(1_000, GIB);

  private final CellState cell = new CellState(CellRules.standard());
  private final Replica copy = new Replica();
  private final TransactionBuilder draft =
      new TransactionBuilder(1, TransactionOptions.STANDARD.coarseGrained());
  private final List<Machine> machines = new ArrayList<>();
  private IntPredicate shunned = _ -> false;

  /** A machine with so many slots; the first has number 0. */
  private void machine(int rack, int slots) {
    var capacity = new Resources(slots * 1_000L, slots * GIB);
    cell.apply(new MachineJoined(machines.size(), capacity, new Site(rack, 0, 0)));
    machines.add(new Machine(machines.size(), capacity));
  }

  private int fill(long seed, int tasks, int... held) {
    var delta = new DeltaBuffer();
    cell.fillDelta(copy.version(0), 0, delta);
    copy.apply(delta, 0);
    draft.clear();
    int ask = draft.request(Request.of(1, TASK));
    var before = new IntList();
    Arrays.stream(held).forEach(before::add);
    return new SpreadFit(Chance.of(seed, "spread"))
        .fill(new View(1, machines), shunned, before, copy, draft, ask, tasks);
  }

  private int[] perRack(int racks) {
    int[] counts = new int[racks];
    for (int at = 0; at < draft.claims(); at++) {
      counts[copy.site(draft.machine(at)).rack()]++;
    }
    return counts;
  }

  private int[] perMachine() {
    int[] counts = new int[machines.size()];
    for (int at = 0; at < draft.claims(); at++) {
      counts[draft.machine(at)]++;
    }
    return counts;
  }

  private static int[] numbers(String text) {
    return text == null
        ? new int[0]
        : Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  /** Three racks: machines 0 and 1 of four slots, 2 and 3 of four, and 4 alone, of one. */
  @ParameterizedTest
  @CsvSource({
    "3,         , 1 1 1",
    "5,         , 2 2 1",
    "17,        , 8 8 1",
    "20,        , 8 8 1",
    "2, 0 2 3   , 1 0 1",
    "3, 0 0 1   , 0 2 1",
    "4, 2       , 2 1 1",
  })
  void theRackWithTheFewestTasksIsNext(int tasks, String held, String expected) {
    for (int rack : new int[] {0, 0, 1, 1}) {
      machine(rack, 4);
    }
    machine(2, 1);
    fill(1, tasks, numbers(held));
    assertThat(perRack(3)).containsExactly(numbers(expected));
  }

  @Test
  void withinARackTheMachineWithTheFewestIsNext() {
    for (int number = 0; number < 4; number++) {
      machine(0, 4);
    }
    fill(1, 5, 0, 0, 1);
    assertThat(perMachine()).containsExactly(0, 1, 2, 2);
  }

  @Test
  void whatIsShunnedStaysEmptyEvenIfThenNotAllFindRoom() {
    machine(0, 2);
    machine(1, 2);
    shunned = machine -> machine == 1;
    assertThat(fill(1, 3)).isEqualTo(2);
    assertThat(perMachine()).containsExactly(2, 0);
  }

  @Test
  void theRackOfOneThatIsShunnedComesLast() {
    machine(0, 2);
    machine(0, 2);
    machine(1, 2);
    shunned = machine -> machine == 0;
    assertThat(fill(1, 3, 2)).isEqualTo(3);
    assertThat(perMachine()).containsExactly(0, 1, 2);
  }

  @Test
  void chanceDecidesBetweenRacksThatHaveAsMany() {
    for (int rack = 0; rack < 4; rack++) {
      machine(rack, 1_000);
    }
    var first = new TreeSet<Integer>();
    for (long seed = 0; seed < 50; seed++) {
      fill(seed, 1);
      first.add(draft.machine(0));
    }
    assertThat(first).containsExactly(0, 1, 2, 3);
  }

  /** What is in a rack that has fewer than another by two or more is that it has no room. */
  @Test
  void noRackHasMoreThanOneAboveTheFewestThatHadRoom() {
    for (long seed = 0; seed < 200; seed++) {
      var chance = Chance.of(seed, "racks");
      var other = new SpreadFitTest();
      int racks = 1 + chance.nextInt(6);
      int count = racks + chance.nextInt(20);
      for (int number = 0; number < count; number++) {
        other.machine(number % racks, chance.nextInt(5));
      }
      int slots = other.machines.stream().mapToInt(m -> (int) m.capacity().cpuMillis()).sum();
      int tasks = 1 + chance.nextInt(2 * count);

      int placed = other.fill(seed, tasks);

      assertThat(placed).isEqualTo(Math.min(tasks, slots / 1_000));
      other.assertEven(seed, racks);
      for (int at = 0; at < placed; at++) {
        other.draft.renumber(at, at);
      }
      assertThat(other.cell.commit(0, other.draft).accepted()).isEqualTo(placed);
    }
  }

  private void assertEven(long seed, int racks) {
    int[] counts = perRack(racks);
    int most = Arrays.stream(counts).max().orElse(0);
    for (int rack = 0; rack < racks; rack++) {
      int number = rack;
      boolean room =
          IntStream.range(0, machines.size())
              .filter(machine -> copy.has(machine) && copy.site(machine).rack() == number)
              .anyMatch(machine -> copy.fits(machine, TASK));
      assertThat(!room || counts[rack] >= most - 1).as("seed %d, rack %d", seed, rack).isTrue();
    }
  }
}
