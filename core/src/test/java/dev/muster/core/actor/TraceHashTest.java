package dev.muster.core.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TraceHashTest {

  /** Each of these is another story and must have another fingerprint. */
  private static final List<UnaryOperator<TraceHash>> STORIES =
      List.of(
          hash -> hash,
          hash -> hash.add(0),
          hash -> hash.add(0).add(0),
          hash -> hash.add(1),
          hash -> hash.add(1).add(2),
          hash -> hash.add(2).add(1),
          hash -> hash.add(-1),
          hash -> hash.add(1L << 63),
          hash -> hash.add("ab").add("c"),
          hash -> hash.add("a").add("bc"),
          hash -> hash.add("abc"),
          hash -> hash.addTexts(List.of("a", "b")),
          hash -> hash.addTexts(List.of("b", "a")),
          hash -> hash.addTexts(List.of("ab")),
          hash -> hash.addTexts(List.of("a", "b", "")),
          hash -> hash.addNumbers(List.of(1L, 23L)),
          hash -> hash.addNumbers(List.of(12L, 3L)));

  @Test
  void otherStoriesHaveOtherValues() {
    Set<Long> values = new HashSet<>();
    for (var story : STORIES) {
      values.add(story.apply(new TraceHash()).value());
    }

    assertThat(values).hasSameSizeAs(STORIES);
  }

  @Test
  void theSameStoryHasTheSameValue() {
    for (var story : STORIES) {
      assertThat(story.apply(new TraceHash()).value())
          .isEqualTo(story.apply(new TraceHash()).value());
    }
  }

  @Test
  void aDifferenceAtTheStartLasts() {
    var one = new TraceHash().add(1);
    var other = new TraceHash().add(2);
    for (int i = 0; i < 100_000; i++) {
      one.add(i);
      other.add(i);
    }

    assertThat(one.value()).isNotEqualTo(other.value());
  }

  @Test
  void trueIsNotFalse() {
    assertThat(Stream.of(true, false).map(value -> new TraceHash().add(value.booleanValue())))
        .extracting(TraceHash::value)
        .doesNotHaveDuplicates();
  }

  /** A changed value here means that runs recorded before no longer match. */
  @Test
  void theValueIsPinned() {
    var hash =
        new TraceHash()
            .add(7)
            .add("muster")
            .add(true)
            .addTexts(List.of("a"))
            .addNumbers(List.of(2L));

    assertThat(hash.toString()).isEqualTo("124c929886293ddc");
    assertThat(hash.value()).isEqualTo(Long.parseUnsignedLong(hash.toString(), 16));
  }
}
