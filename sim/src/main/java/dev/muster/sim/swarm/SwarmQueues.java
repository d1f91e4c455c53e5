package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import dev.muster.sim.drive.SimCell;
import java.util.ArrayList;
import java.util.List;

/**
 * Queues that change while jobs run, and jobs that are suspended for a while. Once faults heal the
 * cell has queues that let every job end.
 */
final class SwarmQueues {

  private static final long MS = 1_000_000;

  /** In one of so many cells. */
  private static final int CELLS = 3;

  private static final int MOST_CHANGES = 4;
  private static final int SUSPENDED_ONE_IN = 4;
  private static final List<String> LEAVES = List.of("root.a", "root.b", "root.c.x");
  private static final List<String> USERS = List.of("ann", "bob", "eve");
  private static final int PRIORITIES = 3;
  private static final int OPEN_ONE_IN = 8;
  private static final int WITHOUT_ONE_IN = 4;

  /** No job of the swarm asks for more. */
  private static final int TOKENS = 1_000;

  private final Chance chance;
  private final long healNs;
  private final boolean isOn;

  SwarmQueues(long seed, long healNs) {
    this.chance = Chance.of(seed, "queues");
    this.healNs = healNs;
    this.isOn = chance.nextInt(CELLS) == 0;
  }

  /** The job, in some queue and of some user where there are queues. */
  JobSpec place(JobSpec job) {
    return isOn
        ? job.withQueue(LEAVES.get(chance.nextInt(LEAVES.size())))
            .withUser(USERS.get(chance.nextInt(USERS.size())))
            .withPriority(chance.nextInt(PRIORITIES))
        : job;
  }

  void schedule(SimCell cell, Iterable<SwarmJob> jobs) {
    if (!isOn) {
      return;
    }
    int changes = 1 + chance.nextInt(MOST_CHANGES);
    long atNs = 0;
    for (int revision = 1; revision <= changes; revision++) {
      atNs += chance.nextLong(healNs / MOST_CHANGES);
      cell.changeQueues(atNs, revision, draw());
    }
    cell.changeQueues(healNs, changes + 1L, generous());
    for (var job : jobs) {
      if (chance.nextInt(SUSPENDED_ONE_IN) == 0) {
        cell.suspend(job.submitAtNs() + chance.nextLong(3_000 * MS), job.spec().name(), true);
        cell.suspend(healNs, job.spec().name(), false);
      }
    }
  }

  private QueueTree draw() {
    if (chance.nextInt(OPEN_ONE_IN) == 0) {
      return QueueTree.OPEN;
    }
    List<QueueSpec> all = new ArrayList<>(generous().queues());
    all.replaceAll(queue -> queue.parent().isEmpty() ? root(queue) : draw(queue));
    if (chance.nextInt(WITHOUT_ONE_IN) == 0) {
      all.removeIf(queue -> queue.path().equals(LEAVES.getFirst()));
    }
    return new QueueTree(all, (1 + chance.nextInt(4_000)) * MS);
  }

  /** Of which some users may submit nothing. */
  private QueueSpec root(QueueSpec queue) {
    var users = USERS.subList(0, USERS.size() - 1);
    var some = new QueueAccess(users.subList(0, 1), users.subList(1, users.size()));
    return chance.nextInt(3) == 0 ? queue.with(some) : queue;
  }

  private QueueSpec draw(QueueSpec queue) {
    var share =
        QueueShare.EVEN
            .withWeight(1 + chance.nextInt(3))
            .withGuaranteed(
                Portion.ofCell(Portion.CPU, chance.nextInt(40) / 100.0),
                Portion.ofCell(Portion.MEMORY, chance.nextInt(40) / 100.0));
    var limited =
        chance.nextInt(3) == 0
            ? share.withMax(Portion.ofCell(Portion.CPU, (40 + chance.nextInt(60)) / 100.0))
            : share;
    return queue
        .with(limited)
        .withTokens(chance.nextInt(2) == 0 ? TOKENS : QueueSpec.NO_TOKENS)
        .with(limits())
        .with(chance.nextInt(2) == 0 ? JobOrder.FAIR : JobOrder.FIFO)
        .with(quota())
        .withMaxPriority(chance.nextInt(PRIORITIES))
        .withSuspended(chance.nextInt(5) == 0);
  }

  private QueueLimits limits() {
    var cpu = Portion.ofCell(Portion.CPU, (20 + chance.nextInt(60)) / 100.0);
    var ofUser =
        new UserLimits(
            orAny(4),
            chance.nextInt(4) == 0 ? 30 + chance.nextInt(60) : Long.MAX_VALUE,
            orAny(2),
            chance.nextInt(4) == 0 ? Portions.of(cpu) : Portions.NONE);
    return new QueueLimits(
        orAny(6),
        chance.nextInt(4) == 0 ? 30 + chance.nextInt(120) : Long.MAX_VALUE,
        orAny(3),
        ofUser);
  }

  private int orAny(int most) {
    return chance.nextInt(3) == 0 ? 1 + chance.nextInt(most) : Integer.MAX_VALUE;
  }

  private OpportunisticQuota quota() {
    return switch (chance.nextInt(3)) {
      case 0 -> OpportunisticQuota.NONE;
      case 1 -> OpportunisticQuota.atMost(chance.nextInt(4));
      default -> new OpportunisticQuota(10, chance.nextInt(20) / 10.0, chance.nextInt(2));
    };
  }

  /** Every job of the swarm may go on, and end. */
  private static QueueTree generous() {
    var all = QueueTree.of(LEAVES.stream().map(QueueSpec::of).toArray(QueueSpec[]::new));
    List<QueueSpec> queues = new ArrayList<>(all.queues());
    queues.add(queues.size() - 1, QueueSpec.of("root.c"));
    queues.replaceAll(queue -> queue.withMaxPriority(PRIORITIES));
    return new QueueTree(queues, all.reclaimAfterNs());
  }
}
