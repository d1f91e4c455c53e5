package dev.muster.executor;

import dev.muster.executor.frame.Protocol;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * The program that a node starts to keep functions warm: it goes to the socket that it was told,
 * serves calls, and ends with its connection. Nothing it has left undone is of use to anybody then,
 * so it does not wait for functions that still run.
 */
public final class ExecutorMain {
  private static final int LOST = 1;
  private static final int MISUSED = 2;

  private ExecutorMain() {}

  public static void main(String[] arguments) {
    Runtime.getRuntime().halt(serve());
  }

  private static int serve() {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(required(Protocol.SOCKET)))) {
      int slots = Integer.parseInt(required(Protocol.SLOTS));
      var handshake =
          new Protocol.ExecutorHandshake(
              Protocol.VERSION, slots, required(Protocol.NAME), required(Protocol.SECRET));
      new Session(channel, slots, new Functions(System.getProperty("java.class.path", "")))
          .run(handshake);
      return 0;
    } catch (IOException lost) {
      System.err.println("executor: lost its node: " + lost.getMessage());
      return LOST;
    } catch (IllegalArgumentException misused) {
      System.err.println("executor: " + misused.getMessage());
      return MISUSED;
    }
  }

  private static String required(String variable) {
    var value = System.getenv(variable);
    if (value == null) {
      throw new IllegalArgumentException(variable + " is not set; a node starts this program");
    }
    return value;
  }
}
