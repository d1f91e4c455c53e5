package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.GPU;
import static dev.muster.core.master.share.SharedCell.by;
import static dev.muster.core.master.share.SharedCell.cores;
import static dev.muster.core.master.share.SharedCell.cpu;
import static dev.muster.core.master.share.SharedCell.guaranteed;
import static dev.muster.core.master.share.SharedCell.inTasks;
import static dev.muster.core.master.share.SharedCell.job;
import static dev.muster.core.master.share.SharedCell.queue;
import static dev.muster.core.master.share.SharedCell.urgent;
import static dev.muster.core.master.share.SharedCell.uses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.master.share.ReclaimClock.Due;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gives back how much to queues that have been below their guarantee for too long. */
final class ReclaimTest {

  private static final QueueSpec A = guaranteed("root.a", 40);
  private static final QueueSpec B = queue("root.b");
  private static final Due DUE_A = Due.of("root.a");

  private static JobNeed needy(long number, int uses) {
    return uses(job(number, "root.a", cpu(200)), cpu(uses));
  }

  private static GiveBack back(long job, int amount, int keep) {
    return new GiveBack(job, cpu(amount), cpu(keep));
  }

  @Test
  void nobodyGivesBackAnythingBeforeItIsDue() {
    var cell = new SharedCell(cpu(100), A, B).with(needy(1, 0), uses(job(2, "root.b"), cpu(100)));

    assertThat(cell.reclaim(Due.of())).isEmpty();
    assertThat(cell.reclaim(Due.of("root.b"))).isEmpty();
  }

