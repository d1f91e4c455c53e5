package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.host.file.Board;
import dev.muster.link.LinkServer;
import dev.muster.model.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the cell knows of files: it sees where tasks end, hears at the link where nodes serve, and
 * remembers who asked for what.
 */
final class CellBoard implements Board, Observer {

  /** Of so many jobs that have ended it is still known where they ran. */
  static final int MAX_ENDED = 1_000;

  /** How many copies of a stage's outputs are named, where a node that made some is away. */
  static final int MAX_COPIES = 3;

  private static final Pattern NAME = Pattern.compile("node-(\\d{1,9})");

  private final String home;
  private final Askers askers = new Askers();
  private final Map<Long, JobPlaces> jobs = new ConcurrentHashMap<>();
  private final Deque<Long> ended = new ArrayDeque<>();
  private volatile @Nullable LinkServer link;

  /**
   * @param home the mark of the cell's home
   */
  CellBoard(String home) {
    this.home = home;
  }

  /** From now on it is known where nodes are. */
  void open(LinkServer nodes) {
    link = nodes;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case SchedulerEvent.Plan plan ->
          jobs.computeIfAbsent(plan.job(), _ -> new JobPlaces(plan.spec()));
      case SchedulerEvent.Finished finished -> finished(finished);
      case SchedulerEvent.EndRecorded end -> end(end.job());
      default -> {}
    }
  }

  private void finished(SchedulerEvent.Finished task) {
    var places = jobs.get(task.job());
    if (places != null) {
      boolean well = task.result().outcome() == Outcome.SUCCEEDED;
      places.finished(task.stage(), task.index(), task.node(), well);
    }
  }

  private void end(long job) {
    var places = jobs.get(job);
    if (places == null || places.hasEnded()) {
      return;
    }
    places.end();
    synchronized (ended) {
      ended.add(job);
      if (ended.size() > MAX_ENDED) {
        jobs.remove(ended.remove());
      }
    }
  }

  @Override
  public List<Holding> holdings(long job, String stage, String asker) {
    var places = jobs.get(job);
    if (places == null) {
      throw new IllegalArgumentException("no job " + job);
    }
    var holdings = new ArrayList<Holding>();
    boolean allThere = true;
    for (var each : places.byNode(stage).entrySet()) {
      allThere &= isConnected(each.getKey());
      holder(each.getKey()).ifPresent(node -> holdings.add(new Holding(node, each.getValue())));
    }
    var copies = copies(places.asked(stage, asker));
    if (!allThere) {
      holdings.addAll(copies);
    }
    return holdings;
  }

  private List<Holding> copies(List<String> names) {
    return names.reversed().stream()
        .flatMap(name -> present(name).stream())
        .limit(MAX_COPIES)
        .map(holder -> new Holding(holder, List.of()))
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
  public List<Long> running() {
    return jobs.entrySet().stream()
        .filter(job -> !job.getValue().hasEnded())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** The nodes with a home of their own that ran something of a job. */
  List<Holder> elsewhere(long job) {
    var places = jobs.get(job);
    var nodes = places == null ? List.<Integer>of() : places.nodes();
    return nodes.stream()
        .flatMap(node -> holder(node).stream())
        .filter(holder -> !holder.address().isEmpty())
        .toList();
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
    var nodes = link;
    return nodes != null && nodes.isConnected(node);
  }

  private Optional<Holder> holder(int node) {
    var nodes = link;
    return nodes == null
        ? Optional.empty()
        : nodes
            .whereabouts(node)
            .map(
                at ->
                    new Holder(
                        NodeEvent.at(node).toString(), at.home().equals(home) ? "" : at.files()));
  }
}
