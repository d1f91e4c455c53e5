package dev.muster.core.master.central;

import dev.muster.core.actor.Address;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.state.JobRecord;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What one stage wants, by its latest request, and what it was granted of that. */
final class PendingRequest {

  /** In a queue: the more important first, then the older. */
  static final Comparator<PendingRequest> BY_AGE =
      Comparator.<PendingRequest>comparingInt(one -> -one.priority)
          .thenComparingLong(one -> one.submittedNs)
          .thenComparingLong(one -> one.job)
          .thenComparingInt(one -> one.stage);

  /** The same, where of jobs that are as important the one with the smallest share goes first. */
  static Comparator<PendingRequest> byShare(ToDoubleFunction<PendingRequest> share) {
    return Comparator.<PendingRequest>comparingInt(one -> -one.priority)
        .thenComparingDouble(share)
        .thenComparing(BY_AGE);
  }

  final Address<SchedulerEvent> scheduler;
  final long job;
  final int stage;
  final String queue;
  final String user;
  final StageSpec spec;
  private final int priority;
  private final long submittedNs;

  private long sequence;
  private long heardNs;
  private Resources need = Resources.NONE;
  private long estimateNs;
  private TreeSet<Integer> barred = new TreeSet<>();

  /** Where its containers are wanted. */
  final PlacePreferences places = new PlacePreferences();

  /** What it waits for. */
  final RequestWait waits = new RequestWait();

  /** Numbers that are not granted. */
  private final LinkedHashSet<Long> waiting = new LinkedHashSet<>();

  /** The nodes of containers for attempts that run, by number, as far as they are not granted. */
  private final TreeMap<Long, Integer> running = new TreeMap<>();

  /** Nodes of those that are granted, and that the latest request still named. */
  private final TreeMap<Long, Integer> granted = new TreeMap<>();

  /** When the oldest of these was sent, or will be once it is applied. */
  private long sentNs;

  /** How many of them {@link PendingRequests} has counted. */
  int counted;

  /** How many nodes {@link NodeReservations} keeps for it. */
  int keptNodes;

  /** One of these nodes, to be named to users; without meaning where there are none. */
  int keptNode;

  private RequestState state = RequestState.SETTLED;

  PendingRequest(int owner, JobRecord record, int stage) {
    var job = record.spec();
    this.scheduler = SchedulerEvent.at(owner);
    this.job = record.job();
    this.stage = stage;
    this.queue = job.queue();
    this.user = job.user();
    this.priority = job.priority();
    this.spec = job.stages().get(stage);
    this.submittedNs = record.accepted().submittedNs();
  }

  int owner() {
    return scheduler.index();
  }

  boolean isGang() {
    return spec.isGang();
  }

  // What is wanted.

  long sequence() {
    return sequence;
  }

  /** Requests up to this one are stale. */
  void supersede(long next) {
    sequence = Math.max(sequence, next);
  }

  /** Replaces what was wanted before; what was granted and is named no more has arrived. */
  void take(long nowNs, long next, ContainerRequest wanted) {
    sequence = next;
    heardNs = nowNs;
    need = wanted.need();
    estimateNs = wanted.estimateNs();
    barred = new TreeSet<>(wanted.barred());
    places.take(wanted.preferred(), wanted.anywhere());
    waiting.clear();
    waiting.addAll(wanted.claims());
    running.clear();
    wanted.running().forEach(each -> running.put(each.claim(), each.node()));
    granted.keySet().removeIf(claim -> !waiting.contains(claim) && !running.containsKey(claim));
    granted.keySet().forEach(waiting::remove);
    granted.keySet().forEach(running::remove);
    if (waiting.isEmpty()) {
      places.rest();
    } else {
      places.seek(nowNs);
    }
  }

  /** What is not granted is too much to be remembered: it is requested again later. */
  void reject() {
    waiting.clear();
    running.clear();
    places.rest();
  }

  /** Nothing is wanted any more, for all that is known. */
  void forget() {
    reject();
    granted.clear();
  }

  /** The container is not wanted any more. */
  void withdraw(long claim) {
    waiting.remove(claim);
    running.remove(claim);
    granted.remove(claim);
  }

  /** When the latest request came. */
  long heardNs() {
    return heardNs;
  }

  Resources need() {
    return need;
  }

  long estimateNs() {
    return estimateNs;
  }

  boolean hasBarred() {
    return !barred.isEmpty();
  }

  boolean isBarred(int node) {
    return !barred.isEmpty() && barred.contains(node);
  }

  boolean wants() {
    return !waiting.isEmpty();
  }

  /** How many containers are not granted. */
  int wanted() {
    return waiting.size();
  }

  /** All numbers that are not granted, those for attempts that run among them. */
  List<Long> unplaced() {
    List<Long> all = new ArrayList<>(waiting);
    all.addAll(running.keySet());
    return all;
  }

  /** The numbers that are not granted, of containers for tasks that wait. */
  List<Long> waiting() {
    return List.copyOf(waiting);
  }

  /** The next number to be granted. */
  long next() {
    return waiting.getFirst();
  }

  /** The containers for attempts that run, as far as they are not granted. */
  List<Container> running() {
    List<Container> all = new ArrayList<>(running.size());
    running.forEach((claim, node) -> all.add(new Container(claim, node)));
    return all;
  }

  // What is granted.

  void grant(long nowNs, long claim, int node) {
    if (waiting.remove(claim)) {
      places.granted(nowNs, node);
    }
    running.remove(claim);
    sentNs = granted.isEmpty() ? nowNs : sentNs;
    granted.put(claim, node);
    waits.unblocked();
  }

  /** What is granted and may not have arrived. */
  TreeMap<Long, Integer> granted() {
    return granted;
  }

  long sentNs() {
    return sentNs;
  }

  void sent(long nowNs) {
    sentNs = nowNs;
  }

  RequestState state() {
    return state;
  }

  /** Only {@link PendingRequests} changes the state. */
  void become(RequestState next) {
    state = next;
  }
}
