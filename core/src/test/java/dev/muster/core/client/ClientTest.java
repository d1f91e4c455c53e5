package dev.muster.core.client;

import static dev.muster.core.fake.Jobs.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientTest {

  private static final Timing TIMING = Timing.standard();
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  private static final JobSpec JOB = Jobs.job(3);
  private static final SubmitJob SUBMIT = new SubmitJob("k", JOB, ClientEvent.at(0));
  private static final GetJob FOLLOW = new GetJob(7, ClientEvent.at(0));
  private static final CancelJob CANCEL = new CancelJob(7);
  private static final JobEnded ENDED =
      new JobEnded(
          new JobReport(
              7, "job", JobState.SUCCEEDED, "sampled", List.of(), 0, 1, List.of(), 0, List.of()));

  private final Stepped<ClientEvent> client = new Stepped<>(new Client(0, MASTER, TIMING));

  private List<Event> receives(ClientEvent event) {
    return client.tell(event).sentTo(MASTER);
  }

  private RecordingEffects beat() {
    return client.after(TIMING.beatNs()).tell(new Wake(Client.ClientTimer.BEAT));
  }

  private List<Event> beats() {
    return beat().sentTo(MASTER);
  }

  @Test
  void asksAgainUntilItIsAnswered() {
    assertThat(receives(new RequestJob("k", JOB))).containsExactly(SUBMIT);
    for (int i = 0; i < 5; i++) {
      assertThat(beats()).containsExactly(SUBMIT);
    }
    assertThat(receives(new JobAccepted("k", 7))).isEmpty();
    for (int i = 0; i < 5; i++) {
      assertThat(beats()).containsExactly(FOLLOW);
    }
    receives(ENDED);

    assertThat(beats()).isEmpty();
    assertThat(client.news()).containsExactly(new JobAccepted("k", 7), ENDED);
  }

  @Test
  void asksAgainOnlyAfterItsTime() {
    receives(new RequestJob("k", JOB));
    client.after(TIMING.repeatAfterNs() - 1);
    assertThat(receives(new Wake(Client.ClientTimer.BEAT))).isEmpty();
    client.after(1);
    assertThat(receives(new Wake(Client.ClientTimer.BEAT))).containsExactly(SUBMIT);
  }

  @Test
  void publishesEachAnswerOnce() {
    receives(new RequestJob("k", JOB));
    for (var event : List.of(new JobAccepted("k", 7), ENDED)) {
      receives(event);
      receives(event);
    }
    receives(new JobForgotten(7));
    receives(new JobRejected("k", "late"));

    assertThat(client.news()).containsExactly(new JobAccepted("k", 7), ENDED);
  }

  @Test
  void theSameRequestTwiceIsOneRequest() {
    receives(new RequestJob("k", JOB));

    assertThat(client.tell(new RequestJob("k", JOB)).all()).isEmpty();
    assertThat(beats()).containsExactly(SUBMIT);
  }

  @Test
  void aRejectionEndsTheRequestAndTheUserMaySubmitAgain() {
    receives(new RequestJob("k", JOB));
    receives(new JobRejected("k", "full"));

    assertThat(beats()).isEmpty();
    assertThat(receives(new RequestJob("k", JOB))).containsExactly(SUBMIT);
    assertThat(client.news()).containsExactly(new JobRejected("k", "full"));
  }

  @Test
  void aRejectionThatComesAfterTheAcceptanceCountsForNothing() {
    receives(new RequestJob("k", JOB));
    receives(new JobAccepted("k", 7));
    receives(new JobRejected("k", "full"));

    assertThat(beats()).containsExactly(FOLLOW);
    assertThat(client.news()).containsExactly(new JobAccepted("k", 7));
  }

  @Test
  void givenUpBeforeItIsAcceptedItIsCancelledOnceItHasANumber() {
    receives(new RequestJob("k", JOB));
    assertThat(receives(new AbandonJob("k"))).isEmpty();
    assertThat(beats()).containsExactly(SUBMIT);
    assertThat(receives(new JobAccepted("k", 7))).containsExactly(CANCEL);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    receives(ENDED);

    assertThat(beats()).isEmpty();
  }

  @Test
  void givenUpAfterItIsAcceptedItIsCancelledUntilItHasEnded() {
    receives(new RequestJob("k", JOB));
    receives(new JobAccepted("k", 7));
    assertThat(receives(new AbandonJob("k"))).containsExactly(CANCEL);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    assertThat(beats()).containsExactly(CANCEL, FOLLOW);
    receives(ENDED);

    assertThat(beats()).isEmpty();
  }

  @Test
  void givingUpWhatWasNeverRequestedDoesNothing() {
    assertThat(client.tell(new AbandonJob("k")).all()).isEmpty();
  }

  @Test
  void aJobThatTheCellHasForgottenIsOver() {
    receives(new RequestJob("k", JOB));
    receives(new JobAccepted("k", 7));
    receives(new JobForgotten(7));

    assertThat(beats()).isEmpty();
    assertThat(client.news()).containsExactly(new JobAccepted("k", 7), new JobForgotten(7));
  }

  @Test
  void progressIsPassedOnAndPutsOffTheNextQuestion() {
    var progress = new JobProgress(7, List.of());
    receives(new RequestJob("k", JOB));
    receives(new JobAccepted("k", 7));
    client.after(500 * MS);
    receives(progress);
    client.after(500 * MS);

    assertThat(receives(new Wake(Client.ClientTimer.BEAT))).isEmpty();
    assertThat(beats()).containsExactly(FOLLOW);
    assertThat(client.news()).containsExactly(new JobAccepted("k", 7), progress);
  }

  @Test
  void anEndThatOvertakesTheAcceptanceIsQueriedAgain() {
    receives(new RequestJob("k", JOB));
    receives(ENDED);
    receives(new JobAccepted("k", 7));

    assertThat(client.news()).containsExactly(new JobAccepted("k", 7));
    assertThat(beats()).containsExactly(FOLLOW);
    receives(ENDED);
    assertThat(client.news()).containsExactly(new JobAccepted("k", 7), ENDED);
  }

  @Test
  void beatsOnlyWhileSomethingIsOpenAndNeverTwiceAtOnce() {
    var beat = List.of(new Effect.WakeAt(TIMING.beatNs(), Client.ClientTimer.BEAT));
    assertThat(client.tell(new RequestJob("k", JOB)).only(Effect.WakeAt.class)).isEqualTo(beat);
    assertThat(client.tell(new RequestJob("other", JOB)).only(Effect.WakeAt.class)).isEmpty();
    assertThat(beat().only(Effect.WakeAt.class)).hasSize(1);
    receives(new JobRejected("k", "full"));
    receives(new JobRejected("other", "full"));

    assertThat(beat().only(Effect.WakeAt.class)).isEmpty();
    assertThat(client.tell(new RequestJob("third", JOB)).only(Effect.WakeAt.class)).hasSize(1);
  }
}
