package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.GPU;
import static dev.muster.core.master.share.SharedCell.cores;
import static dev.muster.core.master.share.SharedCell.cpu;
import static dev.muster.core.master.share.SharedCell.guaranteed;
import static dev.muster.core.master.share.SharedCell.job;
import static dev.muster.core.master.share.SharedCell.queue;
import static dev.muster.core.master.share.SharedCell.uses;
import static dev.muster.core.master.share.SharedCell.weighted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What queues have before anything is shared. */
final class GuaranteesTest {

  private static final QueueSpec A = queue("root.a");
  private static final QueueSpec B = queue("root.b");

  private static QueueSpec with(QueueSpec spec, Portion... guaranteed) {
    return spec.with(spec.share().withGuaranteed(guaranteed));
  }

  @Test
  void theRestBeyondGuaranteesIsSharedByWeight() {
    var cell =
        new SharedCell(cpu(100), guaranteed("root.a", 60), B)
            .with(job(1, "root.a", cpu(200)), job(2, "root.b", cpu(200)));

    assertThat(cell.cpuShares()).containsExactly(80_000L, 20_000L);
  }

  @Test
  void aShareOfTheCellIsGuaranteedToo() {
    var cell =
        new SharedCell(
                cpu(100),
                with(A, Portion.ofCell(Portion.CPU, 0.7)),
                with(B, Portion.ofCell(Portion.CPU, 0.3)))
            .with(job(1, "root.a", cpu(200)), job(2, "root.b", cpu(200)));

    assertThat(cell.cpuShares()).containsExactly(70_000L, 30_000L);
    assertThat(cell.standing("root.a").guarantee()).isEqualTo(cpu(70));
  }

  @Test
  void whatIsGuaranteedAndNotWantedOthersBorrow() {
    var cell =
        new SharedCell(cpu(100), guaranteed("root.a", 60), B)
            .with(job(1, "root.a", cpu(10)), job(2, "root.b", cpu(200)));

    assertThat(cell.cpuShares()).containsExactly(10_000L, 90_000L);
  }

  @Test
  void guaranteesBeyondTheCellAreScaledDownAlike() {
    var cell =
        new SharedCell(cpu(50), guaranteed("root.a", 60), guaranteed("root.b", 40))
            .with(job(1, "root.a", cpu(200)), job(2, "root.b", cpu(200)));

    assertThat(cell.cpuShares()).containsExactly(30_000L, 20_000L);
    assertThat(cell.standing("root.b").guarantee()).isEqualTo(cpu(20));
    assertThat(cell.standing("root").guarantee()).isEqualTo(cpu(50));
  }

  @Test
  void aQueueIsGuaranteedWhatThoseBelowItAre() {
    var cell =
        new SharedCell(
            cpu(100), queue("root.x"), guaranteed("root.x.a", 20), guaranteed("root.x.b", 30));

    assertThat(cell.standing("root.x").guarantee()).isEqualTo(cpu(50));
    assertThat(cell.standing("root").guarantee()).isEqualTo(cpu(50));
  }

  @Test
  void noQueueIsGuaranteedMoreThanItsMaximum() {
    var low = A.with(A.share().withGuaranteed(cores(60)).withMax(cores(10)));
    var cell = new SharedCell(cpu(100), low).with(job(1, "root.a", cpu(200)));

    assertThat(cell.standing("root.a").guarantee()).isEqualTo(cpu(10));
    assertThat(cell.cpuShares()).containsExactly(10_000L);
  }

  @Test
  void childrenThatAreGuaranteedMoreThanTheMaximumAboveThemShareIt() {
    var x = queue("root.x").with(queue("root.x").share().withMax(cores(30)));
    var cell =
        new SharedCell(cpu(100), x, guaranteed("root.x.a", 40), guaranteed("root.x.b", 20), B)
            .with(job(1, "root.x.a", cpu(90)), job(2, "root.x.b", cpu(90)))
            .with(job(3, "root.b", cpu(90)));

    assertThat(cell.cpuShares()).containsExactly(20_000L, 10_000L, 70_000L);
  }

  @Test
  void whatAQueueHasBeyondThoseBelowGoesToThemByWeight() {
    var cell =
        new SharedCell(
                cpu(100),
                guaranteed("root.x", 60),
                guaranteed("root.x.a", 20),
                weighted("root.x.b", 3),
                weighted("root.x.c", 1),
                weighted("root.y", 1000))
            .with(job(1, "root.x.a", cpu(20)), job(2, "root.x.b", cpu(90)))
            .with(job(3, "root.x.c", cpu(90)), job(4, "root.y", cpu(90)));

    assertThat(cell.cpuShares().subList(0, 1)).containsExactly(20_000L);
    assertThat(cell.cpuShares().get(1)).isBetween(30_000L, 30_050L);
    assertThat(cell.cpuShares().get(2)).isBetween(10_000L, 10_050L);
  }

