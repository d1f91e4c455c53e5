package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.sim.drive.SimCell;
import java.util.Collection;

/**
 * Users that change their mind about how many tasks a stage has: while it waits, runs or has ended,
 * some twice in a row, some to sizes or in stages that cannot be.
 */
final class SwarmResizes {

  private static final long MS = 1_000_000;
  private static final int MAX_RESIZES = 8;
  private static final int MAX_TASKS = 40;

  /** How long after its submission a job may be resized. */
  private static final long LATEST_NS = 30_000 * MS;

  /** Within this time what runs beyond the new size has not ended yet. */
  private static final long SOON_NS = 1_000 * MS;

  private final Chance chance;
  private final SimCell cell;

  SwarmResizes(long seed, SimCell cell) {
    this.chance = Chance.of(seed, "resizes");
    this.cell = cell;
  }

  void schedule(Collection<SwarmJob> jobs) {
    for (var job : jobs) {
      for (int left = chance.nextInt(MAX_RESIZES); left > 0; left--) {
        resize(job);
      }
    }
    cell.resize(chance.nextLong(LATEST_NS), "nobody's", "s0", 1);
  }

  private void resize(SwarmJob job) {
    long within = chance.nextBoolean() ? SOON_NS : LATEST_NS;
    long atNs = job.submitAtNs() + chance.nextLong(within);
    int stages = job.spec().stages().size();
    var stage = "s" + (chance.nextInt(12) == 0 ? stages : chance.nextInt(stages));
    int tasks = chance.nextInt(MAX_TASKS + 1);
    cell.resize(atNs, job.spec().name(), stage, tasks);
    if (chance.nextBoolean()) {
      long againNs = atNs + chance.nextLong(SOON_NS);
      cell.resize(againNs, job.spec().name(), stage, 1 + chance.nextInt(MAX_TASKS));
    }
  }
}
