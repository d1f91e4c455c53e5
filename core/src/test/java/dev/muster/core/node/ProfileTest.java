package dev.muster.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfileTest {

  private static final int END = 40;
  private static final int MOST = 8;

  @Test
  void agreesWithATableOfEveryMoment() {
    for (long seed = 0; seed < 10_000; seed++) {
      var chance = Chance.of(seed, "profile");
      var free = some(chance);
      var profile = new Profile(0, free);
      var table = new Resources[END];
      Arrays.fill(table, free);
      profile.release(releases(chance, table));
      for (int change = 0; change < 10; change++) {
        var amount = some(chance);
        int from = chance.nextInt(END);
        int length = 1 + chance.nextInt(END);
        profile.take(from, length, amount);
        add(table, from, Math.min(END, from + length), Resources.NONE.minus(amount));
        int notBefore = chance.nextInt(END);
        var need = some(chance);
        // Beyond the table both are as at its end, or not: ask for no longer than it is.
        int needLength = 1 + chance.nextInt(END / 2);
        long expected = earliest(table, notBefore, need, needLength);
        if (expected >= 0) {
          assertThat(profile.earliest(notBefore, need, needLength))
              .as("seed %s", seed)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static List<Profile.Release> releases(Chance chance, Resources[] table) {
    List<Profile.Release> releases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      var release = new Profile.Release(chance.nextInt(END), some(chance));
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
    var profile = new Profile(5, new Resources(1, 1));
    profile.release(
        new ArrayList<>(List.of(new Profile.Release(Profile.NEVER, new Resources(1, 1)))));

    assertThat(profile.earliest(new Resources(1, 1), Profile.NEVER)).isEqualTo(5);
    assertThat(profile.earliest(new Resources(2, 1), 1)).isEqualTo(Profile.NEVER);
  }

  @Test
  void takenForEverItIsFreeUntilThen() {
    var profile = new Profile(0, new Resources(1, 1));
    profile.take(10, Profile.NEVER, new Resources(1, 1));

    assertThat(profile.earliest(new Resources(1, 1), 10)).isZero();
    assertThat(profile.earliest(new Resources(1, 1), 11)).isEqualTo(Profile.NEVER);
  }
}
