package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.cell.NodePreference;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The central scheduler of a leader, on a replicated state of its own. The log commits at once,
 * unless the test holds it; the test says what schedulers and nodes say.
 */
final class CentralCell implements LeaderAccess {

  static final long BEAT_NS = Timing.standard().beatNs();

  final MasterState state = new MasterState(1, 10, CellConfig.standard());
  final Lifecycle<RequestState> lifecycle = new Lifecycle<>(RequestState.class);
  final TreeSet<Integer> avoided = new TreeSet<>();
  private final CentralOptions options;
  private final List<LogEntry> inLog = new ArrayList<>();
  private final Map<Long, Long> jobs = new TreeMap<>();
  private QueueTree tree = QueueTree.OPEN;
  private CentralScheduler central;
  private RecordingEffects out = new RecordingEffects();
  private long term = RequestContainers.FIRST_TERM;
  private long sequence;
  private long lastClaim = 100;
  private boolean holds;
  private Effect.@Nullable WakeAt due;
  private long nowNs;

  CentralCell() {
    this(CentralOptions.STANDARD);
  }

  CentralCell(CentralOptions options) {
    this.options = options;
    this.central = newLeader();
  }

  private CentralScheduler newLeader() {
    return new CentralScheduler(
        options, term, Timing.standard(), state, () -> tree, this, lifecycle);
  }

  // What there is.

  CentralCell nodes(int count, Resources each) {
    for (int node = 0; node < count; node++) {
      join(node, each, Collections.emptyMap());
    }
    return this;
  }

  RecordingEffects join(int node, Resources capacity, Map<String, String> attributes) {
    return step(() -> commit(new MachineRegistered(node, 1, capacity, attributes)));
  }

  RecordingEffects die(int node) {
    int epoch = state.machines().epoch(node);
    return step(() -> commit(new NodesDied(List.of(node), List.of(epoch))));
  }

  /** In a later epoch than that in which it died. */
  RecordingEffects rejoin(int node, Resources capacity) {
    int epoch = state.machines().expelled(node) + 1;
    return step(() -> commit(new MachineRegistered(node, epoch, capacity, Collections.emptyMap())));
  }

  /** A job that waits for containers, with the number that follows that of the latest. */
  CentralCell job(long job, JobSpec spec) {
    var key = "key-" + job;
    commit(new JobOpened(job, key, spec.withPolicy("central"), ClientEvent.at(0), job, true));
    return this;
  }

  RecordingEffects close(long job) {
    var report =
        new JobReport(
            job, "", JobState.SUCCEEDED, "central", List.of(), 0, 0, List.of(), 0, List.of());
    return step(() -> commit(new JobClosed(report)));
  }

  void queues(QueueTree other) {
    tree = other;
  }

  // The log.

  @Override
  public void append(MasterEntry entry, Effects effects) {
    effects.append(Committed.id(), entry);
    inLog.add(entry);
  }

  @Override
  public void release(ClaimReleased released, Effects effects) {
    var nodes = new IntList();
    var owners = new IntList();
    var ids = new LongList();
    nodes.add(released.node());
    owners.add(released.scheduler().index());
    ids.add(released.claim());
    append(new CellChanged(state.cell().decideReleases(nodes, owners, ids)), effects);
  }

  @Override
  public boolean isAvoided(int node) {
    return avoided.contains(node);
  }

  private void commit(MasterEntry entry) {
    state.apply(Committed.id(), entry);
    switch (entry) {
      case ContainersPlaced placed -> central.applied(placed, out);
      case MachineRegistered joined -> central.machineChanged(nowNs, joined.node(), out);
      case NodesDied died -> died.nodes().forEach(node -> central.machineChanged(nowNs, node, out));
      case JobClosed closed -> central.jobClosed(closed.report().job());
      case SchedulerStarted started -> central.schedulerStarted(started.scheduler());
      default -> {} // of no concern
    }
    central.advance(nowNs, out);
  }

  private RecordingEffects step(Runnable what) {
    out = new RecordingEffects();
    what.run();
    central.advance(nowNs, out);
    drain();
    out.only(Effect.WakeAt.class).forEach(each -> due = each);
    return out;
  }

  private void drain() {
    while (!holds && !inLog.isEmpty()) {
      commit((MasterEntry) inLog.removeFirst());
    }
  }

  /** The log commits nothing until it is let go. */
  void hold() {
    holds = true;
  }

  RecordingEffects letGo() {
    holds = false;
    return step(() -> {});
  }

  /** Another leader, after all entries that ever come are applied. */
  void changeLeader() {
    inLog.clear();
    state.cell().forgetPromises();
    term++;
    central = newLeader();
  }

  // What schedulers say.

  long term() {
    return term;
  }

