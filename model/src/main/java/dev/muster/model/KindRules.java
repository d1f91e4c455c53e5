package dev.muster.model;

import java.util.ArrayList;
import java.util.List;

/** What jobs must be that want more than a place for each task: services, gangs, elastic ones. */
public final class KindRules {

  /** How many tasks a gang may have: all of them are claimed by one transaction. */
  public static final int MAX_GANG = 100_000;

  /** Says that a problem is the job's and no stage's. */
  public static final int JOB = -1;

  private static final String POLICY =
      "set `policy` to shared or partitioned, or leave it out, instead of ";

  /**
   * One thing that is wrong.
   *
   * @param stage the number of the stage, or {@link #JOB}
   */
  public record Wrong(int stage, String field, String message) {}

  private KindRules() {}

  /** All that is wrong with what the job wants. */
  public static List<Wrong> problems(JobSpec job) {
    List<Wrong> wrong = new ArrayList<>();
    boolean mayClaim = job.commits() || job.policy().equals(JobSpec.AUTO);
    if (job.kind() == JobKind.SERVICE && !mayClaim) {
      wrong.add(new Wrong(JOB, "kind", "service needs a view of all racks; " + other(job)));
    }
    if (job.elastic() != Elastic.NO) {
      elastic(job, mayClaim, wrong);
    }
    for (int index = 0; index < job.stages().size(); index++) {
      if (job.stages().get(index).gang()) {
        gang(job, index, mayClaim, wrong);
      }
    }
    return wrong;
  }

  private static String other(JobSpec job) {
    return POLICY + job.policy();
  }

  private static void elastic(JobSpec job, boolean mayClaim, List<Wrong> wrong) {
    if (!mayClaim) {
      wrong.add(new Wrong(JOB, "elastic", "needs a view of what is idle; " + other(job)));
    }
    if (job.tokens() == JobSpec.NO_CAP) {
      var message = "lets a job exceed its `tokens`; give these as well";
      wrong.add(new Wrong(JOB, "elastic", message));
    }
  }

  private static void gang(JobSpec job, int index, boolean mayClaim, List<Wrong> wrong) {
    var stage = job.stages().get(index);
    if (!mayClaim) {
      wrong.add(new Wrong(index, "gang", "needs room for all tasks at once; " + other(job)));
    }
    if (stage.tasks() > MAX_GANG) {
      var most = "has at most " + Quantity.formatCount(MAX_GANG) + " tasks, not ";
      wrong.add(new Wrong(index, "gang", most + Quantity.formatCount(stage.tasks())));
    }
    if (job.tokens() < stage.tasks()) {
      var together = " tasks start together; `tokens` must be as many, not " + job.tokens();
      wrong.add(new Wrong(index, "gang", "of " + stage.tasks() + together));
    }
    if (stage.where().hasPreferences() && stage.where().isFirm()) {
      var message = "may have to wait for ever for nodes that it prefers; give `patience` as well";
      wrong.add(new Wrong(index, "gang", message));
    }
  }
}
