package dev.muster.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.master.state.MasterSnapshot;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventCodecTest {

  private static final int INSTANCES_PER_TYPE = 40;
  private static final int FLIPS_PER_INSTANCE = 60;

  static Stream<Class<?>> events() {
    return Stream.of(
            ClientEvent.class,
            MasterEvent.class,
            MonitorEvent.class,
            SchedulerEvent.class,
            NodeEvent.class)
        .flatMap(RandomRecords::permitted)
        .filter(type -> type != Wake.class)
        .distinct();
  }

  static Stream<Class<?>> entries() {
    return RandomRecords.permitted(MasterEntry.class);
  }

  private static Chance seeded(Class<?> type) {
    return Chance.of(20, type.getName());
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyEventComesBackAsItWas(Class<?> type) throws WireException {
    var random = new RandomRecords(seeded(type));
    for (int i = 0; i < INSTANCES_PER_TYPE; i++) {
      var event = (Event) random.any(type);
      assertThat(EventCodec.decodeEvent(EventCodec.encodeEvent(event))).isEqualTo(event);
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void everyEntryComesBackAsItWas(Class<?> type) throws WireException {
    var random = new RandomRecords(seeded(type));
    for (int i = 0; i < INSTANCES_PER_TYPE; i++) {
      var entry = (LogEntry) random.any(type);
      assertThat(EventCodec.decodeEntry(EventCodec.encodeEntry(entry))).isEqualTo(entry);
    }
  }

  /** Compared as bytes: the arrays of a snapshot are no values. */
  @Test
  void aSnapshotComesBackAsItWas() throws WireException {
    var random = new RandomRecords(seeded(MasterSnapshot.class));
    for (int i = 0; i < INSTANCES_PER_TYPE; i++) {
      var snapshot = (MasterSnapshot) random.any(MasterSnapshot.class);
      var bytes = encode(snapshot);
      var back = RecordCodecs.readMasterSnapshot(new WireReader(bytes));
      assertThat(encode(back)).isEqualTo(bytes);
      assertThat(back.jobs()).isEqualTo(snapshot.jobs());
      assertThat(back.epochs()).isEqualTo(snapshot.epochs());
      assertThat(back.cell().machines()).isEqualTo(snapshot.cell().machines());
      assertThat(back.cell().named()).isEqualTo(snapshot.cell().named());
    }
  }

  private static byte[] encode(MasterSnapshot snapshot) {
    var out = new WireWriter();
    RecordCodecs.writeMasterSnapshot(snapshot, out);
    return out.toBytes();
  }

  /** The length of the message is on its first bytes, so whatever is cut off is missed. */
  @ParameterizedTest
  @MethodSource("events")
  void cutShortIsMalformed(Class<?> type) {
    var message = EventCodec.encodeEvent((Event) new RandomRecords(seeded(type)).any(type));
    for (int length = 0; length < message.length; length++) {
      var cut = Arrays.copyOf(message, length);
      assertThatThrownBy(() -> EventCodec.decodeEvent(cut)).isInstanceOf(WireException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("events")
  void flippedBitsGiveAnEventOrSayMalformed(Class<?> type) {
    var chance = seeded(type);
    var random = new RandomRecords(chance);
    for (int i = 0; i < INSTANCES_PER_TYPE; i++) {
      var message = EventCodec.encodeEvent((Event) random.any(type));
      for (int flip = 0; flip < FLIPS_PER_INSTANCE; flip++) {
        message[chance.nextInt(message.length)] ^= (byte) (1 << chance.nextInt(Byte.SIZE));
        decodeOrSayMalformed(message);
      }
    }
  }

  @Test
  void noiseGivesAnEventOrSaysMalformed() {
    var chance = Chance.of(21, "noise");
    for (int i = 0; i < 20_000; i++) {
      var noise = new byte[chance.nextInt(80)];
      chance.nextBytes(noise);
      decodeOrSayMalformed(noise);
    }
  }

  /** Anything but a {@link WireException} fails the test by itself. */
  private static void decodeOrSayMalformed(byte[] message) {
    try {
      assertThat(EventCodec.decodeEvent(message)).isNotNull();
    } catch (UnknownKindException unknown) {
      assertThat(unknown).hasMessageContaining("does not know");
    } catch (WireException malformed) {
      assertThat(malformed).hasMessageContaining("at byte");
    }
  }

  @Test
  void anAbsurdLengthAllocatesNothing() {
    var message = new WireWriter().unsigned(5 << 3 | 2).unsigned(Integer.MAX_VALUE).toBytes();
    assertThatThrownBy(() -> EventCodec.decodeEvent(message))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("a length of 2147483647 with 0 bytes left");
  }

  @Test
  void moreElementsThanTheLimitAreMalformed() {
    var out = new WireWriter();
    int event = out.begin(30); // AssignJob
    int spec = out.begin(2);
    for (int i = 0; i <= WireReader.MAX_ELEMENTS; i++) {
      out.endElement(out.begin(6)); // a stage
    }
    out.endElement(spec);
    out.endElement(event);
    assertThatThrownBy(() -> EventCodec.decodeEvent(out.toBytes()))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("more than 2000000 elements");
  }

  @Test
  void aMessageBeyondTheLimitIsRefusedBothWays() {
    var tooLong = new ClientEvent.JobRejected("key", "x".repeat(EventCodec.MAX_MESSAGE_BYTES));
    assertThatThrownBy(() -> EventCodec.encodeEvent(tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the limit is");
    assertThatThrownBy(() -> EventCodec.decodeEvent(new byte[EventCodec.MAX_MESSAGE_BYTES + 1]))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("the limit is");
  }

  @Test
  void aTimerNeverLeavesItsProcess() {
    assertThatThrownBy(() -> EventCodec.encodeEvent(new Wake(() -> "beat")))
        .hasMessageContaining("not in the schema");
  }

  @Test
  void anEventWithoutANumberIsOurMistake() {
    record Stranger() implements Event {
      @Override
      public void trace(TraceHash hash) {}
    }
    assertThatThrownBy(() -> EventCodec.encodeEvent(new Stranger()))
        .hasMessageContaining("not in the schema");
  }

  @Test
  void smallEventsAreSmall() {
    assertThat(EventCodec.encodeEvent(new MasterEvent.CancelJob(7))).hasSize(5);
    assertThat(EventCodec.encodeEvent(new NodeEvent.NoTask(300, 1))).hasSize(7);
    assertThat(EventCodec.encodeEvent(new NodeEvent.NoTask(0, 0))).hasSize(2);
  }

  /** A result whose outcome is missing must not pass for a success. */
  @Test
  void aResultWithoutFieldsIsLost() throws WireException {
    var result = RecordCodecs.readRunResult(new WireReader(new byte[0]));
    assertThat(result).isEqualTo(RunResult.of(Outcome.LOST, 0, ""));
  }
}
