package dev.muster.core.scheduler.place.estimated;

import static java.util.Objects.requireNonNull;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.AttemptPhase;
import dev.muster.model.FileRef;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One scheduler of the policy, between nodes and a monitor that say what the test has them say. */
public final class EstimatedCell {

  private static final int[] NONE = {};

  /** A task that was sent to a node. */
  public record Sent(int node, PlaceTask place) {

    public int task() {
      return place.work().index();
    }

    public long id() {
      return place.reservation();
    }
  }

  public final SchedulerCell cell;
  private @Nullable EstimatedPlacer placer;
  private long told;

  /** Nodes of four cores and four GiB, as in {@link SchedulerCell}. */
  public EstimatedCell(int nodes) {
    this(nodes, certain());
  }

  public EstimatedCell(int nodes, EstimatedOptions options) {
    cell =
        new SchedulerCell(
            nodes,
            context -> {
              placer = new EstimatedPlacer(context, options, Chance.of(1, "candidates"));
              return List.of(placer);
            });
  }

  /** How many second attempts tasks have had for this reason. */
  public long corrected(CorrectionReason reason) {
    return requireNonNull(placer).corrected(reason);
  }

  /** How many of those were in time. */
  public long correctedInTime(CorrectionReason reason) {
    return requireNonNull(placer).correctedInTime(reason);
  }

  /** Without the random term. */
  public static EstimatedOptions certain() {
    var options = EstimatedOptions.STANDARD;
    return options.with(options.matching().withRandomShare(0));
  }

  /** In racks of so many nodes. */
  public EstimatedCell inRacks(int nodes, int perRack) {
    List<Machine> machines = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      machines.add(new Machine(node, Jobs.size(4, 4), Map.of("rack", "r" + node / perRack)));
    }
    cell.scheduler.tell(new MachineList(2, machines));
    return this;
  }

  public static JobSpec job(int tokens, StageSpec... stages) {
    return JobSpec.of("job", stages).withPolicy(JobSpec.ESTIMATED).withTokens(tokens);
  }

  public static StageSpec stage(String name, int tasks, long estimateNs) {
    return Jobs.stage(name, tasks).withEstimate(estimateNs);
  }

  /** A task of any size waits so long. */
  public static WaitMatrix all(long ns) {
    var waits = Collections.nCopies(WaitMatrix.SIDE, ns);
    return new WaitMatrix(waits, waits);
  }

  /** What the monitor knows of the first nodes. */
  public RecordingEffects known(WaitMatrix... byNode) {
    var rows = new IntList();
    var packed = new WaitRows();
    for (int node = 0; node < byNode.length; node++) {
      packed.put(0, node, byNode[node]);
      rows.add(node == 0 ? 0 : 1);
      rows.add(0);
      packed.pack(node, rows);
    }
    return delta(rows.toArray(), new long[0], false, NONE);
  }

  /** Which nodes are lightly loaded. */
  public RecordingEffects light(int... nodes) {
    int[] gaps = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      gaps[i] = nodes[i] - (i == 0 ? 0 : nodes[i - 1]);
    }
    return delta(NONE, new long[0], true, gaps);
  }

  /** A node caches a file. */
  public RecordingEffects caches(int node, FileRef file) {
    return delta(NONE, new long[] {node, 1, file.hashPrefix()}, false, NONE);
  }

  private RecordingEffects delta(int[] rows, long[] files, boolean relit, int[] light) {
    var loads = new PackedLoads(0, rows, NONE, NONE, files, relit, light);
    return cell.scheduler.tell(new LoadDelta(1, told++, told, false, loads));
  }

  public List<Sent> plan(long job, JobSpec spec) {
    return sent(cell.plan(job, spec));
  }

  public static List<Sent> sent(RecordingEffects out) {
    return out.only(Effect.Send.class).stream()
        .filter(send -> send.event() instanceof PlaceTask)
        .map(send -> new Sent(send.to().index(), (PlaceTask) send.event()))
        .toList();
  }

  public RecordingEffects finish(Sent sent) {
    return cell.finished(sent.node(), sent.id(), sent.place().work(), RunResult.SUCCESS);
  }

  /** Its node says that the attempt waits, and expects to start it in so long. */
  public RecordingEffects queued(Sent sent, long ns, WaitMatrix waits) {
    return reported(sent, AttemptPhase.QUEUED, ns, Usage.NONE, waits);
  }

  /** Its node says that the attempt has run for so long, and what it used. */
  public RecordingEffects running(Sent sent, long ns, Usage usage) {
    return reported(sent, AttemptPhase.RUNNING, ns, usage, all(0));
  }

  private RecordingEffects reported(
      Sent sent, AttemptPhase phase, long ns, Usage usage, WaitMatrix waits) {
    var status = new AttemptStatus(sent.id(), phase, ns, usage);
    var load = new Load(0, 0, 0, waits);
    return cell.scheduler.tell(
        new AttemptsReported(sent.node(), cell.scheduler.nowNs(), load, List.of(status)));
  }

  /** The timer of this name goes off so much later. */
  public RecordingEffects wakeAfter(long ns, String timer) {
    cell.scheduler.after(ns);
    return cell.scheduler.tell(new Wake(requireNonNull(cell.scheduler.timer(timer))));
  }

  /** A round of what was postponed or is too much for one event. */
  public List<Sent> roundAfter(long ns) {
    return sent(wakeAfter(ns, "ROUND"));
  }

  /** Jobs whose rounds go every way there is. */
  public static List<Lifecycle<?>> everyRound() {
    var cell = new EstimatedCell(2);
    cell.plan(1, job(JobSpec.NO_CAP, stage("many", 100, Jobs.MS)));
    cell.roundAfter(EstimatedPlacer.BATCH_DELAY_NS);

    cell.known(all(90 * Jobs.S), all(90 * Jobs.S));
    var first = cell.plan(2, job(JobSpec.NO_CAP, stage("a", 1, Jobs.S)));
    assert first.isEmpty() : first;
    cell.known(all(90 * Jobs.S), all(90 * Jobs.S));
    cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS);
    cell.known(all(0), all(0));
    cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS);

    var tooLarge = Jobs.stage("b", 1, Jobs.size(8, 8));
    var after = stage("d", 1, Jobs.S).withAfter("c");
    var sent = cell.plan(3, job(JobSpec.NO_CAP, tooLarge, stage("c", 1, Jobs.S), after));
    cell.finish(sent.getFirst());
    return cell.cell.scheduler.lifecycles();
  }
}
