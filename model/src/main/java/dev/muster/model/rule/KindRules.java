package dev.muster.model.rule;

import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.WeakestTier;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;

/** The rules of services, elastic jobs, gangs and tiers. */
public final class KindRules {

  /** How many tasks a gang may have: one transaction claims all. */
  public static final int MAX_GANG = 100_000;

  /** In place of a stage: a problem of the job. */
  public static final int JOB = -1;

  /** The policies without opportunistic tasks. */
  private static final List<String> GUARANTEED_ONLY =
      List.of(JobSpec.SAMPLED, JobSpec.SHARED, JobSpec.PARTITIONED, JobSpec.CENTRAL);

  private static final String POLICY =
      "set `policy` to shared or partitioned, or leave it out, instead of ";

  /**
   * @param stage the index of the stage, or {@link #JOB}
   */
  public record KindProblem(int stage, String field, String message) {}

  private KindRules() {}

  /** All problems of the job. */
  public static List<KindProblem> problems(JobSpec job) {
    List<KindProblem> problems = new ArrayList<>();
    boolean mayClaim = job.commits() || job.policy().equals(JobSpec.AUTO);
    if (job.kind() == JobKind.SERVICE && !mayClaim) {
      problems.add(
          new KindProblem(JOB, "kind", "service needs a view of all racks; " + other(job)));
    }
    if (job.elastic() != Elastic.NO) {
      elastic(job, mayClaim, problems);
    }
    for (int index = 0; index < job.stages().size(); index++) {
      if (job.stages().get(index).isGang()) {
        gang(job, index, problems);
      }
      if (job.stages().get(index).tier() == WeakestTier.OPPORTUNISTIC) {
        opportunistic(job, index, problems);
      }
    }
    return problems;
  }

  private static String other(JobSpec job) {
    return POLICY + job.policy();
  }

  private static void elastic(JobSpec job, boolean mayClaim, List<KindProblem> problems) {
    if (!mayClaim) {
      problems.add(new KindProblem(JOB, "elastic", "needs a view of what is idle; " + other(job)));
    }
    if (job.tokens() == JobSpec.NO_CAP) {
      var message = "lets a job exceed its `tokens`; give these as well";
      problems.add(new KindProblem(JOB, "elastic", message));
    }
  }

  private static void gang(JobSpec job, int index, List<KindProblem> problems) {
    var stage = job.stages().get(index);
    if (!job.claims(stage) && !job.policy().equals(JobSpec.AUTO)) {
      problems.add(
          new KindProblem(index, "gang", "needs resources for all tasks at once; " + other(job)));
    }
    if (stage.tasks() > MAX_GANG) {
      var most = "has at most " + Quantity.formatCount(MAX_GANG) + " tasks, not ";
      problems.add(new KindProblem(index, "gang", most + Quantity.formatCount(stage.tasks())));
    }
    if (job.tokens() < stage.tasks()) {
      var together = " tasks start together; `tokens` must be as many, not " + job.tokens();
      problems.add(new KindProblem(index, "gang", "of " + stage.tasks() + together));
    }
    if (stage.where().hasPreferences() && stage.where().isFirm()) {
      var message = "may have to wait for ever for nodes that it prefers; give `patience` as well";
      problems.add(new KindProblem(index, "gang", message));
    }
  }

  /** Tasks that need not be guaranteed are so all the same where nothing else is possible. */
  private static void opportunistic(JobSpec job, int index, List<KindProblem> problems) {
    if (job.stages().get(index).isGang()) {
      var message = "of a gang must be guaranteed: its tasks start together, or none does";
      problems.add(new KindProblem(index, "tier", message));
    } else if (GUARANTEED_ONLY.contains(job.policy())) {
      var message = "opportunistic is not for " + job.policy() + ", whose tasks are guaranteed; ";
      var instead = "set `policy` to hybrid or estimated, or leave it out";
      problems.add(new KindProblem(index, "tier", message + instead));
    }
  }
}
