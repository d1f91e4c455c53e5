package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.model.JobSpec;
import dev.muster.sim.drive.SimCell;

/** What users do besides submitting jobs: they ask, and they make mistakes. */
final class SwarmUsers {

  private static final int MAX_QUESTIONS = 10;
  private static final int MAX_MISTAKES = 3;

  /** About as long as the answer takes where nothing goes wrong. */
  private static final long ANSWER_NS = 2_000_000;

  /** The number of a job that ended long before this cell's first. */
  private static final long FORGOTTEN = 0;

  private final Chance chance;
  private final SimCell cell;
  private final int jobs;
  private final int schedulers;
  private final long untilNs;

  /**
   * @param untilNs when the last of them has done so
   */
  SwarmUsers(long seed, SimCell cell, int jobs, int schedulers, long untilNs) {
    this.chance = Chance.of(seed, "questions");
    this.cell = cell;
    this.jobs = jobs;
    this.schedulers = schedulers;
    this.untilNs = untilNs;
  }

  void schedule() {
    for (int left = chance.nextInt(MAX_QUESTIONS); left > 0; left--) {
      askWhy();
    }
    for (int left = chance.nextInt(MAX_MISTAKES); left > 0; left--) {
      submitInvalid("invalid-" + left);
      askTooLate();
    }
  }

  /** Why a task is where it is, of a job that may not be there. */
  private void askWhy() {
    var question =
        new ExplainTask(chance.nextInt(jobs + 2), chance.nextInt(3) - 1, chance.nextInt(6) - 1);
    var scheduler = SchedulerEvent.at(chance.nextInt(schedulers));
    cell.simulation().post(chance.nextLong(untilNs), scheduler, question);
  }

  /** Whoever gives the job up may do so before its rejection. */
  private void submitInvalid(String key) {
    long atNs = chance.nextLong(untilNs);
    cell.submit(atNs, key, JobSpec.of(key));
    if (chance.nextBoolean()) {
      cell.giveUp(atNs + chance.nextLong(ANSWER_NS), key);
    }
  }

  private void askTooLate() {
    var question = new GetJob(FORGOTTEN, ClientEvent.at(0));
    cell.simulation().post(chance.nextLong(untilNs), MasterEvent.at(0), question);
  }
}
