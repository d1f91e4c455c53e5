package dev.muster.core.master.share;

import static dev.muster.core.master.share.RandomCell.amount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.master.share.RandomCell.Kind;
import dev.muster.core.master.share.RandomCell.Kind.UsersLimited;
import dev.muster.core.master.share.ReclaimClock.Due;
import dev.muster.model.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From any state: what is given back is what is lacking, and nobody's guarantee. */
final class ReclaimPropertyTest {

  private static final int CASES = 1_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void justWhatIsLackingIsGivenBack(long seed) {
    var chance = Chance.of(seed, "reclaim");
    for (int count = 0; count < CASES; count++) {
      boolean limited = chance.nextInt(4) == 0;
      var kind =
          new Kind(
              1 + chance.nextInt(3),
              true,
              chance.nextBoolean(),
              limited ? UsersLimited.EVERYWHERE : UsersLimited.NOWHERE,
              chance.nextInt(4) == 0,
              true);
      var cell = RandomCell.draw(chance, kind);
      var shares = cell.shares();
      var below =
          shares.queues().stream()
              .filter(queue -> queue.isBelowGuarantee() && chance.nextInt(4) > 0)
              .map(QueueStanding::path)
              .toList();
      var what = "seed " + seed + ", case " + count + " " + kind;
      var back =
          Reclaim.of(cell.tree(), cell.cell(), cell.jobs(), shares, new Due(below, List.of()));
      checkJobs(cell, shares, back, what);
      checkQueues(cell, shares, back, what);
      for (int axis = 0; axis < kind.resources(); axis++) {
        int of = axis;
        long given = back.stream().mapToLong(each -> amount(each.amount(), of)).sum();
        long used = cell.jobs().stream().mapToLong(job -> amount(job.uses(), of)).sum();
        long idle = Math.max(0, amount(cell.cell(), axis) - used);
        long needed = Math.max(0, needed(cell, shares, below, "root", axis) - idle);
        assertThat(given).as(what).isLessThanOrEqualTo(needed);
        if (!limited && !kind.wholeTasks() && isWithinMaxima(cell, shares)) {
          assertThat(given).as(what).isGreaterThanOrEqualTo(needed - cell.jobs().size());
        }
      }
    }
  }

  /** A queue whose maximum was lowered keeps what it uses of its guarantee beyond it. */
  private static boolean isWithinMaxima(RandomCell cell, FairShares shares) {
    return cell.tree().queues().stream()
        .allMatch(
            queue ->
                standing(shares, queue.path())
                    .uses()
                    .fitsIn(queue.share().max().atMost(cell.cell())));
  }

  /** What a queue needs is also of use to those below it. */
  private static long needed(
      RandomCell cell, FairShares shares, List<String> due, String queue, int axis) {
    long below = 0;
    for (var child : cell.tree().below(queue)) {
      below += needed(cell, shares, due, child.path(), axis);
    }
    return due.contains(queue)
        ? Math.max(below, amount(standing(shares, queue).missing(), axis))
        : below;
  }

  private static QueueStanding standing(FairShares shares, String queue) {
    return shares.queues().stream()
        .filter(each -> each.path().equals(queue))
        .findFirst()
        .orElseThrow();
  }

  private static void checkJobs(
      RandomCell cell, FairShares shares, List<GiveBack> back, String what) {
    for (var each : back) {
      var need = cell.jobs().get((int) each.job());
      var share = shares.jobs().get((int) each.job()).share();
      assertThat(each.amount().plus(each.keep())).as(what).isEqualTo(need.uses());
      assertThat(each.amount().isNegative()).as(what).isFalse();
      assertThat(each.keep().min(share).min(need.uses()))
          .as(what)
          .isEqualTo(share.min(need.uses()));
    }
  }

  /** No leaf falls below its share or its guarantee. */
  private static void checkQueues(
      RandomCell cell, FairShares shares, List<GiveBack> back, String what) {
    Map<String, Resources> taken = new LinkedHashMap<>();
    for (var each : back) {
      var queue = cell.jobs().get((int) each.job()).queue();
      taken.merge(queue, each.amount(), Resources::plus);
    }
    taken.forEach(
        (queue, amount) -> {
          var standing = standing(shares, queue);
          assertThat(amount.fitsIn(standing.over())).as("%s: %s", what, queue).isTrue();
        });
  }
}
