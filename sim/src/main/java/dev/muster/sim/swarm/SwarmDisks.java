package dev.muster.sim.swarm;

import static java.util.Objects.requireNonNull;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.Notice.JobStarted;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The outputs of tasks on the disks of machines, and the catalog of a cell that knows where they
 * are: whoever starts a task finds its inputs, or fails as a real node does.
 *
 * <p>Disks outlast the crash of their machine, not that somebody empties them. Copies that readers
 * have are not modelled.
 */
final class SwarmDisks implements Observer {

  /** How long a node tries to have inputs from a machine that does not answer. */
  static final long PATIENCE_NS = 5_000_000_000L;

  /** How long it takes to find out that an input is lost. */
  private static final long ASK_NS = 1_000_000;

  /** In place of a node: the output is made again. */
  private static final int LOST = -1;

  private record Output(long job, int stage, int index) implements Comparable<Output> {

    @Override
    public int compareTo(Output other) {
      int byJob = Long.compare(job, other.job);
      int byStage = byJob != 0 ? byJob : Integer.compare(stage, other.stage);
      return byStage != 0 ? byStage : Integer.compare(index, other.index);
    }
  }

  private final TreeMap<Long, JobSpec> jobs = new TreeMap<>();
  private final TreeMap<Long, int[]> sizes = new TreeMap<>();
  private final TreeMap<Output, Integer> places = new TreeMap<>();
  private final TreeMap<Integer, TreeSet<Output>> disks = new TreeMap<>();
  private final TreeSet<Integer> down = new TreeSet<>();

  /** Attempts that were launched without their inputs, and what comes of them. */
  private final TreeMap<String, RunResult> lacking = new TreeMap<>();

  /** What the catalog of the cell learns. */
  void published(Event event) {
    switch (event) {
      case JobStarted job -> {
        jobs.put(job.job(), job.spec());
        sizes.put(job.job(), job.spec().stages().stream().mapToInt(StageSpec::tasks).toArray());
      }
      case StageSizeChanged size ->
          requireNonNull(sizes.get(size.job()))[size.stage()] = size.tasks();
      case OutputStored stored when stored.bytes() > 0 ->
          places.put(new Output(stored.job(), stored.stage(), stored.index()), stored.node());
      case OutputLost lost -> {
        var output = new Output(lost.job(), lost.stage(), lost.index());
        if (lost.again()) {
          places.put(output, LOST);
        } else {
          places.remove(output);
        }
      }
      default -> {} // not about outputs
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TaskFinished end && end.result().hasOutputOnNode()) {
      disk(end.node()).add(new Output(end.job(), end.stage(), end.index()));
    }
  }

  private TreeSet<Output> disk(int node) {
    return disks.computeIfAbsent(node, _ -> new TreeSet<>());
  }

  @Override
  public void diskEmptied(int node) {
    disk(node).clear();
  }

  @Override
  public void crashed(int node) {
    down.add(node);
  }

  @Override
  public void processDied(int node) {
    down.add(node);
  }

  void isBack(int node) {
    down.remove(node);
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    for (var edge : work.spec().after()) {
      missing(work, edge).ifPresent(result -> lacking.putIfAbsent(work.toString(), result));
    }
  }

  private Optional<RunResult> missing(Work work, Edge edge) {
    var spec = jobs.get(work.job());
    if (spec == null) {
      return Optional.empty();
    }
    var names = spec.stages().stream().map(stage -> stage.name()).toList();
    int stage = names.indexOf(edge.stage());
    List<Integer> lost = new ArrayList<>();
    boolean unanswered = false;
    for (var each : inputs(work, stage, edge).entrySet()) {
      int holder = each.getValue();
      if (holder != LOST && down.contains(holder)) {
        unanswered = true;
      } else if (holder == LOST || !disk(holder).contains(each.getKey())) {
        lost.add(each.getKey().index());
      }
    }
    if (lost.isEmpty() && !unanswered) {
      return Optional.empty();
    }
    var named = lost.isEmpty() ? LostInputs.NONE : new LostInputs(edge.stage(), lost);
    return Optional.of(RunResult.inputMissing("modelled", named));
  }

  private TreeMap<Output, Integer> inputs(Work work, int stage, Edge edge) {
    int from = edge.isOneToOne() ? work.index() : 0;
    int to = edge.isOneToOne() ? work.index() + 1 : requireNonNull(sizes.get(work.job()))[stage];
    return new TreeMap<>(
        places.subMap(new Output(work.job(), stage, from), new Output(work.job(), stage, to)));
  }

  /** What comes of an attempt that was launched without its inputs; empty for any other. */
  Optional<RunResult> withoutInputs(Work work) {
    return Optional.ofNullable(lacking.get(work.toString()));
  }

  static long durationNs(RunResult withoutInputs) {
    return withoutInputs.lostInputs().isNone() ? PATIENCE_NS : ASK_NS;
  }
}
