package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class ClientSubmissionsTest {

  @Test
  void answersToResizesReachTheListenerAlsoBeforeTheJobIsAccepted() {
    var submissions = new ClientSubmissions();
    List<ClientEvent> received = new CopyOnWriteArrayList<>();
    submissions.open("k", received::add, _ -> true);
    submissions.open("other", _ -> {}, _ -> true);
    var answers =
        List.of(
            new ResizeRejected("k", 0, 0, "`job`: another resize has no answer yet"),
            new JobAccepted("k", 7),
            new ResizeAccepted("k", 7, 1, "work", 5));
    answers.forEach(submissions::answer);
    submissions.answer(new ResizeRejected("other", 8, 1, "no"));
    submissions.close();

    assertThat(received).isEqualTo(answers);
  }
}
