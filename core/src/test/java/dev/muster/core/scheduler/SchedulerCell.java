package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.Lowest;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.scheduler.budget.TokenSize;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Committer;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledPlacer;
import dev.muster.core.scheduler.place.shared.SharedStrategy;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** One scheduler between a master and nodes that say what the test lets them say. */
public final class SchedulerCell {

  public static final Timing TIMING = Timing.standard().withoutProgress();
  public static final long LOST_NS = TIMING.liveness().deadAfterNs();
  public static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  public static final Address<SchedulerEvent> SELF = SchedulerEvent.at(0);
  public static final Address<ClientEvent> CLIENT = ClientEvent.at(0);

  /** As much beside each token as two of them: more than one opportunistic task of a job. */
  private static final TokenSize TOKEN_SIZE =
      new TokenSize(TokenSize.STANDARD.cpuMillis(), TokenSize.STANDARD.memoryBytes(), 2);

  public final Stepped<SchedulerEvent> scheduler;
  private final int nodes;
  private long lastAsk;
  private long version = 1;

  public SchedulerCell(int nodes) {
    this(nodes, TIMING, ThinkTime.NONE);
  }

  /** A scheduler that comes after others. */
  public static SchedulerCell ofEpoch(int epoch) {
    return new SchedulerCell(0, epoch, TIMING, ThinkTime.NONE);
  }

  public static SchedulerCell ofEpoch(int epoch, Placers.Factory policies) {
    return new SchedulerCell(0, epoch, TIMING, ThinkTime.NONE, policies);
  }

  public SchedulerCell(int nodes, Timing timing, Thinking thinking) {
    this(nodes, 1, timing, thinking);
  }

  private SchedulerCell(int nodes, int epoch, Timing timing, Thinking thinking) {
    this(nodes, epoch, timing, thinking, SchedulerCell::inTurn);
  }

  public SchedulerCell(int nodes, Placers.Factory policies) {
    this(nodes, 1, TIMING, ThinkTime.NONE, policies);
  }

  private SchedulerCell(
      int nodes, int epoch, Timing timing, Thinking thinking, Placers.Factory policies) {
    scheduler =
        new Stepped<>(new Scheduler(0, epoch, MASTER, timing, thinking, policies, TOKEN_SIZE));
    this.nodes = nodes;
    if (nodes > 0) {
      scheduler.tell(view(1, nodes));
    }
  }

  /** Samples without chance, nodes in the order of the view; and commits. */
  private static List<Placer> inTurn(PlacerContext context) {
    var chance = Chance.of(1, "fit");
    var committer = new Committer(context, CommitConfig.standard(), chance);
    committer.add(new SharedStrategy(context.thinking(), chance));
    return List.of(new SampledPlacer(context, SampledOptions.PLAIN, new Lowest()), committer);
  }

  public static MachineList view(long version, int nodes) {
    return new MachineList(
        version,
        IntStream.range(0, nodes).mapToObj(node -> new Machine(node, Jobs.size(4, 4))).toList());
  }

  /** Of so many nodes one has left the cell. */
  public static MachineList left(long version, int nodes, int gone) {
    return new MachineList(
        version,
        view(version, nodes).machines().stream().filter(one -> one.node() != gone).toList());
  }

  public RecordingEffects plan(long job, JobSpec spec) {
    return scheduler.tell(new AssignJob(job, spec, CLIENT, scheduler.nowNs()));
  }

  /** Hands over a job and gives its reservations, in the order in which they went out. */
  public List<Long> reserved(long job, JobSpec spec) {
    return reservations(plan(job, spec));
  }

  public static List<Long> reservations(RecordingEffects effects) {
    return effects.sent(EnqueueReservation.class).stream()
        .map(EnqueueReservation::reservation)
        .toList();
  }

  /** The node that the first of these reservations went to. */
  public static int firstNode(RecordingEffects effects) {
    return effects.only(Effect.Send.class).stream()
        .filter(send -> send.event() instanceof EnqueueReservation)
        .findFirst()
        .orElseThrow()
        .to()
        .index();
  }

  /** The node that a reservation went to. */
  public int nodeOf(long reservation) {
    return scheduler.sends().stream()
        .filter(send -> isOf(send.event(), reservation))
        .findFirst()
        .orElseThrow()
        .to()
        .index();
  }

  private static boolean isOf(Event event, long reservation) {
    return event instanceof EnqueueReservation sent && sent.reservation() == reservation;
  }

  /** As {@link #assigned(int, long)}, at the node that has the reservation. */
  public Work assigned(long reservation) {
    return assigned(nodeOf(reservation), reservation);
  }

  /** As {@link #finished(int, long, Work, RunResult)}, at the node that has the reservation. */
  public RecordingEffects finished(long reservation, Work work, RunResult result) {
    return finished(nodeOf(reservation), reservation, work, result);
  }

  /** The node asks for the reservation's task. */
  public RecordingEffects wanted(int node, long reservation) {
    return scheduler.tell(new GetTask(node, reservation, ++lastAsk));
  }

  /** As {@link #wanted}, where a task is to be had. */
  public Work assigned(int node, long reservation) {
    return wanted(node, reservation).sent(LaunchTask.class).getFirst().work();
  }

  public RecordingEffects finished(int node, long reservation, Work work, RunResult result) {
    return scheduler.tell(
        new TaskFinished(node, reservation, work.job(), work.stage(), work.index(), result));
  }

  /** At the next beat the master hears what is done and puts it on record. */
  public RecordingEffects recorded(long job) {
    var batches = beatAfter(Jobs.MS).sent(TasksSucceeded.class);
    var batch = batches.stream().filter(done -> done.job() == job).findFirst().orElseThrow();
    return scheduler.tell(new TasksRecorded(job, batch.batch()));
  }

  public RecordingEffects unknown(int node, long askedNs, long reservation) {
    return scheduler.tell(
        new ReservationsConfirmed(node, askedNs, List.of(), List.of(reservation)));
  }

  public RecordingEffects held(int node, long reservation) {
    return scheduler.tell(
        new ReservationsConfirmed(node, scheduler.nowNs(), List.of(reservation), List.of()));
  }

  /** Time passes and the scheduler looks after what it waits for. */
  public RecordingEffects beatAfter(long ns) {
    return scheduler.after(ns).tell(new Wake(SchedulerTimer.BEAT));
  }

  /** All nodes die, {@link #LOST_NS} from now, and are back in later epochs. */
  public RecordingEffects untilLost() {
    scheduler.after(LOST_NS);
    return diedAndBack(IntStream.range(0, nodes).boxed().toList());
  }

  /** The master says that nodes were dead, and that they have joined again. */
  public RecordingEffects diedAndBack(List<Integer> dead) {
    long from = version++;
    var back =
        dead.stream()
            .map(node -> new Machine(node, version, Jobs.size(4, 4), Collections.emptyMap()))
            .toList();
    return scheduler.tell(new MachinesChanged(from, version, back, dead));
  }

  /** The master says that nodes are dead. */
  public RecordingEffects died(Integer... dead) {
    long from = version++;
    return scheduler.tell(new MachinesChanged(from, version, List.of(), List.of(dead)));
  }

  public static Address<NodeEvent> node(int index) {
    return NodeEvent.at(index);
  }
}
