package dev.muster.sim.experiment.sparrow;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A query of several phases, each of which starts when the one before it has ended. */
record Query(String name, List<QueryPhase> phases) {

  /** How many tasks each first phase has: one for each part of the data. */
  static final int PARTITIONS = 30;

  private static final double MS_PER_S = 1e3;
  private static final long NS_PER_MS = 1_000_000;

  /** A number of tasks that take equally long. */
  record QueryPhase(int tasks, int taskMs) {}

  /**
   * Four queries with as many phases as the paper's. Of their sizes the paper gives only the times
   * of one (Table 3: the 5th percentile is taken for the time of a task), 30 partitions to scan,
   * and that about 30 a second keep 400 slots busy to 65%; the rest is chosen to agree with that.
   */
  static final List<Query> ALL =
      List.of(
          of("query1", PARTITIONS, 140, 20, 100),
          of("query2", PARTITIONS, 160, 30, 120, 30, 60),
          of("query3", PARTITIONS, 121, 30, 88, 10, 53),
          of("query4", PARTITIONS, 130, 30, 110, 20, 80, 20, 60, 10, 40));

  /**
   * @param phases the number of tasks of each, and their time in milliseconds
   */
  private static Query of(String name, int... phases) {
    List<QueryPhase> all = new ArrayList<>();
    for (int at = 0; at < phases.length; at += 2) {
      all.add(new QueryPhase(phases[at], phases[at + 1]));
    }
    return new Query(name, all);
  }

  /**
   * @param holders for each task of the first phase the nodes that have its data; none where it may
   *     run anywhere
   */
  JobSpec job(List<List<Integer>> holders) {
    List<StageSpec> stages = new ArrayList<>();
    for (int index = 0; index < phases.size(); index++) {
      int tasks = phases.get(index).tasks();
      var stage = StageSpec.of(stageName(index), tasks, SampledSetting.SLOT, List.of("modelled"));
      stages.add(
          index == 0
              ? stage.withWhere(Where.ANYWHERE.withPrefer(holders, Where.FIRM))
              : stage.withAfter(stageName(index - 1)));
    }
    return JobSpec.of(name, stages.toArray(StageSpec[]::new));
  }

  private String stageName(int phase) {
    return name + "-" + (phase + 1);
  }

  /** How long it takes where nothing ever waits. */
  double optimalMs() {
    return phases.stream().mapToInt(QueryPhase::taskMs).sum();
  }

  /** All the time that its tasks need. */
  double workSeconds() {
    return phases.stream().mapToDouble(phase -> phase.tasks() * phase.taskMs()).sum() / MS_PER_S;
  }

  /** How long a task of a stage of one of these takes, by the name of the stage. */
  static Map<String, Long> taskNs(List<Query> queries) {
    Map<String, Long> times = new TreeMap<>();
    for (var query : queries) {
      for (int index = 0; index < query.phases.size(); index++) {
        times.put(query.stageName(index), query.phases.get(index).taskMs() * NS_PER_MS);
      }
    }
    return times;
  }
}
