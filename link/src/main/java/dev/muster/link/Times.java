package dev.muster.link;

import java.time.Duration;

/**
 * How long either end of a link waits for the other.
 *
 * @param connect for a connection
 * @param greeting from the connection to the hello or the welcome
 * @param ping after so long without another word an end says that it is there
 * @param silentPings after so many times {@code ping} without a word the other end is given up
 */
record Times(Duration connect, Duration greeting, Duration ping, int silentPings) {

  static final Times STANDARD =
      new Times(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(5), 5);
}
