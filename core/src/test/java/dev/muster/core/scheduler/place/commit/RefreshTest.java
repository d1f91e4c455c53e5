package dev.muster.core.scheduler.place.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RefreshTest {

  private static int[] due(Refresh refresh, long step, int scheduler, int partitions) {
    return IntStream.range(0, partitions)
        .filter(each -> refresh.isDue(step, scheduler, each, partitions))
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({"4, 4", "4, 8", "3, 7", "5, 2", "1, 6"})
  void inAGapEachSchedulerRefreshesEachPartitionOnce(int schedulers, int partitions) {
    var refresh = Refresh.standard().withSchedulers(schedulers);
    for (int scheduler = 0; scheduler < schedulers; scheduler++) {
      var seen = new int[partitions];
      for (long step = 100; step < 100 + schedulers; step++) {
        for (int each : due(refresh, step, scheduler, partitions)) {
          seen[each]++;
        }
      }
      assertThat(seen).containsOnly(1);
    }
  }

  @Test
  void noTwoSchedulersRefreshTheSamePartitionAtATime() {
    var refresh = Refresh.standard().withSchedulers(4);
    for (long step = 0; step < 9; step++) {
      var seen = new int[8];
      for (int scheduler = 0; scheduler < 4; scheduler++) {
        for (int each : due(refresh, step, scheduler, 8)) {
          seen[each]++;
        }
      }
      assertThat(seen).containsOnly(1);
    }
  }

  @Test
  void forComparisonAllRefreshTheSameOrEverything() {
    var same = Refresh.standard().withSchedulers(4).with(Order.SAME);
    assertThat(due(same, 5, 0, 8)).isEqualTo(due(same, 5, 3, 8)).containsExactly(2, 3);
    var whole = same.with(Order.WHOLE);
    assertThat(due(whole, 5, 0, 8)).hasSize(8);
    assertThat(whole.stepNs()).isEqualTo(whole.gapNs());
    assertThat(same.stepNs()).isEqualTo(whole.gapNs() / 4);
  }
}
