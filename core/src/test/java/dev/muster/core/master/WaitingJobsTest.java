package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ChangeQueues;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fifty thousand jobs in line, with a million tasks: what that takes, and what comes then. */
final class WaitingJobsTest {

  private static final int JOBS = 50_000;
  private static final int TASKS = 20;

  /** Of the heap, with all records, lines and specifications of jobs. */
  private static final long MOST_BYTES = 256L << 20;

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);
  private static final int ANY = Integer.MAX_VALUE;

  private final Master master =
      Master.alone(
          MasterConfig.standard().with(new OpenJobLimits(JOBS, JOBS * TASKS, 10)).settled(),
          Timing.standard());

  private RecordingEffects tell(MasterEvent event) {
    var out = new RecordingEffects();
    master.on(0, event, out);
    for (var entry : out.appended()) {
      master.on(0, Committed.next(entry), new RecordingEffects());
    }
    return out;
  }

  /** As it would be decoded: nothing of it is shared with others. */
  private static JobSpec job(int number, int tasks) {
    var stage =
        StageSpec.of(
            "stage-" + number, tasks, new Resources(1_000, 1 << 20), List.of("run-" + number));
    return JobSpec.of("job-" + number, stage)
        .withQueue("root.lab" + number % 10)
        .withUser("user" + number % 100);
  }

  private static long heapBytes() {
    for (int round = 0; round < 3; round++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aMillionWaitingTasksTakeLittleAndOneMoreIsRejectedWithTheNumber() {
    tell(NodeReport.of(0, size(4, 4)));
    tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    var queues = new QueueSpec[10];
    for (int queue = 0; queue < queues.length; queue++) {
      var one = new QueueLimits(ANY, Long.MAX_VALUE, 1, UserLimits.NONE);
      queues[queue] = QueueSpec.of("root.lab" + queue).with(one);
    }
    tell(new ChangeQueues(1, QueueTree.of(queues), CLIENT));

    long before = heapBytes();
    for (int number = 0; number < JOBS; number++) {
      tell(new SubmitJob("key-" + number, job(number, TASKS), CLIENT));
    }
    long taken = heapBytes() - before;
    System.out.printf("%,d waiting jobs take %,d bytes%n", JOBS, taken);

    assertThat(master.openJobs()).isEqualTo(JOBS);
    assertThat(taken).isLessThan(MOST_BYTES);
    var out = tell(new SubmitJob("one-more", job(JOBS, 1), CLIENT));
    assertThat(out.sentTo(CLIENT))
        .singleElement()
        .isInstanceOfSatisfying(
            JobRejected.class,
            rejected -> assertThat(rejected.why()).contains("limit of 50000 open jobs"));
  }
}
