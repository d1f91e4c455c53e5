package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import dev.muster.core.event.NodeEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.queue.WaitReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues in whole cells: shares, borrowing and giving back, lines, suspension. */
final class QueuesInCellTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int NODES = 4;
  private static final int SLOTS = 5;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final long GRACE_NS = 5 * S;

  private static final QueueTree TREE =
      QueueTree.of(
              queue("root.research", 0.7),
              queue("root.ops", 0.3),
              QueueSpec.of("root.small").withTokens(4))
          .withReclaimAfter(GRACE_NS);

  private final List<JobReport> ends = new ArrayList<>();
  private final List<ClientEvent> answers = new ArrayList<>();
  private final Map<Long, Long> running = new HashMap<>();
  private final Map<Long, Integer> started = new HashMap<>();

  private static QueueSpec queue(String path, double share) {
    return QueueSpec.of(path)
        .with(
            QueueShare.EVEN.withGuaranteed(
                Portion.ofCell(Portion.CPU, share), Portion.ofCell(Portion.MEMORY, share)));
  }

  private SimCell cell(long taskNs) {
    var observer =
        new Observer() {
          @Override
          public void launched(int node, Launch launch) {
            running.put(launch.run(), launch.work().job());
            started.merge(launch.work().job(), 1, Integer::sum);
          }

          @Override
          public void delivered(Address<?> to, Event event) {
            if (event instanceof NodeEvent.RunExited exited) {
              running.remove(exited.run());
            }
          }
        };
    var cell =
        new SimCell(
            CellSpec.of(1, NODES, new Resources(1_000L * SLOTS, SLOTS * (1L << 30)))
                .withSchedulers(2),
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            new Network.Fixed(MS / 2),
            (_, _) -> taskNs,
            _ -> 0,
            observer,
            this::hear);
    cell.changeQueues(S / 2, 1, TREE);
    return cell;
  }

  private void hear(ClientEvent event) {
    answers.add(event);
    if (event instanceof ClientEvent.JobEnded(JobReport report)) {
      ends.add(report);
    }
  }

  private static JobSpec job(String queue, String policy, int tasks) {
    return JobSpec.of("job", StageSpec.of("s", tasks, UNIT, List.of("modelled")))
        .withQueue(queue)
        .withPolicy(policy);
  }

  private int started(long job) {
    return started.getOrDefault(job, 0);
  }

  private long running(long job) {
    return running.values().stream().filter(each -> each == job).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {JobSpec.SAMPLED, JobSpec.SHARED})
  void bothBusyQueuesHaveWhatTheyAreGuaranteed(String policy) {
    var cell = cell(S);
    cell.submit(S, "research", job("root.research", policy, 2_000));
    cell.submit(S, "ops", job("root.ops", policy, 2_000));
    cell.simulation().runUntil(10 * S);
    started.clear();
    cell.simulation().runUntil(40 * S);

    double all = started(1) + started(2);
    assertThat(started(1) / all).isBetween(0.65, 0.75);
    assertThat(all).as("and no slot stands empty").isGreaterThan(0.85 * 30 * NODES * SLOTS);
  }

  /** Opportunistic tasks fill what is idle for a moment, and are of no queue. */
  @Test
  void jobsThatSendAheadKeepToTheirSharesWithGuaranteedTasks() {
    var cell = cell(S);
    cell.submit(S, "research", job("root.research", JobSpec.ESTIMATED, 2_000));
    cell.submit(S, "ops", job("root.ops", JobSpec.ESTIMATED, 2_000));
    cell.simulation().runUntil(10 * S);
    started.clear();
    cell.simulation().runUntil(40 * S);

    assertThat((double) started(1) / started(2)).isGreaterThan(1.5);
    assertThat(started(1) + started(2)).isGreaterThan((int) (0.85 * 30 * NODES * SLOTS));
  }

  @ParameterizedTest
  @ValueSource(strings = {JobSpec.SAMPLED, JobSpec.SHARED})
  void anIdleQueueLendsAndGetsBackAfterTheGracePeriod(String policy) {
    var cell = cell(100 * S);
    cell.submit(S, "ops", job("root.ops", policy, 200));
    cell.simulation().runUntil(10 * S);
    assertThat(running(1)).isEqualTo(NODES * SLOTS);

    cell.submit(10 * S, "research", job("root.research", policy, 200));
    cell.simulation().runUntil(10 * S + GRACE_NS);
    assertThat(running(1)).as("nothing is taken before").isEqualTo(NODES * SLOTS);
    cell.simulation().runUntil(10 * S + GRACE_NS + 8 * S);
    assertThat(running(2)).isEqualTo(14);
    assertThat(running(1)).isEqualTo(6);
    cell.simulation().runUntil(60 * S);
    assertThat(running(2)).as("and nothing goes to and fro").isEqualTo(14);
    assertThat(started).containsEntry(1L, 20).containsEntry(2L, 14);
  }

  @Test
  void jobsWaitInLineForTokensAndKnowTheirPlace() {
    var cell = cell(10 * S);
    for (int each = 1; each <= 4; each++) {
      cell.submit(each * S, "job" + each, job("root.small", JobSpec.SAMPLED, 3).withTokens(3));
    }
    cell.simulation().runUntil(9 * S);
    assertThat(started.keySet()).containsExactly(1L);
    assertThat(answers)
        .contains(
            new JobWaits(
                2,
                WaitReason.TOKENS,
                "3 of 4 tokens of root.small are taken; the job takes 3",
                1,
                3,
                -1))
        .anyMatch(each -> each instanceof JobWaits waits && waits.job() == 4 && waits.place() == 3);
    cell.simulation().runUntil(60 * S);
    assertThat(ends).hasSize(4).allMatch(end -> end.state() == JobState.SUCCEEDED);
    assertThat(ends.stream().map(JobReport::job)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aSuspendedJobStartsNothingUntilItIsResumed() {
    var cell = cell(2 * S);
    cell.submit(S, "ops", job("root.ops", JobSpec.SAMPLED, 100));
    cell.suspend(5 * S, "ops", true);
    cell.simulation().runUntil(10 * S);
    int before = started(1);
    assertThat(running(1)).as("what runs goes on").isZero();
    cell.simulation().runUntil(20 * S);
    assertThat(started).containsEntry(1L, before);
    cell.suspend(20 * S, "ops", false);
    cell.simulation().runUntil(60 * S);
    assertThat(ends).singleElement().returns(JobState.SUCCEEDED, JobReport::state);
  }

  @Test
  void queuesWithOpenJobsStay() {
    var cell = cell(20 * S);
    cell.submit(S, "ops", job("root.ops", JobSpec.SAMPLED, 10));
    cell.changeQueues(5 * S, 2, QueueTree.of(queue("root.research", 1)));
    cell.simulation().runUntil(10 * S);
    assertThat(answers)
        .contains(
            new QueuesRecorded(1),
            new QueuesRejected(2, List.of("root.ops has 1 open job, so it cannot vanish")));
    cell.changeQueues(40 * S, 3, QueueTree.of(queue("root.research", 1)));
    cell.simulation().runUntil(50 * S);
    assertThat(answers).contains(new QueuesRecorded(3));
  }

  @Test
  void jobsForQueuesThatDoNotExistAreRejectedWithTheNearest() {
    var cell = cell(S);
    cell.submit(S, "typo", job("root.reserch", JobSpec.SAMPLED, 1));
    cell.simulation().runUntil(5 * S);
    assertThat(answers)
        .anyMatch(
            each ->
                each instanceof ClientEvent.JobRejected rejected
                    && rejected.why().contains("there is no root.reserch")
                    && rejected.why().contains("root.research"));
  }
}
