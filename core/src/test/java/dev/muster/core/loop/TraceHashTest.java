package dev.muster.core.loop;

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
          hash -> hash.add(List.of("a", "b")),
          hash -> hash.add(List.of("b", "a")),
          hash -> hash.add(List.of("ab")),
          hash -> hash.add(List.of("a", "b", "")),
          hash -> hash.add(List.of(1L, 23L)),
          hash -> hash.add(List.of(12L, 3L)));

  @Test
  void other_stories_have_other_values() {
    Set<Long> values = new HashSet<>();
    for (var story : STORIES) {
      values.add(story.apply(new TraceHash()).value());
    }

    assertThat(values).hasSameSizeAs(STORIES);
  }

  @Test
  void the_same_story_has_the_same_value() {
    for (var story : STORIES) {
      assertThat(story.apply(new TraceHash()).value())
          .isEqualTo(story.apply(new TraceHash()).value());
    }
  }

  @Test
  void a_difference_at_the_start_lasts() {
    var one = new TraceHash().add(1);
    var other = new TraceHash().add(2);
    for (int i = 0; i < 100_000; i++) {
      one.add(i);
      other.add(i);
    }

    assertThat(one.value()).isNotEqualTo(other.value());
  }

  @Test
  void true_is_not_false() {
    assertThat(Stream.of(true, false).map(value -> new TraceHash().add(value.booleanValue())))
        .extracting(TraceHash::value)
        .doesNotHaveDuplicates();
  }

  /** A changed value here means that runs recorded before no longer match. */
  @Test
  void the_value_is_pinned() {
    var hash = new TraceHash().add(7).add("muster").add(true).add(List.of("a", 2L));

    assertThat(hash.toString()).isEqualTo("220c7030b9fe9c46");
    assertThat(hash.value()).isEqualTo(Long.parseUnsignedLong(hash.toString(), 16));
  }
}
