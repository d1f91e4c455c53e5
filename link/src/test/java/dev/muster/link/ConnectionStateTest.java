package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionStateTest {

  @ParameterizedTest
  @CsvSource({
    "CONNECTING, HANDSHAKE CLOSED",
    "HANDSHAKE, OPEN CLOSING CLOSED",
    "OPEN, CLOSING CLOSED",
    "CLOSING, CLOSED",
    "CLOSED, ''",
  })
  void aStateHasTheseSuccessors(ConnectionState state, String successors) {
    for (var next : ConnectionState.values()) {
      assertThat(state.mayBecome(next)).isEqualTo(successors.contains(next.name()));
    }
  }

  @Test
  void aChangeThatIsNotAllowedIsAnError() {
    var channel = new EmbeddedChannel();
    assertThat(ConnectionState.of(channel)).isEqualTo(ConnectionState.CONNECTING);
    assertThatThrownBy(() -> ConnectionState.change(channel, ConnectionState.OPEN))
        .isInstanceOf(AssertionError.class)
        .hasMessage("a connection that is CONNECTING may not become OPEN");
  }
}
