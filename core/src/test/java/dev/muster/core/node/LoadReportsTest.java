package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent.FilesCached;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Demand;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the monitor hears, for as long as it wants to. */
final class LoadReportsTest {

  private static final Wake ROUND = new Wake(NodeTimer.LOAD_REPORT);

  private final NodeStory story = new NodeStory();

  private RecordingEffects lease(long everyNs, long forNs) {
    return story.tell(new ReportLoad(everyNs, forNs));
  }

  private static LoadReported only(RecordingEffects effects) {
    var all = effects.sent(LoadReported.class);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void theLoadIsReportedAtOnceAndAtTheIntervalUntilTheLeaseEnds() {
    story.tell(new PlaceTask(SCHEDULER, 1, Demand.of(CAPACITY).withEstimate(8 * S), work(1)));
    var leased = lease(S, 3 * S);
    assertThat(leased.sentTo(MonitorEvent.AT)).hasSize(1);
    var first = only(leased);
    assertThat(first.node()).isEqualTo(INDEX);
    assertThat(first.load().waits().waitNs(CAPACITY, UNIT)).isEqualTo(8 * S);
    assertThat(first.inNs()).isEqualTo(LoadReported.NO_MAINTENANCE);

    long nextNs = leased.only(WakeAt.class).getFirst().atNs();
    assertThat(nextNs).as("nodes are spread over the interval").isBetween(1L, S);
    var second = story.stepped.after(nextNs).tell(ROUND);
    assertThat(only(second).sequence()).isGreaterThan(first.sequence());
    assertThat(only(second).load().waits().waitNs(CAPACITY, UNIT)).isEqualTo(8 * S - nextNs);
    assertThat(second.only(WakeAt.class)).extracting(WakeAt::atNs).containsExactly(nextNs + S);

    assertThat(story.stepped.after(3 * S - nextNs).tell(ROUND).all()).as("over").isEmpty();
    assertThat(only(lease(S, S)).node()).as("and anew").isEqualTo(INDEX);
  }

  @Test
  void aRenewedLeaseSetsNoSecondTimer() {
    lease(S, 3 * S);
    assertThat(lease(2 * S, 9 * S).all()).isEmpty();
    var next = story.stepped.after(4 * S).tell(ROUND);
    assertThat(next.only(WakeAt.class)).extracting(WakeAt::atNs).containsExactly(6 * S);
  }

  @Test
  void theMaintenanceThatIsScheduledIsReported() {
    story.tell(new ScheduleMaintenance(10 * S, 60 * S));
    assertThat(only(lease(S, 99 * S)))
        .extracting(LoadReported::inNs, LoadReported::forNs)
        .containsExactly(10 * S, 60 * S);
    assertThat(only(story.stepped.after(30 * S).tell(ROUND)))
        .as("it lasts on")
        .extracting(LoadReported::inNs, LoadReported::forNs)
        .containsExactly(0L, 40 * S);
    assertThat(only(story.stepped.after(40 * S).tell(ROUND)).inNs())
        .as("it is over")
        .isEqualTo(LoadReported.NO_MAINTENANCE);
  }

  @Test
  void cachedFilesAreListedAfterAChangeAndForANewLease() {
    assertThat(only(lease(S, 9 * S)))
        .extracting(LoadReported::listsFiles, LoadReported::files)
        .containsExactly(true, List.of());
    assertThat(only(story.stepped.after(S).tell(ROUND)).listsFiles()).isFalse();

    var files = LongStream.range(0, 70).boxed().toList();
    assertThat(story.tell(new FilesCached(files)).all()).as("in time").isEmpty();
    var largest = files.subList(0, LoadReported.MAX_FILES);
    assertThat(only(story.stepped.after(S).tell(ROUND)))
        .extracting(LoadReported::listsFiles, LoadReported::files)
        .containsExactly(true, largest);
    assertThat(only(story.stepped.after(S).tell(ROUND)).files()).isEmpty();
    lease(S, 9 * S);
    assertThat(only(story.stepped.after(S).tell(ROUND)).files()).isEqualTo(largest);
  }
}
