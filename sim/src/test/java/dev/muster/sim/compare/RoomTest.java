package dev.muster.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.model.Resources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two machines of two cpus, and tasks of one. */
class RoomTest {

  private static final Resources MACHINE = new Resources(2_000, 100);
  private static final Resources TASK = new Resources(1_000, 10);

  private final Room room = new Room(fit());

  private static RandomFit fit() {
    return RandomFit.even(Chance.of(1, "fit"));
  }

  @BeforeEach
  void machines() {
    room.add(3, MACHINE);
    room.add(7, MACHINE);
  }

  @Test
  void itIsFilledAsFarAsItGoes() {
    assertThat(room.fill(TASK, 5).toArray()).containsExactlyInAnyOrder(3, 3, 7, 7);
    assertThat(room.isUsedUp()).isTrue();
    assertThat(room.fill(TASK, 1).isEmpty()).isTrue();
  }

  @Test
  void whatIsReleasedCanBeFilledAgain() {
    room.fill(TASK, 4);
    room.release(7, TASK);

    assertThat(room.fill(TASK, 4).toArray()).containsExactly(7);
  }

  @Test
  void allThatIsTakenIsLockedUntilTheRestComesBack() {
    room.fill(TASK, 1);
    var offer = room.takeAll(fit());

    assertThat(room.fill(TASK, 1).isEmpty()).as("nothing is left").isTrue();
    assertThat(offer.fill(TASK, 2).size()).isEqualTo(2);

    room.giveBack(offer);
    assertThat(room.freeCpuMillis()).isEqualTo(1_000);
    assertThat(room.fill(TASK, 4).size()).isEqualTo(1);
  }

  @Test
  void roomThatComesFreeWhileTheRestIsLockedIsNotPartOfTheOffer() {
    int busy = room.fill(TASK, 1).at(0);
    var offer = room.takeAll(fit());
    room.release(busy, TASK);

    assertThat(room.fill(TASK, 4).toArray()).containsExactly(busy);
    assertThat(offer.fill(TASK, 4).size()).isEqualTo(3);
  }
}