  @Test
  void noMoreIsGivenBackThanTheGuarantee() {
    var cell = new SharedCell(cpu(100), A, B).with(needy(1, 10), uses(job(2, "root.b"), cpu(90)));

    // the share of a is 70: the rest of it, as tasks end
    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 30, 60));
  }

  @Test
  void noMoreIsGivenBackThanThereIsWorkFor() {
    var cell =
        new SharedCell(cpu(100), A, B)
            .with(uses(job(1, "root.a", cpu(12)), cpu(5)), uses(job(2, "root.b"), cpu(95)));

    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 12, 83));
  }

  @Test
  void whatIsIdleIsNotTakenFromAnybody() {
    var cell = new SharedCell(cpu(100), A, B).with(needy(1, 10), uses(job(2, "root.b"), cpu(72)));

    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 12, 60));
  }

  @Test
  void whatIsIdleDoesNotCountForAQueueThatIsLate() {
    var cell = new SharedCell(cpu(100), A, B).with(needy(1, 10), uses(job(2, "root.b"), cpu(72)));

    assertThat(cell.reclaim(new Due(List.of("root.a"), List.of("root.a"))))
        .containsExactly(back(2, 30, 42));
  }

  @Test
  void noQueueGivesBackWhatItIsGuaranteed() {
    var cell =
        new SharedCell(cpu(100), A, guaranteed("root.b", 40), queue("root.c"))
            .with(needy(1, 0), uses(job(2, "root.b"), cpu(45)), uses(job(3, "root.c"), cpu(55)));

    // the rest, 20, is shared: c has 10 too many by 45, b is within its share
    assertThat(cell.reclaim(DUE_A)).containsExactly(back(3, 40, 15));
  }

  @Test
  void whoHasBorrowedTheLargestPartGivesBackFirst() {
    var cell =
        new SharedCell(cpu(100), A, B, queue("root.c"))
            .with(needy(1, 0), uses(job(2, "root.b"), cpu(70)), uses(job(3, "root.c"), cpu(30)));

    // their shares are 20 each: b is over by 50 of 70, c by 10 of 30
    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 40, 30));
  }

  @Test
  void theNextGivesBackWhatTheFirstCannot() {
    var cell =
        new SharedCell(cpu(100), guaranteed("root.a", 90), B, queue("root.c"))
            .with(needy(1, 0), uses(job(2, "root.b"), cpu(70)), uses(job(3, "root.c"), cpu(30)));

    var rest = cell.reclaim(DUE_A);
    assertThat(rest).hasSize(2);
    assertThat(rest.getFirst().keep()).isEqualTo(new Resources(3_333, 0));
    assertThat(rest.getFirst().amount().plus(rest.getLast().amount())).isEqualTo(cpu(90));
  }

  @Test
  void jobsServedLastGiveBackFirst() {
    var cell =
        new SharedCell(cpu(100), A, B)
            .with(needy(9, 0), uses(job(1, "root.b"), cpu(40)), uses(job(2, "root.b"), cpu(25)))
            .with(uses(job(3, "root.b"), cpu(30)), urgent(uses(job(4, "root.b"), cpu(5)), 1));

    // b keeps 30: the urgent job, and 25 of the first
    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 10, 15), back(3, 30, 0));
  }

  @Test
  void ofJobsThatShareWhoHasMostGivesBackFirst() {
    var cell =
        new SharedCell(cpu(100), A, B.with(JobOrder.FAIR))
            .with(needy(9, 0), uses(job(1, "root.b"), cpu(20)), uses(job(2, "root.b"), cpu(80)));

    assertThat(cell.reclaim(DUE_A)).containsExactly(back(2, 40, 40));
  }

  @Test
  void usersAreEqual() {
    var cell =
        new SharedCell(cpu(100), A, B)
            .with(needy(9, 0), uses(job(2, "root.b"), cpu(25)))
            .with(by(uses(job(1, "root.b"), cpu(75)), "bob"));

    assertThat(cell.reclaim(DUE_A)).containsExactly(back(1, 40, 35));
  }

  @Test
  void siblingsGiveBackFirst() {
    var cell =
        new SharedCell(
                cpu(100),
                queue("root.x"),
                guaranteed("root.x.a", 30),
                queue("root.x.b"),
                queue("root.y"))
            .with(uses(job(1, "root.x.a", cpu(90)), cpu(0)), uses(job(2, "root.x.b"), cpu(60)))
            .with(uses(job(3, "root.y"), cpu(40)));

    assertThat(cell.reclaim(Due.of("root.x.a"))).containsExactly(back(2, 30, 30));
  }

  @Test
  void whatSiblingsLackIsTakenFurtherUp() {
    var cell =
        new SharedCell(
                cpu(100),
                queue("root.x"),
                guaranteed("root.x.a", 30),
                queue("root.x.b"),
                queue("root.y"),
                queue("root.y.c"),
                queue("root.y.d"))
            .with(uses(job(1, "root.x.a", cpu(90)), cpu(0)), uses(job(2, "root.x.b"), cpu(30)))
            .with(uses(job(3, "root.y.c"), cpu(50)), uses(job(4, "root.y.d"), cpu(20)));

    // x has 65 and a of it 47.5, b 17.5; y 35, half for each
    var back = cell.reclaim(Due.of("root.x.a"));
    assertThat(back)
        .containsExactly(
            new GiveBack(2, new Resources(12_500, 0), new Resources(17_500, 0)),
            new GiveBack(3, new Resources(17_500, 0), new Resources(32_500, 0)));
  }

  @Test
  void aQueueAndTheOneAboveItAreOneClaim() {
    var cell =
        new SharedCell(
                cpu(100), guaranteed("root.x", 50), guaranteed("root.x.a", 30), queue("root.b"))
            .with(job(1, "root.x.a", cpu(90)), uses(job(2, "root.b"), cpu(90)));

    assertThat(cell.reclaim(Due.of("root.x", "root.x.a"))).containsExactly(back(2, 40, 50));
    assertThat(cell.reclaim(Due.of("root.x.a"))).containsExactly(back(2, 20, 70));
  }

  @Test
  void whoIsDueItselfGivesBackNothing() {
    var cell =
        new SharedCell(cpu(100, 100), A, B, queue("root.c"))
            .with(needy(1, 0), uses(job(2, "root.b"), cpu(50)), uses(job(3, "root.c"), cpu(50)));

    var back = cell.reclaim(Due.of("root.a", "root.b"));
    assertThat(back.stream().map(GiveBack::amount).reduce(Resources.NONE, Resources::plus))
        .isEqualTo(cpu(40));
  }

  @Test
  void onlyTheResourcesThatAreMissingAreGivenBack() {
    var spec = queue("root.a");
    var a =
        spec.with(
            spec.share().withGuaranteed(cores(40), dev.muster.model.queue.Portion.fixed(GPU, 2)));
    var task = cpu(5).with(GPU, 1);
    var cell =
        new SharedCell(cpu(100).with(GPU, 4), a, B, queue("root.c"))
            .with(inTasks(uses(job(1, "root.a", cpu(60)), task.times(2)), cpu(5)))
            .with(uses(job(2, "root.b"), cpu(90).with(GPU, 2)));

    assertThat(cell.reclaim(DUE_A)).containsExactly(new GiveBack(2, cpu(30), cpu(60).with(GPU, 2)));
  }
}
