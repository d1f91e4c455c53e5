package dev.muster.link;

import java.time.Duration;

/**
 * How long either end of a link waits for the other.
 *
 * @param connect for a connection
 * @param handshake from the connection to the end of the handshake
 * @param ping an end that has sent nothing for so long sends a ping
 * @param missedPings a peer that sent nothing for so many times {@code ping} is given up
 */
record LinkTimeouts(Duration connect, Duration handshake, Duration ping, int missedPings) {

  static final LinkTimeouts STANDARD =
      new LinkTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(5), 5);
}