  @Test
  void whatAChildDoesNotDemandOfItsGuaranteeGoesToItsSiblings() {
    var cell =
        new SharedCell(
                cpu(100),
                guaranteed("root.x", 60),
                guaranteed("root.x.a", 50),
                queue("root.x.b"),
                weighted("root.y", 1e9))
            .with(job(1, "root.x.a", cpu(5)), job(2, "root.x.b", cpu(90)))
            .with(job(3, "root.y", cpu(90)));

    assertThat(cell.cpuShares()).containsExactly(5_000L, 55_000L, 39_999L);
  }

  @Test
  void aGuaranteeOfOneResourceHoldsWhileOthersAreCompetedFor() {
    var cell =
        new SharedCell(cpu(100).with(GPU, 10), with(A, Portion.fixed(GPU, 8)), B)
            .with(job(1, "root.a", cpu(80).with(GPU, 8)), job(2, "root.b", cpu(80).with(GPU, 80)));

    // b has no more than two, and a has, of the rest of the cpu, what eight of them need
    assertThat(cell.jobShares()).containsExactly(cpu(80).with(GPU, 8), cpu(2).with(GPU, 2));
  }

  @Test
  void whatAQueueCannotUseOfItsGuaranteeIsLent() {
    var guarantee = new Portion[] {cores(10), Portion.fixed(Portion.MEMORY, 50)};
    var cell =
        new SharedCell(cpu(100, 100), with(A, guarantee), B, queue("root.c"))
            .with(job(1, "root.a", cpu(200, 100)), job(2, "root.b", cpu(200, 0)))
            .with(job(3, "root.c", cpu(0, 100)));

    // a is short of cpu, so c borrows of its memory
    assertThat(cell.jobShares()).containsExactly(cpu(55, 27), cpu(45, 0), cpu(0, 72));
    assertThat(cell.standing("root.a").isBelowGuarantee()).isTrue();
  }

  @Test
  void whatAQueueCannotUseOfItsGuaranteeIsLentToItsSiblingsFirst() {
    var memory = Portion.fixed(Portion.MEMORY, 60);
    var cell =
        new SharedCell(
                cpu(100, 100),
                with(queue("root.x"), memory),
                with(queue("root.x.a"), memory),
                queue("root.x.b"),
                weighted("root.y", 1e9),
                weighted("root.z", 1e9))
            .with(job(1, "root.x.a", cpu(200, 200)), job(2, "root.x.b", cpu(0, 100)))
            .with(job(3, "root.y", cpu(200, 0)), job(4, "root.z", cpu(0, 100)));

    assertThat(cell.jobShares())
        .containsExactly(Resources.NONE, cpu(0, 60), new Resources(99_999, 0), cpu(0, 40));
  }

  @Test
  void whatAQueueUsesWithinItsGuaranteeIsNotLent() {
    var guarantee = new Portion[] {cores(10), Portion.fixed(Portion.MEMORY, 50)};
    var a = uses(job(1, "root.a", cpu(200, 60)), cpu(0, 40));
    var cell =
        new SharedCell(cpu(100, 100), with(A, guarantee), B, queue("root.c"))
            .with(a, job(2, "root.b", cpu(200, 0)), job(3, "root.c", cpu(0, 100)));

    assertThat(cell.jobShares()).containsExactly(cpu(55, 27), cpu(45, 0), cpu(0, 60));
    assertThat(cell.standing("root.a").share()).isEqualTo(cpu(55, 40));
  }

  @Test
  void aQueueIsBelowItsGuaranteeOnlyIfItWantsMore() {
    var cell =
        new SharedCell(
                cpu(100), guaranteed("root.a", 60), guaranteed("root.b", 10), queue("root.c"))
            .with(uses(job(1, "root.a", cpu(15)), cpu(20)), uses(job(2, "root.b"), cpu(5)))
            .with(uses(job(3, "root.c"), cpu(75)));

    assertThat(cell.standing("root.a").isBelowGuarantee()).isTrue();
    assertThat(cell.standing("root.a").missing()).isEqualTo(cpu(15));
    assertThat(cell.standing("root.b").isBelowGuarantee()).isFalse();
    assertThat(cell.standing("root.c").over()).isEqualTo(cpu(15));
    assertThat(cell.standing("root.a").over()).isEqualTo(Resources.NONE);
  }

  @Test
  void useWithinTheGuaranteeIsNeverOver() {
    var standing = new QueueStanding("root.a", cpu(5, 30), cpu(15, 40), cpu(20, 10));

    assertThat(standing.over()).isEqualTo(cpu(0, 10));
    assertThat(standing.missing()).isEqualTo(Resources.NONE);
    assertThat(List.of(standing)).noneMatch(QueueStanding::isBelowGuarantee);
  }
}
