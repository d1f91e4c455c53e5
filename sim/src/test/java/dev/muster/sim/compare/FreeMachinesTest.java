package dev.muster.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.model.Resources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two machines of two cpus, and tasks of one. */
class FreeMachinesTest {

  private static final Resources MACHINE = new Resources(2_000, 100);
  private static final Resources TASK = new Resources(1_000, 10);

  private final FreeMachines free = new FreeMachines(fit());

  private static RandomFit fit() {
    return RandomFit.even(Chance.of(1, "fit"));
  }

  @BeforeEach
  void machines() {
    free.add(3, MACHINE);
    free.add(7, MACHINE);
  }

  @Test
  void itIsFilledAsFarAsItGoes() {
    assertThat(free.fill(TASK, 5).toArray()).containsExactlyInAnyOrder(3, 3, 7, 7);
    assertThat(free.isUsedUp()).isTrue();
    assertThat(free.fill(TASK, 1).isEmpty()).isTrue();
  }

  @Test
  void whatIsReleasedCanBeFilledAgain() {
    free.fill(TASK, 4);
    free.release(7, TASK);

    assertThat(free.fill(TASK, 4).toArray()).containsExactly(7);
  }

  @Test
  void allThatIsTakenIsLockedUntilTheRestComesBack() {
    free.fill(TASK, 1);
    var offer = free.takeAll(fit());

    assertThat(free.fill(TASK, 1).isEmpty()).as("nothing is left").isTrue();
    assertThat(offer.fill(TASK, 2).size()).isEqualTo(2);

    free.giveBack(offer);
    assertThat(free.freeCpuMillis()).isEqualTo(1_000);
    assertThat(free.fill(TASK, 4).size()).isEqualTo(1);
  }

  @Test
  void roomThatComesFreeWhileTheRestIsLockedIsNotPartOfTheOffer() {
    int busy = free.fill(TASK, 1).at(0);
    var offer = free.takeAll(fit());
    free.release(busy, TASK);

    assertThat(free.fill(TASK, 4).toArray()).containsExactly(busy);
    assertThat(offer.fill(TASK, 4).size()).isEqualTo(3);
  }
}
