package dev.muster.daemon;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice.JobStarted;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.files.serve.FileLocations;
import dev.muster.link.FileEndpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Where the files of jobs are. Schedulers publish which node stores an output, the link knows where
 * nodes serve files, and whoever asked for a content soon has it and can serve the next.
 */
final class FileCatalog implements FileLocations {

  /** Ended jobs whose outputs can still be found. */
  static final int MAX_ENDED = 1_000;

  /** Tasks of these jobs together; the last job that ended is known in any case. */
  static final long MAX_ENDED_TASKS = 10_000_000;

  /** Copies of a stage's outputs that are named where a node that made some is not connected. */
  static final int MAX_COPIES = 3;

  /** Contents whose requesters are known; those that were asked for first are forgotten. */
  static final int MAX_CONTENTS = 100_000;

  /** Requesters of one content; more are not needed to spread it. */
  static final int MAX_REQUESTERS = 64;

  record CatalogLimits(int ended, long endedTasks, int contents) {

    static final CatalogLimits STANDARD =
        new CatalogLimits(MAX_ENDED, MAX_ENDED_TASKS, MAX_CONTENTS);
  }

  private record LinkView(IntPredicate connected, IntFunction<Optional<FileEndpoint>> endpoints) {

    static final LinkView NONE = new LinkView(_ -> false, _ -> Optional.empty());
  }

  private static final Pattern NAME = Pattern.compile("node-(\\d{1,9})");

  private final String home;
  private final CatalogLimits limits;
  private final SequencedMap<String, RecentRequesters> requesters = new LinkedHashMap<>();
  private final Map<Long, OutputLocations> jobs = new ConcurrentHashMap<>();
  private final Deque<OutputLocations> ended = new ArrayDeque<>();
  private long endedTasks;
  private volatile LinkView link = LinkView.NONE;

  private final AtomicLong last = new AtomicLong();

  FileCatalog(String home) {
    this(home, CatalogLimits.STANDARD);
  }

  FileCatalog(String home, CatalogLimits limits) {
    this.home = home;
    this.limits = limits;
  }

  /**
   * From now on the link knows which nodes are connected, and where they serve files.
   *
   * @param firstJob the number that the cell gives to its first job
   */
  void open(long firstJob, IntPredicate connected, IntFunction<Optional<FileEndpoint>> endpoints) {
    last.set(firstJob - 1);
    link = new LinkView(connected, endpoints);
  }

  void started(JobStarted job) {
    last.accumulateAndGet(job.job(), Math::max);
    var places = jobs.computeIfAbsent(job.job(), _ -> new OutputLocations(job.job(), job.spec()));
    places.started(job.spec());
  }

  void resized(StageSizeChanged size) {
    var places = jobs.get(size.job());
    if (places != null) {
      places.resized(size);
    }
  }

  void stored(OutputStored output) {
    var places = jobs.get(output.job());
    if (places != null) {
      places.stored(output);
    }
  }

  void lost(OutputLost output) {
    var places = jobs.get(output.job());
    if (places != null) {
      places.lost(output);
    }
  }

  /** Of jobs that have not ended, what a dead node has is lost: it is made again elsewhere. */
  void died(int node) {
    jobs.values().forEach(places -> places.died(node));
  }

  void ended(long job) {
    var places = jobs.get(job);
    if (places != null && !places.hasEnded()) {
      places.end();
      keepFor(places);
    }
  }

  private void keepFor(OutputLocations last) {
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
  public List<HeldOutputs> holdings(long job, String stage, String requester) {
    var places = jobs.get(job);
    if (places == null) {
      throw new IllegalArgumentException("no job " + job);
    }
    var holdings = new ArrayList<HeldOutputs>();
    var lost = places.lost(stage);
    if (!lost.isEmpty()) {
      holdings.add(new HeldOutputs(Holder.NOBODY, lost));
    }
    boolean allThere = lost.isEmpty();
    for (var each : places.byNode(stage).entrySet()) {
      allThere &= isConnected(each.getKey());
      var unknown = new Holder(NodeEvent.at(each.getKey()).toString(), Holder.UNKNOWN);
      holdings.add(new HeldOutputs(holder(each.getKey()).orElse(unknown), each.getValue()));
    }
    var copies = copies(places.asked(stage, requester));
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
  public List<Holder> holders(String sha256, String requester) {
    var names = new ArrayList<>(requestersBefore(sha256, requester));
    Collections.shuffle(names);
    return names.stream()
        .flatMap(name -> present(name).stream())
        .filter(holder -> !holder.address().isEmpty())
        .limit(MAX_COPIES)
        .toList();
  }

  private List<String> requestersBefore(String sha256, String requester) {
    synchronized (requesters) {
      var others =
          requesters
              .computeIfAbsent(sha256, _ -> new RecentRequesters(MAX_REQUESTERS))
              .before(requester);
      if (requesters.size() > limits.contents()) {
        requesters.pollFirstEntry();
      }
      return others;
    }
  }

  @Override
  public Running running() {
    return new Running(
        last.get(),
        jobs.values().stream()
            .filter(job -> !job.hasEnded())
            .map(OutputLocations::number)
            .sorted()
            .toList());
  }

  /** The nodes with a home of their own that store something of a job; empty if not known. */
  Optional<List<Holder>> elsewhere(long job) {
    return Optional.ofNullable(jobs.get(job))
        .map(
            places ->
                places.nodes().stream()
                    .flatMap(node -> holder(node).stream())
                    .filter(holder -> !holder.address().isEmpty())
                    .toList());
  }

  /** The tasks of a stage that stored an output, wherever that is. */
  List<Integer> withOutput(long job, String stage) {
    var places = jobs.get(job);
    return places == null
        ? List.of()
        : places.byNode(stage).values().stream().flatMap(List::stream).sorted().toList();
  }

  private Optional<Holder> present(String name) {
    return number(name).filter(this::isConnected).flatMap(this::holder);
  }

  private static Optional<Integer> number(String name) {
    var digits = NAME.matcher(name);
    return digits.matches() ? Optional.of(Integer.parseInt(digits.group(1))) : Optional.empty();
  }

  private boolean isConnected(int node) {
    return link.connected().test(node);
  }

  private Optional<Holder> holder(int node) {
    var name = NodeEvent.at(node).toString();
    return link.endpoints()
        .apply(node)
        .map(at -> new Holder(name, at.home().equals(home) ? "" : at.files()));
  }
}
