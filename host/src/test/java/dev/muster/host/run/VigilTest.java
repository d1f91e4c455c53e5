package dev.muster.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.model.Usage;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VigilTest {

  private final Vigil vigil = new Vigil();
  private int asked;

  /** One that ends at once or not at all. */
  private Child child(boolean isShort) {
    return new Child() {
      @Override
      public Birth birth() {
        return new Birth(1, 0);
      }

      @Override
      public void end(boolean force) {}

      @Override
      public void freeze(boolean frozen) {}

      @Override
      public Optional<Ended> await(Duration limit) {
        asked++;
        return isShort ? Optional.of(new Ended(0, Usage.NONE)) : Optional.empty();
      }

      @Override
      public Ended await() {
        throw new AssertionError("a starter must not wait for ever");
      }
    };
  }

  @Test
  void shortTasksAreWaitedFor() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      assertThat(vigil.over(child(true))).isPresent();
    }
  }

  @Test
  void startersDoNotStayWithLongTasksOneAfterTheOther() throws InterruptedException {
    for (int i = 0; i < 2 * (Vigil.PAUSE + 1); i++) {
      assertThat(vigil.over(child(false))).isEmpty();
    }
    assertThat(asked).isEqualTo(2);
  }
}
