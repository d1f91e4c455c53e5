package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Usage;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.spawn.Child;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShortWaitTest {
  private final ProcessStart.ShortWait shortWait = new ProcessStart.ShortWait();
  private int asked;

  /** One that ends at once or not at all. */
  private Child child(boolean isShort) {
    return new Child() {
      @Override
      public ProcessId id() {
        return new ProcessId(1, 0);
      }

      @Override
      public void end(boolean force) {}

      @Override
      public void freeze(boolean frozen) {}

      @Override
      public Optional<ExitStatus> await(Duration limit) {
        asked++;
        return isShort ? Optional.of(new ExitStatus(0, Usage.NONE)) : Optional.empty();
      }

      @Override
      public ExitStatus await() {
        throw new AssertionError("a starter must not wait for ever");
      }
    };
  }

  @Test
  void shortTasksAreWaitedFor() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      assertThat(shortWait.over(child(true))).isPresent();
    }
  }

  @Test
  void startersDoNotStayWithLongTasksOneAfterTheOther() throws InterruptedException {
    for (int i = 0; i < 2 * (ProcessStart.ShortWait.PAUSE + 1); i++) {
      assertThat(shortWait.over(child(false))).isEmpty();
    }
    assertThat(asked).isEqualTo(2);
  }
}
