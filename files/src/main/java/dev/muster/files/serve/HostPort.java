package dev.muster.files.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An address as HOST:PORT, where HOST may be an IPv6 address in brackets. */
public final class HostPort {
  /** Begins the name of a network interface, as in {@code fe80::1%eth0}. */
  private static final char SCOPE = '%';

  private HostPort() {}

  public static String format(InetSocketAddress address) {
    var host = address.getHostString();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /**
   * Where other computers find the files of this one.
   *
   * @throws IOException if the address means something on this one only
   */
  public static String forOthers(InetAddress host, int port) throws IOException {
    var text = format(InetSocketAddress.createUnresolved(host.getHostAddress(), port));
    if (text.indexOf(SCOPE) >= 0) {
      throw new IOException(
          "the address of its files, `%s`, means nothing to other computers: give --files HOST:PORT"
              .formatted(text));
    }
    return text;
  }

  public static InetSocketAddress parse(String text) {
    int split = text.lastIndexOf(':');
    if (split < 1) {
      throw new IllegalArgumentException("`" + text + "` is not HOST:PORT");
    }
    var host = text.substring(0, split);
    var bare = host.startsWith("[") && host.endsWith("]");
    return InetSocketAddress.createUnresolved(
        bare ? host.substring(1, host.length() - 1) : host,
        Integer.parseInt(text.substring(split + 1)));
  }
}
