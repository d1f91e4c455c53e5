package dev.muster.core.submit;

import static dev.muster.core.fake.Jobs.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.Accepted;
import dev.muster.core.event.ClientEvent.Ended;
import dev.muster.core.event.ClientEvent.Forgotten;
import dev.muster.core.event.ClientEvent.GiveUp;
import dev.muster.core.event.ClientEvent.Progress;
import dev.muster.core.event.ClientEvent.Refused;
import dev.muster.core.event.ClientEvent.Request;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.Cancel;
import dev.muster.core.event.MasterEvent.Follow;
import dev.muster.core.event.MasterEvent.Submit;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Timing;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientTest {

  private static final Timing TIMING = Timing.standard();
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  private static final JobSpec JOB = Jobs.job(3);
  private static final Submit SUBMIT = new Submit("k", JOB, ClientEvent.at(0));
  private static final Follow FOLLOW = new Follow(7, ClientEvent.at(0));
  private static final Cancel CANCEL = new Cancel(7);
  private static final Ended ENDED =
      new Ended(
          new JobReport(
              7, "job", JobState.SUCCEEDED, "sampled", List.of(), 0, 1, List.of(), 0, List.of()));

  private final Stepped<ClientEvent> client = new Stepped<>(new Client(0, MASTER, TIMING));

  private List<Event> hears(ClientEvent event) {
    return client.tell(event).sentTo(MASTER);
  }

  private RecordingEffects beat() {
    return client.after(TIMING.beatNs()).tell(new Wake(0));
  }

  private List<Event> beats() {
    return beat().sentTo(MASTER);
  }

  @Test
  void asksAgainUntilItIsAnswered() {
    assertThat(hears(new Request("k", JOB))).containsExactly(SUBMIT);
    for (int i = 0; i < 5; i++) {
      assertThat(beats()).containsExactly(SUBMIT);
    }
    assertThat(hears(new Accepted("k", 7))).isEmpty();
    for (int i = 0; i < 5; i++) {
      assertThat(beats()).containsExactly(FOLLOW);
    }
    hears(ENDED);

    assertThat(beats()).isEmpty();
    assertThat(client.news()).containsExactly(new Accepted("k", 7), ENDED);
  }

  @Test
  void asksAgainOnlyAfterItsTime() {
    hears(new Request("k", JOB));
    client.after(TIMING.askAgainNs() - 1);
    assertThat(hears(new Wake(0))).isEmpty();
    client.after(1);
    assertThat(hears(new Wake(0))).containsExactly(SUBMIT);
  }

  @Test
  void passesEachPieceOfNewsOnOnce() {
    hears(new Request("k", JOB));
    for (var event : List.of(new Accepted("k", 7), ENDED)) {
      hears(event);
      hears(event);
    }
    hears(new Forgotten(7));
    hears(new Refused("k", "late"));

    assertThat(client.news()).containsExactly(new Accepted("k", 7), ENDED);
  }

  @Test
  void theSameRequestTwiceIsOneRequest() {
    hears(new Request("k", JOB));

    assertThat(client.tell(new Request("k", JOB)).all()).isEmpty();
    assertThat(beats()).containsExactly(SUBMIT);
  }

  @Test
  void aRefusalEndsTheRequestAndTheUserMayAskAnew() {
    hears(new Request("k", JOB));
    hears(new Refused("k", "full"));

    assertThat(beats()).isEmpty();
    assertThat(hears(new Request("k", JOB))).containsExactly(SUBMIT);
    assertThat(client.news()).containsExactly(new Refused("k", "full"));
  }

  @Test
  void aRefusalThatComesAfterTheAcceptanceCountsForNothing() {
    hears(new Request("k", JOB));
    hears(new Accepted("k", 7));
    hears(new Refused("k", "full"));

    assertThat(beats()).containsExactly(FOLLOW);
    assertThat(client.news()).containsExactly(new Accepted("k", 7));
  }

  @Test
  void givenUpBeforeItIsAcceptedItIsCancelledOnceItHasANumber() {
    hears(new Request("k", JOB));
    assertThat(hears(new GiveUp("k"))).isEmpty();
    assertThat(beats()).containsExactly(SUBMIT);
    assertThat(hears(new Accepted("k", 7))).containsExactly(CANCEL);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    hears(ENDED);

    assertThat(beats()).isEmpty();
  }

  @Test
  void givenUpAfterItIsAcceptedItIsCancelledUntilItHasEnded() {
    hears(new Request("k", JOB));
    hears(new Accepted("k", 7));
    assertThat(hears(new GiveUp("k"))).containsExactly(CANCEL);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    hears(ENDED);

    assertThat(beats()).isEmpty();
  }

  @Test
  void givingUpWhatWasNeverRequestedDoesNothing() {
    assertThat(client.tell(new GiveUp("k")).all()).isEmpty();
  }

  @Test
  void aJobThatTheCellHasForgottenIsOver() {
    hears(new Request("k", JOB));
    hears(new Accepted("k", 7));
    hears(new Forgotten(7));

    assertThat(beats()).isEmpty();
    assertThat(client.news()).containsExactly(new Accepted("k", 7), new Forgotten(7));
  }

  @Test
  void progressIsPassedOnAndPutsOffTheNextQuestion() {
    var progress = new Progress(7, List.of());
    hears(new Request("k", JOB));
    hears(new Accepted("k", 7));
    client.after(500 * MS);
    hears(progress);
    client.after(500 * MS);

    assertThat(hears(new Wake(0))).isEmpty();
    assertThat(beats()).containsExactly(FOLLOW);
    assertThat(client.news()).containsExactly(new Accepted("k", 7), progress);
  }

  @Test
  void anEndThatOvertakesTheAcceptanceIsAskedForAgain() {
    hears(new Request("k", JOB));
    hears(ENDED);
    hears(new Accepted("k", 7));

    assertThat(client.news()).containsExactly(new Accepted("k", 7));
    assertThat(beats()).containsExactly(FOLLOW);
    hears(ENDED);
    assertThat(client.news()).containsExactly(new Accepted("k", 7), ENDED);
  }

  @Test
  void beatsOnlyWhileSomethingIsOpenAndNeverTwiceAtOnce() {
    var beat = List.of(new Effect.Timer(TIMING.beatNs(), 0));
    assertThat(client.tell(new Request("k", JOB)).only(Effect.Timer.class)).isEqualTo(beat);
    assertThat(client.tell(new Request("other", JOB)).only(Effect.Timer.class)).isEmpty();
    assertThat(beat().only(Effect.Timer.class)).hasSize(1);
    hears(new Refused("k", "full"));
    hears(new Refused("other", "full"));

    assertThat(beat().only(Effect.Timer.class)).isEmpty();
    assertThat(client.tell(new Request("third", JOB)).only(Effect.Timer.class)).hasSize(1);
  }
}
