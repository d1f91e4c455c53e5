package dev.muster.core.node.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AvailabilityTimelineTest {

  private static final int END = 40;
  private static final int MOST = 8;

  @Test
  void agreesWithATableOfEveryMoment() {
    for (long seed = 0; seed < 10_000; seed++) {
      var chance = Chance.of(seed, "profile");
      var available = some(chance);
      var timeline = new AvailabilityTimeline(0, available);
      var table = new Resources[END];
      Arrays.fill(table, available);
      timeline.release(releases(chance, table));
      for (int change = 0; change < 10; change++) {
        var amount = some(chance);
        int from = chance.nextInt(END);
        int length = 1 + chance.nextInt(END);
        timeline.reserve(from, length, amount);
        add(table, from, Math.min(END, from + length), Resources.NONE.minus(amount));
        int notBefore = chance.nextInt(END);
        var need = some(chance);
        // Beyond the table both are as at its end, or not: ask for no longer than it is.
        int needLength = 1 + chance.nextInt(END / 2);
        long expected = earliest(table, notBefore, need, needLength);
        if (expected >= 0) {
          assertThat(timeline.earliest(notBefore, need, needLength))
              .as("seed %s", seed)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static List<AvailabilityTimeline.Release> releases(Chance chance, Resources[] table) {
    List<AvailabilityTimeline.Release> releases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      var release = new AvailabilityTimeline.Release(chance.nextInt(END), some(chance));
      releases.add(release);
      add(table, (int) release.atNs(), END, release.amount());
    }
    return releases;
  }

  private static void add(Resources[] table, int from, int until, Resources amount) {
    for (int at = from; at < until; at++) {
      table[at] = table[at].plus(amount);
    }
  }

  /** -1 where the table is too short to tell. */
  private static long earliest(Resources[] table, int notBefore, Resources need, int length) {
    for (int start = notBefore; start + length <= END; start++) {
      boolean fits = true;
      for (int at = start; at < start + length; at++) {
        fits &= need.fitsIn(table[at]);
      }
      if (fits) {
        return start;
      }
    }
    return -1;
  }

  private static Resources some(Chance chance) {
    return new Resources(chance.nextInt(MOST), chance.nextInt(MOST))
        .with("gpu", chance.nextInt(MOST));
  }

  @Test
  void whatNeverComesBackIsNeverFree() {
    var timeline = new AvailabilityTimeline(5, new Resources(1, 1));
    timeline.release(
        new ArrayList<>(
            List.of(
                new AvailabilityTimeline.Release(
                    AvailabilityTimeline.NEVER, new Resources(1, 1)))));

    assertThat(timeline.earliest(new Resources(1, 1), AvailabilityTimeline.NEVER)).isEqualTo(5);
    assertThat(timeline.earliest(new Resources(2, 1), 1)).isEqualTo(AvailabilityTimeline.NEVER);
  }

  @Test
  void reservedForEverItIsAvailableUntilThen() {
    var timeline = new AvailabilityTimeline(0, new Resources(1, 1));
    timeline.reserve(10, AvailabilityTimeline.NEVER, new Resources(1, 1));

    assertThat(timeline.earliest(new Resources(1, 1), 10)).isZero();
    assertThat(timeline.earliest(new Resources(1, 1), 11)).isEqualTo(AvailabilityTimeline.NEVER);
  }
}
