package dev.muster.core.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.ClientEvent.RequestResize;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.Stepped;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientResizeTest {

  private static final Timing TIMING = Timing.standard();
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);

  private final Stepped<ClientEvent> client = new Stepped<>(new Client(0, MASTER, TIMING));

  private List<ResizeStage> receives(ClientEvent event) {
    return client.tell(event).sent(ResizeStage.class);
  }

  private List<ResizeStage> beats() {
    client.after(TIMING.beatNs());
    return receives(new Wake(Client.ClientTimer.BEAT));
  }

  private List<Event> resizeNews() {
    return client.news().stream()
        .filter(one -> one instanceof ResizeAccepted || one instanceof ResizeRejected)
        .toList();
  }

  private static ResizeStage resize(int revision, int tasks) {
    return new ResizeStage(7, revision, "work", tasks, ClientEvent.at(0));
  }

  private static RequestResize request(int tasks) {
    return new RequestResize("k", "work", tasks);
  }

  private void runningJob() {
    receives(new RequestJob("k", Jobs.job(3)));
    receives(new JobAccepted("k", 7));
  }

  @Test
  void asksUntilItIsAnsweredAndPassesTheAnswerOnOnce() {
    runningJob();
    assertThat(receives(request(5))).containsExactly(resize(1, 5));
    assertThat(receives(request(5))).as("an impatient user").isEmpty();
    assertThat(beats()).containsExactly(resize(1, 5));
    var yes = new ResizeAccepted("k", 7, 1, "work", 5);
    receives(yes);
    receives(yes);
    assertThat(beats()).isEmpty();

    assertThat(receives(request(2))).containsExactly(resize(2, 2));
    receives(yes);
    receives(new ResizeRejected("k", 7, 1, "stale"));
    assertThat(beats()).as("still").containsExactly(resize(2, 2));
    var no = new ResizeRejected("k", 7, 2, "no");
    receives(no);
    assertThat(resizeNews()).containsExactly(yes, no);
  }

  @Test
  void theAnswerToAnotherResizeOfTheSameRevisionIsARejection() {
    runningJob();
    receives(request(5));
    receives(new ResizeAccepted("k", 7, 1, "work", 6));
    receives(request(5));
    receives(new ResizeAccepted("k", 7, 2, "other", 5));

    var why = "`revision`: another resize of the job came before";
    assertThat(resizeNews())
        .containsExactly(new ResizeRejected("k", 7, 1, why), new ResizeRejected("k", 7, 2, why));
    assertThat(beats()).isEmpty();
  }

  @Test
  void aSecondResizeBeforeTheJobIsAcceptedIsRejectedUnderItsKey() {
    receives(new RequestJob("k", Jobs.job(3)));
    receives(request(5));
    receives(request(6));

    assertThat(resizeNews())
        .containsExactly(new ResizeRejected("k", 0, 0, "`job`: another resize has no answer yet"));
  }

  @Test
  void aResizeOfAJobThatIsRejectedIsRejectedBeforeIt() {
    receives(new RequestJob("k", Jobs.job(3)));
    receives(request(5));
    receives(new JobRejected("k", "too large"));

    assertThat(client.news())
        .containsExactly(
            new ResizeRejected("k", 0, 1, "`job`: was rejected"),
            new JobRejected("k", "too large"));
  }

  @Test
  void oneResizeOfAJobAtATime() {
    runningJob();
    receives(request(5));

    assertThat(receives(request(6))).isEmpty();
    assertThat(resizeNews())
        .containsExactly(new ResizeRejected("k", 7, 0, "`job`: another resize has no answer yet"));
    assertThat(beats()).containsExactly(resize(1, 5));
  }

  @Test
  void aResizeWaitsUntilTheJobIsAcceptedAndGoesOnFromItsRevision() {
    receives(new RequestJob("k", Jobs.job(3)));
    assertThat(receives(request(5))).isEmpty();
    assertThat(beats()).isEmpty();

    assertThat(receives(new JobAccepted("k", 7, 4))).containsExactly(resize(5, 5));
  }

  @Test
  void aResizeOfNoOpenJobIsRejected() {
    receives(request(5));
    runningJob();
    receives(request(5));
    receives(new JobForgotten(7));
    receives(request(6));

    assertThat(resizeNews())
        .containsExactly(
            new ResizeRejected("k", 0, 0, "`key`: no open job was requested under `k`"),
            new ResizeRejected("k", 7, 1, "`job`: ended before the resize was answered"),
            new ResizeRejected("k", 0, 0, "`key`: no open job was requested under `k`"));
    assertThat(beats()).isEmpty();
  }
}
