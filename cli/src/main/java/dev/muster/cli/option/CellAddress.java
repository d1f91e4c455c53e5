package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Where a cell listens, as users write it. */
public final class CellAddress {

  private static final int MAX_PORT = 65_535;

  private CellAddress() {}

  public static InetSocketAddress parse(String text) throws BadInputException {
    int split = text.lastIndexOf(':');
    if (split < 1) {
      throw new BadInputException("`" + text + "` must be HOST:PORT, such as localhost:7070");
    }
    return InetSocketAddress.createUnresolved(
        text.substring(0, split), port(text.substring(split + 1)));
  }

  /** PORT for this machine alone, or HOST:PORT for whoever reaches that address. */
  public static InetSocketAddress toListenAt(String text) throws BadInputException {
    if (text.indexOf(':') < 0) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port(text));
    }
    var named = parse(text);
    return new InetSocketAddress(named.getHostString(), named.getPort());
  }

  private static int port(String text) throws BadInputException {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= MAX_PORT) {
      return Integer.parseInt(text);
    }
    throw new BadInputException("a port is a number up to " + MAX_PORT + ", not `" + text + "`");
  }
}
