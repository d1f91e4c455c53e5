package dev.muster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.schema.GenerateCodecs;
import dev.muster.schema.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What earlier schemas wrote is read for as long as the major version stays. The files of a release
 * are written once, by {@link #writeSamples}, and never again.
 */
class GrowthTest {

  private static byte[] resource(String name) throws IOException {
    try (var in = GrowthTest.class.getResourceAsStream("/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private static List<byte[]> samples(String name) throws IOException {
    var samples = new ArrayList<byte[]>();
    try (var in = new DataInputStream(new ByteArrayInputStream(resource(name)))) {
      while (in.available() > 0) {
        samples.add(in.readNBytes(in.readInt()));
      }
    }
    return samples;
  }

  @ParameterizedTest
  @ValueSource(strings = "1.1")
  void theSchemaHasKeptItsPromises(String release) throws IOException {
    var earlier = SchemaFile.parse(new String(resource("muster-" + release + ".proto"), UTF_8));
    assertThat(GenerateCodecs.schema().problemsSince(earlier)).isEmpty();
  }

  /** What has no new field is written as it was, so that nothing of it was lost. */
  @ParameterizedTest
  @ValueSource(strings = "1.1")
  void eventsOfEarlierSchemasAreRead(String release) throws IOException {
    var samples = samples("events-" + release + ".bin");
    assertThat(samples).hasSizeGreaterThan(50);
    for (var sample : samples) {
      var event = EventCodec.decodeEvent(sample);
      assertThat(EventCodec.encodeEvent(event)).as("%s", event).isEqualTo(sample);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "1.1")
  void entriesOfEarlierSchemasAreRead(String release) throws IOException {
    for (var sample : samples("entries-" + release + ".bin")) {
      var entry = EventCodec.decodeEntry(sample);
      assertThat(EventCodec.encodeEntry(entry)).as("%s", entry).isEqualTo(sample);
    }
  }

  private static NodeEvent.EnqueueReservation reservation(long estimateNs) {
    var demand = Demand.of(new Resources(500, 64L << 20)).withEstimate(estimateNs);
    return new NodeEvent.EnqueueReservation(SchedulerEvent.at(1), 77, demand);
  }

  @Test
  void fieldsThatNobodyKnowsAreSkipped() throws IOException {
    assertThat(EventCodec.decodeEvent(resource("unknown-fields.bin"))).isEqualTo(reservation(9));
  }

  @Test
  void aMissingFieldIsZero() throws IOException {
    assertThat(EventCodec.decodeEvent(resource("missing-field.bin"))).isEqualTo(reservation(0));
  }

  /** Once for each release: {@code -Dsamples=DIRECTORY}. */
  @Test
  @EnabledIfSystemProperty(named = "samples", matches = ".+")
  void writeSamples() throws IOException {
    var directory = Path.of(System.getProperty("samples", ""));
    var release = SchemaVersion.CURRENT.toString();
    write(directory.resolve("events-" + release + ".bin"), true);
    write(directory.resolve("entries-" + release + ".bin"), false);
    // Unknown: a number, eight bytes, a text and four bytes, in the demand and behind it.
    var out = new WireWriter();
    int event = out.begin(1);
    out.fraction(100, 2.5);
    RecordCodecs.writeEnqueueReservation(reservation(9), out);
    int unknown = out.begin(101);
    out.signed(2, 99); // of the reservation, were it not within what is skipped
    out.endElement(unknown);
    out.number(102, 1L << 40)
        .unsigned(103 << 3 | 5)
        .unsigned(1)
        .unsigned(2)
        .unsigned(3)
        .unsigned(4);
    out.endElement(event);
    Files.write(directory.resolve("unknown-fields.bin"), out.toBytes());
    Files.write(directory.resolve("missing-field.bin"), EventCodec.encodeEvent(reservation(0)));
  }

  private static void write(Path file, boolean events) throws IOException {
    try (var out = new DataOutputStream(Files.newOutputStream(file))) {
      var types = events ? EventCodecTest.events() : EventCodecTest.entries();
      for (var type : types.toList()) {
        var any = new RandomRecords(Chance.of(1, type.getName())).any(type);
        var bytes =
            events ? EventCodec.encodeEvent((Event) any) : EventCodec.encodeEntry((LogEntry) any);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true", // the same
    "1, 2, true", // newer: what this build does not know is skipped
    "1, 99, true",
    "1, 0, true", // one release back
    "1, -1, false",
    "0, 1, false",
    "2, 1, false",
  })
  void oneReleaseBackIsUnderstoodAndWhatIsNewer(int major, int release, boolean understood) {
    var other = new SchemaVersion(major, release);
    assertThat(new SchemaVersion(1, 1).understands(other)).isEqualTo(understood);
    assertThat(SchemaVersion.unpack(other.packed())).isEqualTo(other);
  }

  @Test
  void twoReleasesBackIsNotUnderstood() {
    assertThat(new SchemaVersion(1, 3).understands(new SchemaVersion(1, 2))).isTrue();
    assertThat(new SchemaVersion(1, 3).understands(new SchemaVersion(1, 1))).isFalse();
  }

  @Test
  void anAlternativeThatNobodyKnowsIsAnotherMatterThanABrokenOne() {
    var newer = new WireWriter();
    newer.endElement(newer.begin(1_000));
    assertThatThrownBy(() -> EventCodec.decodeEvent(newer.toBytes()))
        .isInstanceOf(UnknownKindException.class);
    assertThatThrownBy(() -> EventCodec.decodeEvent(new byte[] {0x0A, 0x05}))
        .isNotInstanceOf(UnknownKindException.class)
        .isInstanceOf(WireException.class);
  }

  @Test
  void aConstantThatNobodyKnowsMakesTheMessageUnknown() {
    var out = new WireWriter();
    int event = out.begin(9); // ReservationReturned
    out.signed(1, 3).signed(2, 77).number(3, 99);
    out.endElement(event);
    assertThatThrownBy(() -> EventCodec.decodeEvent(out.toBytes()))
        .isInstanceOf(UnknownKindException.class)
        .hasMessageContaining("ReturnReason 99");
  }
}
