package dev.muster.daemon;

import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Which nodes store the outputs and logs of one job. */
final class OutputLocations {

  /** Nodes that asked for the outputs of a stage; more need not be known. */
  static final int MAX_REQUESTERS = 64;

  private static final int NOWHERE = -1;

  /** In place of a node: the output is lost, and its task runs again. */
  private static final int LOST = -2;

  private final long number;
  private final JobSpec job;

  /** By stage and task: the node that stores the output of the success that counts. */
  private final int[][] nodes;

  /** By stage: how many tasks it has now; outputs of others are kept, and nobody reads them. */
  private final int[] sizes;

  private final List<RecentRequesters> requesters = new ArrayList<>();

  private final Set<Integer> ran = new TreeSet<>();

  /** How many rows there are for tasks by which stages have grown. */
  private long added;

  private boolean ended;

  OutputLocations(long number, JobSpec job) {
    this.number = number;
    this.job = job;
    this.nodes = new int[job.stages().size()][];
    this.sizes = new int[job.stages().size()];
    job.stages().forEach(_ -> requesters.add(new RecentRequesters(MAX_REQUESTERS)));
  }

  long number() {
    return number;
  }

  /** Started by a scheduler, with the sizes of stages that are on record. */
  synchronized void started(JobSpec with) {
    for (int stage = 0; stage < sizes.length; stage++) {
      sizes[stage] = with.stages().get(stage).tasks();
    }
  }

  synchronized void resized(StageSizeChanged size) {
    sizes[size.stage()] = size.tasks();
  }

  synchronized void stored(OutputStored output) {
    ran.add(output.node());
    int stage = output.stage();
    if (output.bytes() > 0) {
      reach(stage, output.index());
      nodes[stage][output.index()] = output.node();
    }
  }

  synchronized void lost(OutputLost output) {
    reach(output.stage(), output.index());
    nodes[output.stage()][output.index()] = output.again() ? LOST : NOWHERE;
  }

  /** The node has nothing more to give; after the end of the job that would be said. */
  synchronized void died(int node) {
    if (!ended) {
      ran.remove(node);
    }
  }

  /** A stage may have grown since the job was started. */
  private void reach(int stage, int index) {
    int before = nodes[stage] == null ? 0 : nodes[stage].length;
    if (index >= before) {
      int rows =
          Math.max(job.stages().get(stage).tasks(), Math.max(index + 1, before + before / 2));
      nodes[stage] = before == 0 ? new int[rows] : Arrays.copyOf(nodes[stage], rows);
      Arrays.fill(nodes[stage], before, rows, NOWHERE);
      added += Math.max(0, rows - Math.max(before, job.stages().get(stage).tasks()));
    }
  }

  /** The tasks of a stage that have an output, by node. */
  synchronized Map<Integer, List<Integer>> byNode(String stage) {
    Map<Integer, List<Integer>> tasks = new TreeMap<>();
    int number = number(stage);
    for (int index = 0; index < rows(number); index++) {
      int node = nodes[number][index];
      if (node > NOWHERE) {
        tasks.computeIfAbsent(node, _ -> new ArrayList<>()).add(index);
      }
    }
    return tasks;
  }

  /** The tasks of a stage that run again for their outputs. */
  synchronized List<Integer> lost(String stage) {
    int number = number(stage);
    return IntStream.range(0, rows(number))
        .filter(index -> nodes[number][index] == LOST)
        .boxed()
        .toList();
  }

  private int rows(int stage) {
    return nodes[stage] == null ? 0 : Math.min(nodes[stage].length, sizes[stage]);
  }

  synchronized List<String> asked(String stage, String requester) {
    return requesters.get(number(stage)).before(requester);
  }

  private int number(String stage) {
    for (int number = 0; number < job.stages().size(); number++) {
      if (job.stages().get(number).name().equals(stage)) {
        return number;
      }
    }
    throw new IllegalArgumentException("the job has no stage `" + stage + "`");
  }

  synchronized List<Integer> nodes() {
    return List.copyOf(ran);
  }

  /** How many locations there may be to remember. */
  synchronized long tasks() {
    return job.tasks() + added;
  }

  synchronized void end() {
    ended = true;
  }

  synchronized boolean hasEnded() {
    return ended;
  }
}
