package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.client.Client;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.Master;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.node.Node;
import dev.muster.core.scheduler.Placers;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.host.replay.Replay;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real cell on four threads, with real processes: every actor's inbox replays to its effects. */
class RecordedCellTest {
  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);
  private static final Address<NodeEvent> NODE = NodeEvent.at(0);
  private static final Resources CAPACITY = new Resources(2_000, 1L << 30);

  @TempDir private Path home;

  private static Actor<ClientEvent> client() {
    return new Client(0, MASTER, Timing.standard());
  }

  private static Actor<MasterEvent> master() {
    return Master.alone(MasterConfig.standard(), Timing.standard());
  }

  private static Actor<SchedulerEvent> scheduler(long seed) {
    var policies =
        Placers.standard(
            SampledOptions.PLAIN,
            Chance.of(seed, SCHEDULER),
            CommitConfig.standard(),
            Chance.of(seed, "fit"),
            EstimatedOptions.STANDARD,
            Chance.of(seed, "candidates"),
            HybridOptions.STANDARD,
            Chance.of(seed, "tiers"));
    return new Scheduler(0, 1, MASTER, Timing.standard(), ThinkTime.NONE, policies);
  }

  private static Actor<NodeEvent> node(Resources capacity) {
    return new Node(0, 1, capacity, MASTER, Timing.standard());
  }

  private Path recording(Address<?> address) {
    return home.resolve(address.toString());
  }

  private JobReport runRecorded(JobSpec job) {
    var end = new CompletableFuture<JobReport>();
    try (var host = new Host(Log.IN_MEMORY)) {
      host.add(CLIENT, client(), host.loop("client"));
      host.listen(CLIENT, news -> endOf(news, end));
      host.add(MASTER, master(), host.loop("master"));
      host.add(SCHEDULER, scheduler(1), host.loop("scheduler"));
      host.add(
          NODE,
          node(CAPACITY),
          host.loop("node"),
          new ProcessRuntime("node-0", home, RunOptions.STANDARD, Localizer.IN_PLACE));
      List.of(CLIENT, MASTER, SCHEDULER, NODE).forEach(at -> host.record(at, recording(at)));
      host.start(end::completeExceptionally);
      host.send(CLIENT, new ClientEvent.RequestJob("key", job));
      return end.orTimeout(60, TimeUnit.SECONDS).join();
    }
  }

  private static void endOf(Event news, CompletableFuture<JobReport> end) {
    if (news instanceof ClientEvent.JobEnded(var report)) {
      end.complete(report);
    }
  }

  @Test
  void everyActorReplaysToItsEffects() throws Exception {
    var flaky =
        StageSpec.of("flaky", 20, new Resources(500, 1), List.of("sh", "-c", "exit $(($$ % 2))"))
            .withRetries(50);
    var last = StageSpec.of("last", 3, new Resources(500, 1), List.of("true")).withAfter("flaky");
    assertThat(runRecorded(JobSpec.of("recorded", flaky, last)).state())
        .isEqualTo(JobState.SUCCEEDED);

    same(Replay.of(recording(CLIENT), client()), CLIENT);
    same(Replay.of(recording(MASTER), master()), MASTER);
    same(Replay.of(recording(SCHEDULER), scheduler(1)), SCHEDULER);
    same(Replay.of(recording(NODE), node(CAPACITY)), NODE);

    var smaller = Replay.of(recording(NODE), node(new Resources(500, 1L << 30)));
    assertThat(smaller.difference()).startsWith("step 1, EventReceived[event=Wake[timer=JOIN]]");
  }

  private static void same(Replay.Comparison outcome, Address<?> actor) {
    assertThat(outcome)
        .isEqualTo(new Replay.Comparison(actor.toString(), outcome.steps(), false, ""));
    assertThat(outcome.steps()).isGreaterThan(2);
  }
}
