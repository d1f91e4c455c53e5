package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class JoinedNodesTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final JoinedNodes nodes = new JoinedNodes();

  @Test
  void theWaitEndsWithTheLastNode() throws Exception {
    nodes.add(0);
    var later = Thread.ofVirtual().start(() -> nodes.add(7));
    assertThat(nodes.await(2, LONG)).isEqualTo(2);
    later.join();
  }

  @Test
  void aNodeThatJoinsAgainIsOne() throws Exception {
    nodes.add(3);
    nodes.add(3);
    assertThat(nodes.await(2, Duration.ofMillis(1))).isEqualTo(1);
  }
}
