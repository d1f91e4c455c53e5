package dev.muster.model;

import java.util.List;
import java.util.TreeSet;

/**
 * A job as its user specified it.
 *
 * @param queue the path of the queue that the job belongs to
 * @param policy how nodes are chosen; {@code auto} chooses one for each stage
 * @param tokens how many tasks may run at once; {@link #NO_CAP} for as many as fit
 * @param home the directory that relative names in the job file start from
 * @param kind what the tasks are for
 * @param elastic whether the job may exceed its tokens by the use of spare capacity
 * @param explained whether the reasons of its placements are published from the first one on
 * @param user who submitted it; empty where that is not known
 * @param priority within its queue: the higher goes first
 */
public record JobSpec(
    String name,
    String queue,
    String policy,
    int tokens,
    String home,
    List<StageSpec> stages,
    JobKind kind,
    Elastic elastic,
    boolean explained,
    String user,
    int priority) {

  public static final int NO_CAP = Integer.MAX_VALUE;
  public static final String DEFAULT_QUEUE = "root";
  public static final String AUTO = "auto";

  /** Samples a few nodes and binds late. */
  public static final String SAMPLED = "sampled";

  /** Commits claims in the cell state before tasks go to a node. */
  public static final String SHARED = "shared";

  /** As shared, on replicas that are refreshed partition by partition. */
  public static final String PARTITIONED = "partitioned";

  /** Sends tasks where they are expected to be done first. */
  public static final String ESTIMATED = "estimated";

  /** Has the central scheduler place containers where they certainly fit. */
  public static final String CENTRAL = "central";

  /** As central, but queues tasks that are short at nodes where they start soon. */
  public static final String HYBRID = "hybrid";

  public JobSpec {
    stages = List.copyOf(stages);
  }

  /** A batch job that is not elastic; the rest by the {@code with…} methods. */
  public static JobSpec of(String name, StageSpec... stages) {
    return new JobSpec(
        name,
        DEFAULT_QUEUE,
        AUTO,
        NO_CAP,
        "",
        List.of(stages),
        JobKind.BATCH,
        Elastic.NO,
        false,
        "",
        0);
  }

  public JobSpec withQueue(String path) {
    return new JobSpec(
        name, path, policy, tokens, home, stages, kind, elastic, explained, user, priority);
  }

  public JobSpec withPolicy(String name) {
    return new JobSpec(
        this.name, queue, name, tokens, home, stages, kind, elastic, explained, user, priority);
  }

  public JobSpec withTokens(int cap) {
    return new JobSpec(
        name, queue, policy, cap, home, stages, kind, elastic, explained, user, priority);
  }

  public JobSpec withStages(List<StageSpec> others) {
    return new JobSpec(
        name, queue, policy, tokens, home, others, kind, elastic, explained, user, priority);
  }

  public JobSpec withHome(String directory) {
    return new JobSpec(
        name, queue, policy, tokens, directory, stages, kind, elastic, explained, user, priority);
  }

  public JobSpec with(JobKind other) {
    return new JobSpec(
        name, queue, policy, tokens, home, stages, other, elastic, explained, user, priority);
  }

  public JobSpec with(Elastic other) {
    return new JobSpec(
        name, queue, policy, tokens, home, stages, kind, other, explained, user, priority);
  }

  public JobSpec withUser(String name) {
    return new JobSpec(
        this.name, queue, policy, tokens, home, stages, kind, elastic, explained, name, priority);
  }

  public JobSpec withPriority(int level) {
    return new JobSpec(
        name, queue, policy, tokens, home, stages, kind, elastic, explained, user, level);
  }

  /** The same job, of which somebody wants to know why its tasks are where they are. */
  public JobSpec asExplained() {
    return new JobSpec(
        name, queue, policy, tokens, home, stages, kind, elastic, true, user, priority);
  }

  /** The policy that places the tasks of a stage: {@code auto} chooses one for each stage. */
  public String policyOf(StageSpec stage) {
    if (!policy.equals(AUTO)) {
      return policy;
    }
    boolean needsWholeCell = kind == JobKind.SERVICE || elastic != Elastic.NO || stage.isGang();
    return needsWholeCell ? SHARED : SAMPLED;
  }

  /** The policy that places all tasks; {@code auto} where stages differ. */
  public String policyOfAll() {
    var policies = new TreeSet<String>();
    stages.forEach(stage -> policies.add(policyOf(stage)));
    return policies.size() == 1 ? policies.first() : policy;
  }

  /** Whether the tasks of a stage need claims in the cell state before they go to a node. */
  public boolean commits(StageSpec stage) {
    var chosen = policyOf(stage);
    return chosen.equals(SHARED) || chosen.equals(PARTITIONED);
  }

  /** Whether tasks of a stage may have claims in the cell state, however they come by them. */
  public boolean claims(StageSpec stage) {
    var chosen = policyOf(stage);
    return commits(stage) || chosen.equals(CENTRAL) || chosen.equals(HYBRID);
  }

  /** Whether some stage commits. */
  public boolean commits() {
    return stages.stream().anyMatch(this::commits);
  }

  /** The index of the stage of this name; below zero where there is none. */
  public int indexOf(String stage) {
    for (int index = 0; index < stages.size(); index++) {
      if (stages.get(index).name().equals(stage)) {
        return index;
      }
    }
    return -1;
  }

  /** The stages that no other stage is after. */
  public List<StageSpec> lastStages() {
    var awaited = new TreeSet<String>();
    for (var stage : stages) {
      stage.after().forEach(edge -> awaited.add(edge.stage()));
    }
    return stages.stream().filter(stage -> !awaited.contains(stage.name())).toList();
  }

  /** All tasks of all stages. */
  public long tasks() {
    long sum = 0;
    for (var stage : stages) {
      sum += stage.tasks();
    }
    return sum;
  }
}
