package dev.muster.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.model.*;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DigestTest {
  static long hash(StageSpec stage) {
    var hash = new TraceHash();
    new RequestJob("k", JobSpec.of("job", stage)).trace(hash);
    return hash.value();
  }

  @Test
  void aByteMoreOfMemoryIsAnotherRequest() {
    var one = StageSpec.of("s", 1, new Resources(1, 1L << 30), List.of("true"));
    var other = StageSpec.of("s", 1, new Resources(1, (1L << 30) + 1), List.of("true"));
    assertThat(hash(one)).isNotEqualTo(hash(other));
  }

  @Test
  void anotherCommandIsAnotherRequest() {
    var one = StageSpec.of("s", 1, Resources.NONE, List.of("a", "b"));
    var other = StageSpec.of("s", 1, Resources.NONE, List.of("a, b"));
    assertThat(hash(one)).isNotEqualTo(hash(other));
  }
}
