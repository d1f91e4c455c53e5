package dev.muster.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No field of any event may be left out of the fingerprint: two runs that differ in it would pass
 * for the same.
 */
final class TraceTest {

  /** What need not be in the fingerprint, and why. */
  private static final Map<String, String> EXEMPT =
      Map.of(
          ".work.spec.", "a job's spec never changes, and the job's number is in",
          ".work.home", "a part of the job's spec",
          ".work.item", "a part of the job's spec");

  static Stream<Class<?>> events() {
    return Stream.of(
            ClientEvent.class,
            MasterEvent.class,
            MonitorEvent.class,
            SchedulerEvent.class,
            NodeEvent.class,
            Notice.class,
            MasterEntry.class)
        .flatMap(TraceTest::records)
        .distinct();
  }

  private static Stream<Class<?>> records(Class<?> told) {
    return told.isSealed()
        ? Arrays.stream(told.getPermittedSubclasses()).flatMap(TraceTest::records)
        : Stream.of(told);
  }

  static Stream<Arguments> variations() {
    return events()
        .flatMap(
            type -> {
              var sample = Variations.sample(type);
              return Variations.of(type.getSimpleName(), sample).stream()
                  .filter(varied -> !isExempt(varied.path()))
                  .map(varied -> arguments(varied.path(), sample, varied.value()));
            });
  }

  private static boolean isExempt(String path) {
    return EXEMPT.keySet().stream().anyMatch(path::contains);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("variations")
  void aChangeAnywhereChangesTheFingerprint(String path, Object sample, Object varied) {
    assertThat(hash(varied))
        .as("%s: %s against %s", path, sample, varied)
        .isNotEqualTo(hash(sample));
  }

  @ParameterizedTest
  @MethodSource("events")
  void theSameContentHasTheSameFingerprint(Class<?> type) {
    assertThat(hash(Variations.sample(type))).isEqualTo(hash(Variations.sample(type)));
  }

  @Test
  void nothingIsExemptThatIsNotThere() {
    var paths =
        events()
            .flatMap(type -> Variations.of(type.getSimpleName(), Variations.sample(type)).stream())
            .map(Variations.Variation::path)
            .toList();

    assertThat(EXEMPT.keySet())
        .allMatch(exempt -> paths.stream().anyMatch(path -> path.contains(exempt)));
  }

  private static long hash(Object told) {
    var hash = new TraceHash();
    switch (told) {
      case Event event -> event.trace(hash);
      case LogEntry entry -> entry.trace(hash);
      default -> throw new IllegalArgumentException("neither event nor entry: " + told);
    }
    return hash.value();
  }
}
