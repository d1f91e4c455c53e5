package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import dev.muster.wire.WireException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field of every message from a peer has a row with a value that no sound peer sends. */
class IngressFilterTest {

  private static final int NODE = 3;
  private static final Address<SchedulerEvent> FROM = SchedulerEvent.at(0);
  private static final Resources SIZE = new Resources(1_000, 1 << 20);
  private static final Demand DEMAND = Demand.of(SIZE);
  private static final String LONG = "x".repeat(FieldCheck.MAX_TEXT + 1);
  private static final List<Long> MANY = Collections.nCopies(FieldCheck.MAX_LIST + 1, 1L);
  private static final StageSpec STAGE = StageSpec.of("s", 1, SIZE, List.of("true"));
  private static final Work WORK = Work.of(1, JobSpec.of("j", STAGE), 0, 0, 1);

  private static SchedulerEvent finished(long job, int stage, int index, RunResult result) {
    return new SchedulerEvent.TaskFinished(NODE, 1, job, stage, index, result);
  }

  private static SchedulerEvent finished(RunResult result) {
    return finished(1, 0, 0, result);
  }

  private static MasterEvent report(
      long version, Resources capacity, Map<String, String> attributes, Load load) {
    return new MasterEvent.NodeReport(
        NODE, 1, 1, version, 0, capacity, attributes, SIZE, Resources.NONE, 0, 0, load, false, "");
  }

  private static Load load(long queuedNs, long runningNs, long idleNs) {
    return new Load(queuedNs, runningNs, idleNs, WaitMatrix.NO_WAIT);
  }

  private static SchedulerEvent listed(long run, long job, int stage, int index, int attempt) {
    var held = new HeldAttempt(run, job, stage, index, attempt);
    return new SchedulerEvent.AttemptsListed(NODE, 1, List.of(held));
  }

  private static SchedulerEvent reported(Load load, long run, long ns, Usage usage) {
    var status = new AttemptStatus(run, AttemptPhase.RUNNING, ns, usage);
    return new SchedulerEvent.AttemptsReported(NODE, 1, load, List.of(status));
  }

  private static NodeEvent refine(long reservation, long estimateNs) {
    var refined = new NodeEvent.Refined(reservation, estimateNs);
    return new NodeEvent.RefineEstimates(FROM, List.of(refined));
  }

  private static MonitorEvent loadReported(long inNs, long forNs, List<Long> files) {
    return new LoadReported(NODE, 1, 1, Load.NONE, inNs, forNs, true, files, 0, 1);
  }

  private static MonitorEvent guaranteed(double cpu, double memory) {
    return new LoadReported(NODE, 1, 1, Load.NONE, 0, 0, false, List.of(), cpu, memory);
  }

  private static Load delay(long delayNs, int opportunistic) {
    return new Load(0, 0, 0, WaitMatrix.NO_WAIT, delayNs, opportunistic);
  }

  private static NodeEvent limits(double cpuShare, double memoryShare, long aboveNs, long forNs) {
    return new NodeEvent.SetOpportunisticLimits(cpuShare, memoryShare, aboveNs, forNs);
  }

  private static NodeEvent reserve(Demand demand) {
    return new NodeEvent.EnqueueReservation(FROM, 1, demand);
  }

  private static NodeEvent launch(Work work) {
    return new NodeEvent.LaunchTask(1, 1, work);
  }

  private static Work work(long job, int stage, int index, int attempt) {
    return new Work(job, "", stage, STAGE, index, "", attempt);
  }

