package dev.muster.daemon;

import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which nodes ran the tasks of one job, and have what these left and wrote. */
final class JobPlaces {

  /** Of those who ask for the outputs of a stage; more need not be known. */
  static final int MAX_ASKERS = 64;

  private static final int NOWHERE = -1;

  private final long number;
  private final JobSpec job;

  /** By stage and task: the node where it ended well and left something. */
  private final int[][] nodes;

  /** By stage: who asked for what it left. */
  private final List<Recent> askers = new ArrayList<>();

  private final Set<Integer> ran = new TreeSet<>();
  private boolean ended;

  JobPlaces(long number, JobSpec job) {
    this.number = number;
    this.job = job;
    this.nodes = new int[job.stages().size()][];
    job.stages().forEach(_ -> askers.add(new Recent(MAX_ASKERS)));
  }

  long number() {
    return number;
  }

  synchronized void finished(int stage, int index, int node, RunResult result) {
    ran.add(node);
    if (result.succeeded() && result.outputBytes() > 0) {
      if (nodes[stage] == null) {
        nodes[stage] = new int[job.stages().get(stage).tasks()];
        Arrays.fill(nodes[stage], NOWHERE);
      }
      if (nodes[stage][index] == NOWHERE) {
        nodes[stage][index] = node;
      }
    }
  }

  /** The tasks of a stage that left something, by node. */
  synchronized Map<Integer, List<Integer>> byNode(String stage) {
    Map<Integer, List<Integer>> tasks = new TreeMap<>();
    var places = nodes[number(stage)];
    for (int index = 0; places != null && index < places.length; index++) {
      if (places[index] != NOWHERE) {
        tasks.computeIfAbsent(places[index], _ -> new ArrayList<>()).add(index);
      }
    }
    return tasks;
  }

  /** Those who asked before for what this stage left. */
  synchronized List<String> asked(String stage, String asker) {
    return askers.get(number(stage)).before(asker);
  }

  private int number(String stage) {
    for (int number = 0; number < job.stages().size(); number++) {
      if (job.stages().get(number).name().equals(stage)) {
        return number;
      }
    }
    throw new IllegalArgumentException("the job has no stage `" + stage + "`");
  }

  /** All nodes on which a task of it ended, well or not. */
  synchronized List<Integer> nodes() {
    return List.copyOf(ran);
  }

  /** How many tasks it has, and so places to remember. */
  long tasks() {
    return job.tasks();
  }

  synchronized void end() {
    ended = true;
  }

  synchronized boolean hasEnded() {
    return ended;
  }
}