  /** So many numbers that nobody had. */
  List<Long> claims(int count) {
    List<Long> claims = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      claims.add(++lastClaim);
    }
    return claims;
  }

  static ContainerRequest request(long job, Resources need, List<Long> claims) {
    return new ContainerRequest(
        job, 0, need, 0, claims, List.of(), claims.size(), List.of(), List.of());
  }

  static ContainerRequest estimated(ContainerRequest request, long ns) {
    return new ContainerRequest(
        request.job(),
        request.stage(),
        request.need(),
        ns,
        request.claims(),
        request.preferred(),
        request.anywhere(),
        request.barred(),
        request.running());
  }

  static ContainerRequest preferring(
      ContainerRequest request, int anywhere, NodePreference... nodes) {
    return new ContainerRequest(
        request.job(),
        request.stage(),
        request.need(),
        request.estimateNs(),
        request.claims(),
        List.of(nodes),
        anywhere,
        request.barred(),
        request.running());
  }

  static ContainerRequest barring(ContainerRequest request, Integer... nodes) {
    return new ContainerRequest(
        request.job(),
        request.stage(),
        request.need(),
        request.estimateNs(),
        request.claims(),
        request.preferred(),
        request.anywhere(),
        List.of(nodes),
        request.running());
  }

  static ContainerRequest running(ContainerRequest request, Container... running) {
    return new ContainerRequest(
        request.job(),
        request.stage(),
        request.need(),
        request.estimateNs(),
        request.claims(),
        request.preferred(),
        request.anywhere(),
        request.barred(),
        List.of(running));
  }

  RecordingEffects send(ContainerRequest request) {
    return send(new RequestContainers(SchedulerEvent.at(0), 1, term, ++sequence, request));
  }

  RecordingEffects send(RequestContainers message) {
    message.request().claims().forEach(claim -> jobs.put(claim, message.request().job()));
    return step(() -> central.request(nowNs, message, out));
  }

  /** A job wants so many containers of this size. */
  RecordingEffects want(long job, Resources need, int count) {
    return send(request(job, need, claims(count)));
  }

  /** The sequence of the latest message, and the next. */
  long sequence() {
    return sequence;
  }

  long nextSequence() {
    return ++sequence;
  }

  RecordingEffects withdraw(long job, Long... claims) {
    var message =
        new WithdrawContainers(SchedulerEvent.at(0), 1, ++sequence, job, 0, Arrays.asList(claims));
    return step(() -> central.withdraw(message, out));
  }

  RecordingEffects restartScheduler(int epoch) {
    return step(() -> commit(new SchedulerStarted(0, epoch)));
  }

  // What nodes say, and time.

  /** The task of a container has ended. */
  RecordingEffects end(Container container) {
    return step(
        () ->
            release(
                new ClaimReleased(container.node(), SchedulerEvent.at(0), container.claim()), out));
  }

  RecordingEffects heartbeat(int node) {
    return heartbeat(node, state.cell().free(node));
  }

  /** The node has so much that is guaranteed to nobody. */
  RecordingEffects heartbeat(int node, Resources free) {
    return heartbeat(node, free, Resources.NONE);
  }

  /** And opportunistic tasks have so much of that. */
  RecordingEffects heartbeat(int node, Resources free, Resources opportunistic) {
    var capacity = state.cell().capacity(node);
    var report =
        new NodeReport(
            node,
            1,
            1,
            1,
            nowNs,
            capacity,
            Collections.emptyMap(),
            free,
            opportunistic,
            0,
            0,
            Load.NONE,
            false,
            "");
    return step(() -> central.heartbeat(nowNs, report, out));
  }

  RecordingEffects beatAfter(long ns) {
    nowNs += ns;
    return step(() -> central.beat(nowNs, out));
  }

  /** Time passes until the timer that was set last. */
  RecordingEffects timer() {
    var set = Objects.requireNonNull(due, "no timer was set");
    due = null;
    nowNs = Math.max(nowNs, set.atNs());
    return step(() -> central.wake(nowNs, set.timer(), out));
  }

  long nowNs() {
    return nowNs;
  }

  CentralCell after(long ns) {
    nowNs += ns;
    return this;
  }

  // What came of it.

  static List<Container> granted(RecordingEffects effects) {
    return effects.sent(ContainersGranted.class).stream()
        .flatMap(each -> each.containers().stream())
        .toList();
  }

  static List<Long> withdrawn(RecordingEffects effects) {
    return effects.sent(ContainersWithdrawn.class).stream()
        .flatMap(each -> each.claims().stream())
        .toList();
  }

  static ContainerWait awaited(RecordingEffects effects) {
    return effects.sent(ContainersAwaited.class).getLast().why();
  }

  /** Lets time pass, timers and beats in it; gives what was granted. */
  List<Container> pass(long ns) {
    List<Container> all = new ArrayList<>();
    long untilNs = nowNs + ns;
    long nextBeatNs = nowNs + BEAT_NS;
    while (nowNs < untilNs) {
      long timerNs = due == null ? Long.MAX_VALUE : due.atNs();
      if (timerNs <= Math.min(nextBeatNs, untilNs)) {
        all.addAll(granted(timer()));
      } else if (nextBeatNs <= untilNs) {
        nextBeatNs += BEAT_NS;
        all.addAll(granted(beatAfter(nextBeatNs - BEAT_NS - nowNs)));
      } else {
        nowNs = untilNs;
      }
    }
    return all;
  }

  /** Whether the job requested a container under this number. */
  boolean isOf(long job, long claim) {
    return jobs.getOrDefault(claim, 0L) == job;
  }

  /** The promise that everything here is about: what is claimed fits. */
  boolean isOvercommitted() {
    return state.machines().machines().stream()
        .anyMatch(machine -> state.cell().available(machine.node()).isNegative());
  }
}