  static Stream<Arguments> beyondLimits() {
    var ok = RunResult.SUCCESS;
    var none = Map.<String, String>of();
    return Stream.of(
        arguments("index", finished(1, 0, -196, ok)),
        arguments("index", finished(1, 0, 1_000_000, ok)),
        arguments("stage", finished(1, -1, 0, ok)),
        arguments("stage", finished(1, 100_000, 0, ok)),
        arguments("job", finished(-1, 0, 0, ok)),
        arguments("reservation", new SchedulerEvent.TaskFinished(NODE, -1, 1, 0, 0, ok)),
        arguments("ranNs", new SchedulerEvent.TaskFinished(NODE, 1, 1, 0, 0, ok, -1)),
        arguments("exitCode", finished(RunResult.failed(-2, ""))),
        arguments("exitCode", finished(RunResult.failed(1 << 16, ""))),
        arguments("detail", finished(RunResult.failed(1, LONG))),
        arguments("usage.cpuNs", finished(ok.withUsage(new Usage(-1, 0, 0, 0)))),
        arguments("usage.cpuNs", finished(ok.withUsage(new Usage(Long.MAX_VALUE, 0, 0, 0)))),
        arguments("usage.peakMemoryBytes", finished(ok.withUsage(new Usage(0, -1, 0, 0)))),
        arguments("usage.readBytes", finished(ok.withUsage(new Usage(0, 0, -1, 0)))),
        arguments("usage.writtenBytes", finished(ok.withUsage(new Usage(0, 0, 0, -1)))),
        arguments("outputBytes", finished(ok.withOutput(Long.MAX_VALUE))),
        arguments("lostInputs.tasks", finished(lostInputs("s", -1))),
        arguments("lostInputs.tasks", finished(lostInputs("s", 1_000_000))),
        arguments("lostInputs.stage", finished(lostInputs(LONG, 0))),
        arguments("version", report(-1, SIZE, none, Load.NONE)),
        arguments("capacity", report(1, new Resources(-1, 1), none, Load.NONE)),
        arguments("capacity", report(1, new Resources(1, Long.MAX_VALUE), none, Load.NONE)),
        arguments("capacity", report(1, SIZE.with("gpu", -1), none, Load.NONE)),
        arguments("attributes", report(1, SIZE, Map.of("zone", LONG), Load.NONE)),
        arguments("attributes", report(1, SIZE, Map.of(LONG, "a"), Load.NONE)),
        arguments("load.queuedNs", report(1, SIZE, none, load(-1, 0, 0))),
        arguments("load.runningNs", report(1, SIZE, none, load(0, -1, 0))),
        arguments("load.idleNs", report(1, SIZE, none, load(0, 0, -1))),
        arguments("queued", nodeReport(SIZE, -1, 0)),
        arguments("running", nodeReport(SIZE, 0, -1)),
        arguments("free", nodeReport(new Resources(Long.MIN_VALUE, 0), 0, 0)),
        arguments("opportunistic", nodeReport(new Resources(-1, 0))),
        arguments("epoch", nodeReport(0, 1, "")),
        arguments("since", nodeReport(1, 0, "")),
        arguments("problem", nodeReport(1, 1, LONG)),
        arguments("claim", new MasterEvent.ClaimReleased(NODE, FROM, -1)),
        arguments("scheduler", new MasterEvent.ClaimReleased(NODE, SchedulerEvent.at(-1), 1)),
        arguments("scheduler", new MasterEvent.ClaimReleased(NODE, SchedulerEvent.at(2_048), 1)),
        arguments("scheduler", new MasterEvent.ClaimReleased(NODE, notAScheduler(), 1)),
        arguments("draw", new SchedulerEvent.NodeProbed(NODE, 1, -1, 0)),
        arguments("load", new SchedulerEvent.NodeProbed(NODE, 1, 0, -1)),
        arguments("reservation", new SchedulerEvent.GetTask(NODE, -1, 0)),
        arguments("reservation", new SchedulerEvent.NodeBusy(NODE, -1, 0)),
        arguments("forNs", new SchedulerEvent.NodeBusy(NODE, 1, -1)),
        arguments("reservation", returned(-1, "")),
        arguments("detail", returned(1, LONG)),
        arguments("reservation", new SchedulerEvent.TaskPromoted(NODE, -1, true)),
        arguments("held", confirmed(MANY, List.of())),
        arguments("held", confirmed(List.of(-1L), List.of())),
        arguments("unknown", confirmed(List.of(), MANY)),
        arguments("load.queuedNs", reported(load(-1, 0, 0), 1, 0, Usage.NONE)),
        arguments("reservation", reported(Load.NONE, -1, 0, Usage.NONE)),
        arguments("ns", reported(Load.NONE, 1, -1, Usage.NONE)),
        arguments("usage.cpuNs", reported(Load.NONE, 1, 0, new Usage(-1, 0, 0, 0))),
        arguments("epoch", new SchedulerEvent.AttemptsListed(NODE, -1, List.of())),
        arguments("reservation", listed(-1, 1, 0, 0, 1)),
        arguments("job", listed(1, -1, 0, 0, 1)),
        arguments("stage", listed(1, 1, -1, 0, 1)),
        arguments("index", listed(1, 1, 0, -1, 1)),
        arguments("attempt", listed(1, 1, 0, 0, 0)),
        arguments("epoch", new LoadReported(NODE, 0, 1, Load.NONE)),
        arguments("sequence", new LoadReported(NODE, 1, -1, Load.NONE)),
        arguments("load.queuedNs", new LoadReported(NODE, 1, 1, load(-1, 0, 0))),
        arguments("inNs", loadReported(-2, 0, List.of())),
        arguments("inNs", loadReported(Long.MAX_VALUE, 0, List.of())),
        arguments("forNs", loadReported(0, -1, List.of())),
        arguments("forNs", loadReported(0, Long.MAX_VALUE, List.of())),
        arguments("files", loadReported(0, 0, Collections.nCopies(65, -1L))),
        arguments("guaranteedCpu", guaranteed(Double.NaN, 0)),
        arguments("guaranteedCpu", guaranteed(1.1, 0)),
        arguments("guaranteedMemory", guaranteed(0, -1)),
        arguments("load.delayNs", new LoadReported(NODE, 1, 1, delay(-1, 0))),
        arguments("load.opportunistic", new LoadReported(NODE, 1, 1, delay(0, -1))),
        // what a cell sends to a node
        arguments("reservation", new NodeEvent.EnqueueReservation(FROM, -1, DEMAND)),
        arguments("scheduler", new NodeEvent.EnqueueReservation(notAScheduler(), 1, DEMAND)),
        arguments("resources", reserve(Demand.of(new Resources(-1, 0)))),
        arguments("resources", reserve(Demand.of(SIZE.with("gpu", Long.MAX_VALUE)))),
        arguments("estimateNs", reserve(DEMAND.withEstimate(-1))),
        arguments("estimateNs", reserve(DEMAND.withEstimate(Long.MAX_VALUE))),
        arguments("weight", reserve(DEMAND.withUser("u", 0))),
        arguments("weight", reserve(DEMAND.withUser("u", Double.NaN))),
        arguments("user", reserve(DEMAND.withUser(LONG, 1))),
        arguments("job", reserve(DEMAND.withJob(-1, 0))),
        arguments("grant", reserve(DEMAND.withGrant(LONG))),
        arguments("drawWeight", reserve(DEMAND.withDrawWeight(-1))),
        arguments("drawWeight", reserve(DEMAND.withDrawWeight(Double.NaN))),
        arguments("drawWeight", reserve(DEMAND.withDrawWeight(Double.POSITIVE_INFINITY))),
        arguments("yieldNs", reserve(DEMAND.withYield(-1))),
        arguments("yieldNs", reserve(DEMAND.withYield(Demand.MAX_YIELD_NS + 1))),
        arguments("draw", new NodeEvent.ProbeNode(FROM, 1, -1)),
        arguments("index", new NodeEvent.PlaceTask(FROM, 1, DEMAND, work(1, 0, -1, 1))),
        arguments("weight", new NodeEvent.PlaceTask(FROM, 1, DEMAND.withUser("u", -1), WORK)),
        arguments("job", launch(work(-1, 0, 0, 1))),
        arguments("stage", launch(work(1, -1, 0, 1))),
        arguments("attempt", launch(work(1, 0, 0, 0))),
        arguments("spec.resources", launch(of(STAGE.withResources(new Resources(-1, 0))))),
        arguments("spec.tasks", launch(of(STAGE.withTasks(-1)))),
        arguments("spec.limits.timeoutNs", launch(of(STAGE.withTimeout(-1)))),
        arguments("spec.limits.estimateNs", launch(of(STAGE.withEstimate(-1)))),
        arguments("reservation", new NodeEvent.LaunchTask(-1, 1, WORK)),
        arguments("grant", new NodeEvent.PromoteTask(FROM, 1, LONG)),
        arguments("reservation", new NodeEvent.PromoteTask(FROM, -1, "")),
        arguments("cpuShare", limits(Double.NaN, 0.5, 0, 0)),
        arguments("cpuShare", limits(1.5, 0.5, 0, 0)),
        arguments("memoryShare", limits(0.5, Double.NaN, 0, 0)),
        arguments("memoryShare", limits(0.5, -0.1, 0, 0)),
        arguments("shedAboveNs", limits(0.5, 0.5, -1, 0)),
        arguments("forNs", limits(0.5, 0.5, 0, -1)),
        arguments("inNs", new NodeEvent.ScheduleMaintenance(Long.MAX_VALUE, 1)),
        arguments("forNs", new NodeEvent.ScheduleMaintenance(1, -1)),
        arguments("capacity", new NodeEvent.ResizeMachine(new Resources(0, -1))),
        arguments("reservation", new NodeEvent.NoTask(-1, 1)),
        arguments("reservation", new NodeEvent.WithdrawReservation(-1)),
        arguments("reservation", new NodeEvent.KillTask(FROM, 1, -1)),
        arguments("reservation", new NodeEvent.AcknowledgeResult(-1, true)),
        arguments("reservations", new NodeEvent.ConfirmReservations(FROM, 1, MANY)),
        arguments("scheduler", new NodeEvent.RefineEstimates(notAScheduler(), List.of())),
        arguments("reservation", refine(-1, 1)),
        arguments("estimateNs", refine(1, -1)),
        arguments("estimateNs", refine(1, Long.MAX_VALUE)),
        arguments("everyNs", new NodeEvent.ReportLoad(0, 1)),
        arguments("forNs", new NodeEvent.ReportLoad(1, -1)),
        arguments("epoch", new NodeEvent.NodeExpelled(-1)),
        arguments("epoch", new NodeEvent.ListAttempts(FROM, -1)));
  }

