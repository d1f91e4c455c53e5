package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.files.serve.FileLocations;
import dev.muster.link.Whereabouts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * What the cell knows of files: it sees where tasks end, hears at the link where nodes serve, and
 * remembers who asked for what.
 */
final class CellBoard implements FileLocations, Observer {

  /** Of so many jobs that have ended it is still known where they ran. */
  static final int MAX_ENDED = 1_000;

  /** So many tasks these may have together; the last job that ended is known in any case. */
  static final long MAX_ENDED_TASKS = 10_000_000;

  /** How many copies of a stage's outputs are named, where a node that made some is away. */
  static final int MAX_COPIES = 3;

  /** How much is remembered. */
  record Limits(int ended, long endedTasks, int contents) {

    static final Limits STANDARD = new Limits(MAX_ENDED, MAX_ENDED_TASKS, Askers.MAX_CONTENTS);
  }

  /** What the link knows of nodes. */
  private record Nodes(IntPredicate connected, IntFunction<Optional<Whereabouts>> places) {

    static final Nodes NONE = new Nodes(_ -> false, _ -> Optional.empty());
  }

  private static final Pattern NAME = Pattern.compile("node-(\\d{1,9})");

  private final String home;
  private final Limits limits;
  private final Askers askers;
  private final Map<Long, JobPlaces> jobs = new ConcurrentHashMap<>();
  private final Deque<JobPlaces> ended = new ArrayDeque<>();
  private long endedTasks;
  private volatile Nodes nodes = Nodes.NONE;

  /** The highest number of a job so far. */
  private final AtomicLong last = new AtomicLong();

  /**
   * @param home the mark of the cell's home
   */
  CellBoard(String home) {
    this(home, Limits.STANDARD);
  }

  CellBoard(String home, Limits limits) {
    this.home = home;
    this.limits = limits;
    this.askers = new Askers(limits.contents());
  }

  /**
   * From now on it is known which nodes are there, and where.
   *
   * @param firstJob the number that the cell gives to its first job
   */
  void open(long firstJob, IntPredicate connected, IntFunction<Optional<Whereabouts>> places) {
    last.set(firstJob - 1);
    nodes = new Nodes(connected, places);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case SchedulerEvent.AssignJob plan -> {
        last.accumulateAndGet(plan.job(), Math::max);
        jobs.computeIfAbsent(plan.job(), _ -> new JobPlaces(plan.job(), plan.spec()));
      }
      case SchedulerEvent.TaskFinished finished -> finished(finished);
      case SchedulerEvent.JobEndRecorded end -> end(end.job());
      default -> {}
    }
  }

  private void finished(SchedulerEvent.TaskFinished task) {
    var places = jobs.get(task.job());
    if (places != null) {
      places.finished(task.stage(), task.index(), task.node(), task.result());
    }
  }

  private void end(long job) {
    var places = jobs.get(job);
    if (places != null && !places.hasEnded()) {
      places.end();
      keepFor(places);
    }
  }

  private void keepFor(JobPlaces last) {
    synchronized (ended) {
      ended.add(last);
      endedTasks += last.tasks();
      while (ended.size() > limits.ended()
          || (endedTasks > limits.endedTasks() && ended.size() > 1)) {
        var first = ended.remove();
        endedTasks -= first.tasks();
        jobs.remove(first.number());
      }
    }
  }

  @Override
  public List<HeldOutputs> holdings(long job, String stage, String asker) {
    var places = jobs.get(job);
    if (places == null) {
      throw new IllegalArgumentException("no job " + job);
    }
    var holdings = new ArrayList<HeldOutputs>();
    boolean allThere = true;
    for (var each : places.byNode(stage).entrySet()) {
      allThere &= isConnected(each.getKey());
      holder(each.getKey()).ifPresent(node -> holdings.add(new HeldOutputs(node, each.getValue())));
    }
    var copies = copies(places.asked(stage, asker));
    if (!allThere) {
      holdings.addAll(copies);
    }
    return holdings;
  }

  private List<HeldOutputs> copies(List<String> names) {
    return names.reversed().stream()
        .flatMap(name -> present(name).stream())
        .limit(MAX_COPIES)
        .map(holder -> new HeldOutputs(holder, List.of()))
        .toList();
  }

  @Override
  public List<Holder> holders(String sha256, String asker) {
    var names = new ArrayList<>(askers.before(sha256, asker));
    Collections.shuffle(names);
    return names.stream()
        .flatMap(name -> present(name).stream())
        .filter(holder -> !holder.address().isEmpty())
        .limit(MAX_COPIES)
        .toList();
  }

  @Override
  public Running running() {
    return new Running(
        last.get(),
        jobs.values().stream()
            .filter(job -> !job.hasEnded())
            .map(JobPlaces::number)
            .sorted()
            .toList());
  }

  /** The nodes with a home of their own that ran something of a job; empty if not known. */
  Optional<List<Holder>> elsewhere(long job) {
    return Optional.ofNullable(jobs.get(job))
        .map(
            places ->
                places.nodes().stream()
                    .flatMap(node -> holder(node).stream())
                    .filter(holder -> !holder.address().isEmpty())
                    .toList());
  }

  private Optional<Holder> present(String name) {
    return number(name).filter(this::isConnected).flatMap(this::holder);
  }

  /** The number in {@code node-3}. */
  private static Optional<Integer> number(String name) {
    var digits = NAME.matcher(name);
    return digits.matches() ? Optional.of(Integer.parseInt(digits.group(1))) : Optional.empty();
  }

  private boolean isConnected(int node) {
    return nodes.connected().test(node);
  }

  private Optional<Holder> holder(int node) {
    var name = NodeEvent.at(node).toString();
    return nodes
        .places()
        .apply(node)
        .map(at -> new Holder(name, at.home().equals(home) ? "" : at.files()));
  }
}
