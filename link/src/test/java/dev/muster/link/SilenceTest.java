package dev.muster.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** An other end that is connected and yet not there: the network tells nobody. */
class SilenceTest {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final LinkTimeouts IMPATIENT = new LinkTimeouts(Pair.PATIENCE, SHORT, SHORT, 3);
  private static final LinkTimeouts PATIENT_AT_FIRST =
      new LinkTimeouts(Pair.PATIENCE, Pair.PATIENCE, SHORT, 3);
  private static final Handshake HANDSHAKE = Handshake.of(Pair.SECRET, "a", OptionalInt.empty());

  @Test
  void aNodeThatFallsSilentIsGivenUp() throws Exception {
    try (var pair = new Pair()) {
      pair.server.close();
      pair.server = pair.listen(0, PATIENT_AT_FIRST);
      try (var node = RawSocket.dial(pair.address())) {
        node.sayFrame(HANDSHAKE.write().toBytes());
        var accepted = HandshakeAccepted.read(node.hearFrame());
        assertThat(accepted.at()).isEqualTo(Pair.CELL_FILES);
        assertThat(node.hearFrame()).as("the cell is there").isEmpty();
        node.hearOut();
        Pair.until(() -> pair.server.nodes() == 0);
      }
    }
  }

  @Test
  void aCellThatTakesTheCallAndSaysNothingIsDialledAgain() throws Exception {
    try (var cell = deafCell();
        var node = new LinkClient(at(cell), () -> HANDSHAKE, IMPATIENT)) {
      try (var first = new RawSocket(cell.accept());
          var second = new RawSocket(cell.accept())) {
        assertThat(Handshake.read(second.hearFrame())).isEqualTo(HANDSHAKE);
        assertThat(first.hearFrame()).isNotEmpty();
        assertThat(first.hearOut()).isZero();
        assertThat(node.isConnected()).isFalse();
      }
    }
  }

  @Test
  void aCellThatFallsSilentIsDialledAgain() throws Exception {
    try (var cell = deafCell();
        var node = new LinkClient(at(cell), () -> HANDSHAKE, PATIENT_AT_FIRST)) {
      try (var first = new RawSocket(cell.accept())) {
        first.sayFrame(new HandshakeAccepted("c", 7, FileEndpoint.UNKNOWN).write().toBytes());
        assertThat(node.await().index()).isEqualTo(7);
        try (var second = new RawSocket(cell.accept())) {
          assertThat(Handshake.read(second.hearFrame())).isEqualTo(HANDSHAKE);
          assertThat(node.isConnected()).isFalse();
        }
      }
    }
  }

  @Test
  void whoeverElseListensThereIsNoCell() throws Exception {
    try (var other = deafCell();
        var _ = new LinkClient(at(other), () -> HANDSHAKE, PATIENT_AT_FIRST)) {
      try (var first = new RawSocket(other.accept())) {
        first.say("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
        try (var second = new RawSocket(other.accept())) {
          assertThat(Handshake.read(second.hearFrame())).isEqualTo(HANDSHAKE);
        }
      }
    }
  }

  private static ServerSocket deafCell() throws Exception {
    var socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    socket.setSoTimeout(Math.toIntExact(Pair.PATIENCE.toMillis()));
    return socket;
  }

  private static InetSocketAddress at(ServerSocket cell) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), cell.getLocalPort());
  }
}