  private static Work of(StageSpec stage) {
    return new Work(1, "", 0, stage, 0, "", 1);
  }

  private static RunResult lostInputs(String stage, int task) {
    var lost = new RunResult.LostInputs(stage, List.of(task));
    return new RunResult(Outcome.INPUT_MISSING, -1, "", Usage.NONE, 0, false, lost);
  }

  private static MasterEvent nodeReport(Resources free, int queued, int running) {
    return new MasterEvent.NodeReport(
        NODE,
        1,
        1,
        1,
        0,
        SIZE,
        Map.of(),
        free,
        Resources.NONE,
        queued,
        running,
        Load.NONE,
        false,
        "");
  }

  private static MasterEvent nodeReport(Resources opportunistic) {
    return new MasterEvent.NodeReport(
        NODE, 1, 1, 1, 0, SIZE, Map.of(), SIZE, opportunistic, 0, 0, Load.NONE, false, "");
  }

  private static MasterEvent nodeReport(int epoch, int since, String problem) {
    return new MasterEvent.NodeReport(
        NODE,
        epoch,
        since,
        1,
        0,
        SIZE,
        Map.of(),
        SIZE,
        Resources.NONE,
        0,
        0,
        Load.NONE,
        false,
        problem);
  }

  /** The compiler cannot see what an address that came in was. */
  private static Address<SchedulerEvent> notAScheduler() {
    return new Address<>(Role.MASTER, 0);
  }

