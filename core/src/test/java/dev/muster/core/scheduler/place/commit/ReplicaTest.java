package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.master.state.cell.CellStory.HERE;
import static dev.muster.core.master.state.cell.CellStory.JOINED;
import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.TASK;
import static dev.muster.core.master.state.cell.CellStory.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.CellEntry.CapacityChanged;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Site;
import dev.muster.core.master.state.cell.CellStory;
import org.junit.jupiter.api.Test;

/** What a scheduler knows of the cell. */
final class ReplicaTest {

  private static final int HEARD_NS = 5;

  private final CellStory story = new CellStory(3);
  private final Replica copy = new Replica();
  private final DeltaBuffer delta = new DeltaBuffer();

  private DeltaBuffer refresh(int partition) {
    story.cell.fillDelta(copy.version(partition), partition, delta);
    copy.apply(delta, HEARD_NS);
    return delta;
  }

  @Test
  void theFirstTimeIsWholeAndLaterOnesTellWhatChanged() {
    assertThat(refresh(0).isWhole()).isTrue();
    assertThat(copy.machines()).isEqualTo(3);
    story.commit(one(1, 1, 2, TASK));

    assertThat(refresh(0).isWhole()).isFalse();
    assertThat(delta.rows().size()).isEqualTo(1);
    assertThat(delta.rows().machine(0)).isEqualTo(2);
    assertThat(copy.free(2)).isEqualTo(MACHINE.minus(TASK));
    assertThat(refresh(0).rows().size()).isZero();
  }

  @Test
  void whoMissedTooMuchGetsAllOfThePartition() {
    refresh(0);
    for (long id = 0; id < 1_000; id++) {
      story.commit(one(1, id, 0, TASK));
      story.commit(CellStory.release(1, id));
    }
    assertThat(refresh(0).isWhole()).isTrue();
    assertThat(delta.rows().size()).isEqualTo(3);
  }

  @Test
  void whereWhatMachinesAreIsKnownTheirRoomAloneIsTold() {
    refresh(0);
    story.commit(one(1, 1, 2, TASK));
    story.commit(one(1, 2, 0, TASK));
    assertThat(refresh(0).rows().isFreeOnly()).isTrue();
    assertThat(delta.rows().size()).isEqualTo(2);
    assertThat(copy.free(0)).isEqualTo(MACHINE.minus(TASK));
    assertThat(copy.free(2)).isEqualTo(MACHINE.minus(TASK));
    assertThat(copy.capacity(2)).isEqualTo(MACHINE);
  }

  @Test
  void whatAMachineIsIsToldWhenItChanges() {
    refresh(0);
    story.cell.apply(new CapacityChanged(1, MACHINE.plus(TASK)));
    story.commit(one(1, 1, 2, TASK));
    assertThat(refresh(0).rows().isFreeOnly()).isFalse();
    assertThat(copy.capacity(1)).isEqualTo(MACHINE.plus(TASK));
    story.commit(one(1, 2, 1, TASK));
    assertThat(refresh(0).rows().isFreeOnly()).isTrue();
    assertThat(copy.free(1)).isEqualTo(MACHINE);
    assertThat(copy.capacity(1)).isEqualTo(MACHINE.plus(TASK));
  }

  @Test
  void machinesComeAndGo() {
    refresh(0);
    story.cell.apply(new MachineLeft(1));
    refresh(0);
    assertThat(copy.has(1)).isFalse();
    assertThat(copy.machines()).isEqualTo(2);
    assertThat(copy.isOpen(1)).isFalse();
    assertThat(copy.open()).isEqualTo(2);
    assertThat(copy.fits(1, CellStory.cpus(0))).isFalse();
  }

  @Test
  void aMachineThatLeftIsNotInTheWhole() {
    refresh(0);
    story.cell.apply(new MachineLeft(1));
    var late = new DeltaBuffer();
    story.cell.fillDelta(PartitionDelta.NEVER, 0, late);
    copy.apply(late, HEARD_NS);
    assertThat(copy.has(1)).isFalse();
    assertThat(copy.machines()).isEqualTo(2);
  }

  @Test
  void partitionsAreHeardOfOneByOneAndTheirAgeIsKnown() {
    story.cell.apply(new MachineJoined(3, MACHINE, new Site(1, 1, 0)));
    refresh(0);
    assertThat(copy.has(3)).isFalse();
    assertThat(copy.ageNs(0, HEARD_NS + 7)).isEqualTo(7);
    assertThat(copy.ageNs(1, HEARD_NS + 7)).isEqualTo(Long.MAX_VALUE);
    refresh(1);
    assertThat(copy.site(3)).isEqualTo(new Site(1, 1, 0));
  }

