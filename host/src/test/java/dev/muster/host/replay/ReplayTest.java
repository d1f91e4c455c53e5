package dev.muster.host.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.Resources;
import dev.muster.wire.SchemaVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
  private static final int EVENTS = 60;

  @TempDir private Path directory;
  private Path file = Path.of("");

  /** Says what it has heard of, in a way that depends on all of them. */
  private static final class Counter implements Actor<NodeEvent> {
    private long sum;

    @Override
    public void start(long nowNs, Effects out) {
      out.send(MasterEvent.at(0), MasterEvent.NodeReport.of(0, Resources.NONE));
    }

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      if (event instanceof NodeEvent.NoTask(long reservation, long ask)) {
        sum = 31 * sum + reservation + ask;
      }
      if (event instanceof NodeEvent.WithdrawReservation) {
        throw new IllegalStateException("on purpose");
      }
      out.send(MasterEvent.at(0), MasterEvent.NodeReport.of((int) sum, Resources.NONE));
    }
  }

  @BeforeEach
  void record() {
    file = directory.resolve("recording");
    try (var recorder = Recorder.of(NodeEvent.at(4), new Counter(), file)) {
      recorder.start(1_000, new Replay.NoEffects());
      for (int i = 0; i < EVENTS; i++) {
        recorder.on(2_000 + i, new NodeEvent.NoTask(i, 0), new Replay.NoEffects());
      }
    }
  }

  @Test
  void aFreshActorDoesTheSame() throws IOException {
    assertThat(Replay.of(file, new Counter()))
        .isEqualTo(new Replay.Comparison("node-4", EVENTS + 1, false, ""));
  }

  @Test
  void anActorThatIsNotFreshIsFoundOut() throws IOException {
    var used = new Counter();
    used.on(1, new NodeEvent.NoTask(1, 0), new Replay.NoEffects());
    assertThat(Replay.of(file, used).difference())
        .isEqualTo(
            "step 1, EventReceived[event=NoTask[reservation=0, request=0]]: it had other effects than before");
  }

  @Test
  void aDoctoredEventIsFoundOut() throws IOException {
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 2;
    Files.write(file, bytes);
    var outcome = Replay.of(file, new Counter());
    assertThat(outcome.same()).isFalse();
    assertThat(outcome.steps()).isEqualTo(EVENTS);
    assertThat(outcome.difference()).startsWith("step 60, EventReceived[event=NoTask[reservation=");
  }

  @Test
  void aTornTailIsToleratedAndSaid() throws IOException {
    var whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 3));
    assertThat(Replay.of(file, new Counter()))
        .isEqualTo(new Replay.Comparison("node-4", EVENTS, true, ""));
  }

  @Test
  void aStepThatBreaksIsRecordedAndBreaksAgain() throws IOException {
    try (var recorder = Recorder.of(NodeEvent.at(4), new Counter(), file)) {
      recorder.on(1, new NodeEvent.NoTask(1, 0), new Replay.NoEffects());
      assertThatThrownBy(
              () -> recorder.on(2, new NodeEvent.WithdrawReservation(1), new Replay.NoEffects()))
          .hasMessage("on purpose");
    }
    assertThat(Replay.of(file, new Counter()).steps()).isEqualTo(2);
    assertThat(Replay.of(file, (Actor<NodeEvent>) (nowNs, event, out) -> {}).difference())
        .contains("step 0");
  }

  /** Its effects are of a kind that no new field of a message changes. */
  private static final class BusyActor implements Actor<NodeEvent> {
    private long sum;

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      sum = 31 * sum + nowNs + (event instanceof NodeEvent.NoTask task ? task.reservation() : 1);
      out.busy(sum);
    }
  }

  private enum SampleTimer implements Timer {
    BEAT
  }

  private static void recordSample(Path to) {
    try (var recorder = Recorder.of(NodeEvent.at(4), new BusyActor(), to)) {
      recorder.start(1, new Replay.NoEffects());
      for (int i = 0; i < EVENTS; i++) {
        recorder.on(i, new NodeEvent.NoTask(i, 0), new Replay.NoEffects());
      }
      recorder.on(EVENTS, new Wake(SampleTimer.BEAT), new Replay.NoEffects());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "1.1")
  void aRecordingOfAnEarlierSchemaIsReplayed(String release) throws Exception {
    var sample =
        Path.of(
            Objects.requireNonNull(ReplayTest.class.getResource("/recording-" + release)).toURI());
    assertThat(Replay.of(sample, new BusyActor()))
        .isEqualTo(new Replay.Comparison("node-4", EVENTS + 2, false, ""));
  }

  /** Once for each release: {@code -Dsamples=DIRECTORY}. */
  @Test
  @EnabledIfSystemProperty(named = "samples", matches = ".+")
  void writeSample() {
    var directory = Path.of(System.getProperty("samples", ""));
    recordSample(directory.resolve("recording-" + SchemaVersion.CURRENT));
  }

  @Test
  void aRecordingOfASchemaThatIsTooOldIsRefused() throws IOException {
    var bytes = Files.readAllBytes(file);
    bytes[Long.BYTES + 3] = 7; // of the major version
    Files.write(file, bytes);
    assertThatThrownBy(() -> Replay.of(file, new Counter()))
        .hasMessageContaining("has schema 7.1, this build 1.1");
  }

  @Test
  void aTimerThatIsNoneIsMalformed() throws IOException {
    recordSample(file);
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] = 'x';
    Files.write(file, bytes);
    assertThatThrownBy(() -> Replay.of(file, new BusyActor())).hasMessageContaining("the timer");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Files.write(file, "name: hello, I am a job file".getBytes(US_ASCII));
    assertThatThrownBy(() -> Replay.of(file, new Counter()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a recording");
  }
}