  private static SchedulerEvent returned(long reservation, String detail) {
    return new SchedulerEvent.ReservationReturned(NODE, reservation, ReturnReason.LIMIT, detail);
  }

  private static SchedulerEvent confirmed(List<Long> held, List<Long> unknown) {
    return new SchedulerEvent.ReservationsConfirmed(NODE, 1, held, unknown);
  }

  private static boolean admits(Event event) throws WireException {
    return switch (event) {
      case MasterEvent sent ->
          IngressFilter.admitsToCell(new Message(MasterEvent.at(0), sent), NODE);
      case SchedulerEvent sent ->
          IngressFilter.admitsToCell(new Message(SchedulerEvent.at(0), sent), NODE);
      case MonitorEvent sent ->
          IngressFilter.admitsToCell(new Message(MonitorEvent.AT, sent), NODE);
      default -> IngressFilter.admitsToNode(new Message(NodeEvent.at(NODE), event));
    };
  }

  @ParameterizedTest
  @MethodSource("beyondLimits")
  void aFieldBeyondItsLimitsIsNamed(String field, Event event) {
    assertThatThrownBy(() -> admits(event))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith(
            "`%s` of %s is ".formatted(field, event.getClass().getSimpleName()));
  }

  static Stream<Event> sound() {
    return Stream.of(
        finished(9, 99_999, 999_999, RunResult.failed(137, "killed")),
        finished(RunResult.lost("gone")),
        report(1, SIZE.with("gpu", 8), Map.of("zone", "a"), load(Long.MAX_VALUE, 0, 0)),
        nodeReport(new Resources(-500, -1), 10, 10),
        new MasterEvent.ClaimReleased(NODE, SchedulerEvent.at(2_047), Long.MAX_VALUE),
        listed(1, 1, 0, 0, 1),
        reported(Load.NONE, 1, WaitMatrix.NEVER, Usage.NONE),
        refine(1, 0),
        new NodeEvent.ReportLoad(1, 0),
        reserve(DEMAND.withDrawWeight(2.5).whileWatched()),
        confirmed(List.of(1L, 2L), List.of(3L)),
        new LoadReported(NODE, 1, 0, load(Long.MAX_VALUE, 0, 0)),
        new LoadReported(NODE, 1, 0, delay(Load.NEVER, 9)),
        guaranteed(1, 0.5),
        limits(0.5, 0, Long.MAX_VALUE, Long.MAX_VALUE),
        loadReported(0, 1, Collections.nCopies(64, -1L)),
        reserve(DEMAND.withUser("u", 0.5).withEstimate(5)),
        launch(WORK),
        new NodeEvent.ScheduleMaintenance(-1, 0),
        new NodeEvent.SetOpportunisticLimits(1, Long.MAX_VALUE),
        new NodeEvent.DrainNode(true));
  }