  @Test
  void aMachineThatMovesIsInItsNewPartitionOnly() {
    refresh(0);
    story.cell.apply(new MachineJoined(2, MACHINE, new Site(0, 1, 0)));
    refresh(0);
    refresh(1);
    assertThat(copy.machines()).isEqualTo(3);
    assertThat(copy.partition(2)).isEqualTo(1);
  }

  @Test
  void ownClaimsCountAtOnceAndAdvanceTheSequence() {
    refresh(0);
    assertThat(copy.claim(0, CellStory.cpus(3))).isEqualTo(JOINED);
    assertThat(copy.claim(0, CellStory.cpus(1))).isEqualTo(JOINED + 1);
    assertThat(copy.fits(0, CellStory.cpus(1))).isFalse();
    copy.release(0, CellStory.cpus(1));
    assertThat(copy.fits(0, CellStory.cpus(1))).isTrue();
  }

  @Test
  void theStateOfMachinesThatRefusedReplacesWhatWasThought() {
    refresh(0);
    story.commit(one(1, 1, 0, CellStory.cpus(4)));
    var decision = story.commit(one(2, 1, 0, TASK));
    copy.learn(decision.fresh());
    assertThat(copy.fits(0, TASK)).isFalse();
    assertThat(copy.sequence(0)).isEqualTo(JOINED + 1);
  }

  @Test
  void anAnswerThatComesLateDoesNotSayWhatAMachineIs() {
    refresh(0);
    story.commit(one(1, 1, 0, CellStory.cpus(4)));
    var late = story.commit(one(2, 1, 0, TASK));
    story.cell.apply(new MachineJoined(0, MACHINE.plus(TASK), new Site(0, 1, 0)));
    refresh(0);
    refresh(1);
    copy.learn(late.fresh());
    assertThat(copy.capacity(0)).isEqualTo(MACHINE.plus(TASK));
    assertThat(copy.partition(0)).isEqualTo(1);
    assertThat(copy.openIn(0)).isEqualTo(2);
  }

  @Test
  void namedResourcesComeAndGo() {
    story.cell.apply(new MachineJoined(0, MACHINE.with("gpu", 2), HERE));
    refresh(0);
    var need = TASK.with("gpu", 2);
    assertThat(copy.fits(0, need)).isTrue();
    story.commit(one(1, 1, 0, need));
    refresh(0);
    assertThat(copy.fits(0, need)).isFalse();
    assertThat(copy.capacity(0).named("gpu")).isEqualTo(2);
    story.cell.apply(new MachineLeft(0));
    story.cell.apply(new MachineJoined(0, MACHINE, HERE));
    refresh(0);
    assertThat(copy.capacity(0)).isEqualTo(MACHINE);
  }

  /** What is listed as open must always be what an honest count of the records gives. */
  @Test
  void openMachinesAreThoseWithAnythingFreeWhateverHappens() {
    var chance = Chance.of(7, "openings");
    refresh(0);
    for (int step = 0; step < 2_000; step++) {
      int machine = chance.nextInt(3);
      if (chance.nextBoolean() && copy.fits(machine, TASK)) {
        copy.claim(machine, TASK);
      } else if (chance.nextInt(4) == 0) {
        refreshMoved(machine, chance.nextInt(2), chance.nextInt(5));
      }
      assertOpenAreThoseWithRoom();
    }
  }

  private void refreshMoved(int machine, int partition, int grade) {
    story.cell.apply(new MachineJoined(machine, MACHINE, new Site(0, partition, 0, grade)));
    refresh(0);
    refresh(1);
  }

  private void assertOpenAreThoseWithRoom() {
    int open = 0;
    long[] grades = new long[2];
    for (int machine = 0; machine < copy.known(); machine++) {
      boolean has = copy.has(machine) && copy.free(machine).cpuMillis() > 0;
      assertThat(copy.isOpen(machine)).isEqualTo(has);
      open += has ? 1 : 0;
      grades[copy.partition(machine)] += has ? copy.grade(machine) : 0;
    }
    assertThat(copy.open()).isEqualTo(open);
    assertThat(copy.openIn(0) + copy.openIn(1)).isEqualTo(open);
    assertThat(copy.openGrades(0)).isEqualTo(grades[0]);
    assertThat(copy.openGrades(1)).isEqualTo(grades[1]);
  }
}
