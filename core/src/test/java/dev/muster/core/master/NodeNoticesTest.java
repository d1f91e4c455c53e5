package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.Notice.NodeAvoided;
import dev.muster.core.event.Notice.NodeDied;
import dev.muster.core.event.Notice.NodeJoined;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people get to know of nodes that are sick, do not report, or are dead. */
final class NodeNoticesTest {

  private static final Resources CAPACITY = size(4, 4);
  private static final String SUSPECT = "has not reported for a while";

  private final Stepped<MasterEvent> master =
      new Stepped<>(Master.alone(MasterConfig.standard().settled(), Timing.standard()));

  private final List<Event> published = new ArrayList<>();
  private long version;

  private void tell(MasterEvent event) {
    note(master.tell(event));
  }

  /** Until the log has all that was appended. */
  private void note(RecordingEffects out) {
    published.addAll(out.published());
    for (LogEntry entry : out.appended()) {
      note(master.tell(Committed.next(entry)));
    }
  }

  private void report(int node, String problem) {
    var free = CAPACITY;
    var load = Load.NONE;
    tell(
        new NodeReport(
            node,
            1,
            1,
            ++version,
            0,
            CAPACITY,
            Map.of(),
            free,
            Resources.NONE,
            0,
            0,
            load,
            false,
            problem));
    tell(new Wake(MasterTimer.PUBLISH_MACHINES));
  }

  /** Seconds in which node 0 does not report and node 1 does. */
  private void withoutReport(int seconds) {
    for (int i = 0; i < seconds; i++) {
      master.after(S);
      report(1, "");
      tell(new Wake(MasterTimer.BEAT));
      tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    }
  }

  private List<Event> published() {
    var all = List.copyOf(published);
    published.clear();
    return all;
  }

  private void join() {
    report(0, "");
    report(1, "");
    assertThat(published())
        .containsExactly(new NodeJoined(0, CAPACITY), new NodeJoined(1, CAPACITY));
  }

  @Test
  void aNodeThatIsSickAndThenWell() {
    join();
    report(0, "the disk is full: 9 MiB free");
    assertThat(published()).containsExactly(new NodeAvoided(0, "the disk is full: 9 MiB free"));
    report(0, "the disk is full: 8 MiB free");
    assertThat(published()).as("still").isEmpty();

    report(0, "");
    assertThat(published()).containsExactly(new NodeAvoided(0, ""));
  }

  @Test
  void aNodeThatDoesNotReportForAWhile() {
    join();
    withoutReport(5);
    assertThat(published()).containsExactly(new NodeAvoided(0, SUSPECT));

    report(0, "");
    assertThat(published()).containsExactly(new NodeAvoided(0, ""));
  }

  @Test
  void aNodeThatDies() {
    join();
    withoutReport(20);

    assertThat(published())
        .as("the dead are not well again")
        .containsExactly(new NodeAvoided(0, SUSPECT), new NodeDied(0));
  }

  @Test
  void aSickNodeThatDies() {
    join();
    report(0, "launches fail");
    withoutReport(20);

    assertThat(published()).containsExactly(new NodeAvoided(0, "launches fail"), new NodeDied(0));
  }
}