  @ParameterizedTest
  @MethodSource("sound")
  void whatSoundPeersSendPasses(Event event) throws WireException {
    assertThat(admits(event)).isTrue();
  }

  @Test
  void aNodeSpeaksForItselfAlone() throws WireException {
    var message = new Message(SchedulerEvent.at(0), finished(RunResult.SUCCESS));
    assertThat(IngressFilter.admitsToCell(message, NODE)).isTrue();
    assertThat(IngressFilter.admitsToCell(message, NODE + 1)).isFalse();
    var load = new Message(MonitorEvent.AT, new LoadReported(NODE, 1, 1, Load.NONE));
    assertThat(IngressFilter.admitsToCell(load, NODE)).isTrue();
    assertThat(IngressFilter.admitsToCell(load, NODE + 1)).isFalse();
  }

  @Test
  void onlySchedulersAndMastersOfTheCellSpeakOfContainers() throws WireException {
    var wanted =
        new ContainerRequest(
            1, 0, SIZE, 0, List.of(1L), List.of(), 1, List.of(), List.of(new Container(2, NODE)));
    var waits = ContainerWait.of(ContainerShortage.IN_LINE, 1, 0);
    List<Event> all =
        List.of(
            new MasterEvent.RequestContainers(FROM, 1, 1, 1, wanted),
            new MasterEvent.WithdrawContainers(FROM, 1, 1, 1, 0, List.of(1L)),
            new SchedulerEvent.ContainersGranted(1, 1, 0, List.of(new Container(1, NODE))),
            new SchedulerEvent.ContainersWithdrawn(1, 1, 0, List.of(1L)),
            new SchedulerEvent.ContainersAwaited(1, 1, 1, 0, waits));
    for (var event : all) {
      assertThat(admits(event)).as("%s", event).isFalse();
    }
  }

  @Test
  void onlySchedulersOfTheCellAskTheMonitor() throws WireException {
    var question = new MonitorEvent.GetLoads(FROM, 0, 0);
    assertThat(admits(question)).isFalse();
  }
}
