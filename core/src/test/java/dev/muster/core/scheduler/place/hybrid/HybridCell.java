package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One scheduler of the policies, between a master and nodes that say what the test has them say.
 */
public final class HybridCell {

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
  private long term = RequestContainers.FIRST_TERM;
  private long told;

  /** Nodes of four cores and four GiB, as in {@link SchedulerCell}. */
  public HybridCell(int nodes) {
    this(nodes, HybridOptions.STANDARD);
  }

  public HybridCell(int nodes, HybridOptions options) {
    cell =
        new SchedulerCell(
            nodes, context -> List.of(new HybridPlacer(context, options, Chance.of(1, "tiers"))));
  }

  public static JobSpec central(StageSpec... stages) {
    return JobSpec.of("job", stages).withPolicy(JobSpec.CENTRAL);
  }

  /** Of tasks that take a second. */
  public static JobSpec hybrid(int tasks) {
    return hybrid(Jobs.stage("a", tasks).withEstimate(Jobs.S));
  }

  public static JobSpec hybrid(StageSpec... stages) {
    return JobSpec.of("job", stages).withPolicy(JobSpec.HYBRID);
  }

  public RecordingEffects plan(long job, JobSpec spec) {
    return cell.plan(job, spec);
  }

  // What was sent.

  public static List<Sent> sent(RecordingEffects out) {
    return out.only(Effect.Send.class).stream()
        .filter(send -> send.event() instanceof PlaceTask)
        .map(send -> new Sent(send.to().index(), (PlaceTask) send.event()))
        .toList();
  }

  /** The latest request. */
  public static ContainerRequest request(RecordingEffects out) {
    return out.sent(RequestContainers.class).getLast().request();
  }

  public static List<Long> withdrawn(RecordingEffects out) {
    return out.sent(WithdrawContainers.class).stream()
        .flatMap(each -> each.claims().stream())
        .toList();
  }

  // What the master says.

  /** Containers of the first stage of a job, as a node and a claim each. */
  public RecordingEffects grant(long job, Container... containers) {
    return grant(term, job, 0, containers);
  }

  public RecordingEffects grant(long ofTerm, long job, int stage, Container... containers) {
    return cell.scheduler.tell(
        new ContainersGranted(ofTerm, job, stage, Arrays.asList(containers)));
  }

  public RecordingEffects gone(long job, Long... claims) {
    return cell.scheduler.tell(new ContainersWithdrawn(term, job, 0, Arrays.asList(claims)));
  }

  /** The master has received the latest request among these. */
  public RecordingEffects await(RecordingEffects asked, ContainerShortage why) {
    return await(asked, ContainerWait.of(why, 1, 0));
  }

  /** The same of the latest request of a job. */
  public RecordingEffects await(long job, RecordingEffects asked, ContainerShortage why) {
    var ofJob =
        asked.sent(RequestContainers.class).stream()
            .filter(each -> each.request().job() == job)
            .toList();
    return cell.scheduler.tell(
        new ContainersAwaited(
            term, ofJob.getLast().sequence(), job, 0, ContainerWait.of(why, 1, 0)));
  }

  public RecordingEffects await(RecordingEffects asked, ContainerWait why) {
    var latest = asked.sent(RequestContainers.class).getLast();
    var request = latest.request();
    return cell.scheduler.tell(
        new ContainersAwaited(term, latest.sequence(), request.job(), request.stage(), why));
  }

  /** Another master leads, which says so when it is asked. */
  public RecordingEffects changeLeader(long job) {
    term++;
    var why = ContainerWait.of(ContainerShortage.IN_LINE, 0, 0);
    return cell.scheduler.tell(
        new ContainersAwaited(term, ContainersAwaited.ANOTHER_TERM, job, 0, why));
  }

  // What nodes and the monitor say.

  /** The ranks of the first nodes, in seconds; the monitor heard of them just now. */
  public RecordingEffects ranked(long... seconds) {
    var rows = new IntList();
    var ranks = new IntList();
    var packed = new WaitRows();
    for (int node = 0; node < seconds.length; node++) {
      packed.put(0, node, WaitMatrix.NO_WAIT);
      rows.add(node == 0 ? 0 : 1);
      rows.add(0);
      packed.pack(node, rows);
      ranks.add(node == 0 ? 0 : 1);
      ranks.add((int) seconds[node] * 1_000);
    }
    var loads =
        new PackedLoads(0, rows.toArray(), NONE, NONE, new long[0], false, NONE, ranks.toArray());
    return cell.scheduler.tell(new LoadDelta(1, told++, told, false, loads));
  }

  public RecordingEffects started(Sent sent) {
    return runs(sent, 0);
  }

  /** Its node says that the attempt has run for so long. */
  public RecordingEffects runs(Sent sent, long ns) {
    var status = new AttemptStatus(sent.id(), AttemptPhase.RUNNING, ns, Usage.NONE);
    return cell.scheduler.tell(
        new AttemptsReported(sent.node(), cell.scheduler.nowNs(), Load.NONE, List.of(status)));
  }

  public RecordingEffects returned(Sent sent) {
    return returned(sent, ReturnReason.SHED);
  }

  public RecordingEffects returned(Sent sent, ReturnReason reason) {
    return cell.scheduler.tell(new ReservationReturned(sent.node(), sent.id(), reason, ""));
  }

  public RecordingEffects finish(Sent sent) {
    return finish(sent, RunResult.SUCCESS);
  }

  public RecordingEffects finish(Sent sent, RunResult result) {
    return cell.finished(sent.node(), sent.id(), sent.place().work(), result);
  }

  /** Containers that go every way there is. */
  public static List<Lifecycle<?>> everyContainer() {
    var cell = new HybridCell(4);
    var three = request(cell.plan(1, central(Jobs.stage("a", 3)))).claims();
    cell.grant(1, on(0, three.subList(0, 1)));
    cell.gone(1, three.get(1));
    cell.cell.scheduler.tell(new StopJob(1));
    cell.gone(1, three.get(2));

    var gang = central(Jobs.stage("a", 2).with(Gang.REPLACE));
    var first = request(cell.plan(2, gang)).claims();
    cell.grant(2, on(0, first.subList(0, 1)));
    var second = request(cell.gone(2, first.get(1))).claims();
    cell.grant(2, on(0, second));
    return cell.cell.scheduler.lifecycles();
  }

  /** A container on a node for each of these numbers, node after node. */
  public static Container[] on(int firstNode, List<Long> claims) {
    List<Container> containers = new ArrayList<>();
    for (long claim : claims) {
      containers.add(new Container(claim, firstNode + containers.size()));
    }
    return containers.toArray(Container[]::new);
  }
}
