package dev.muster.host.file;

import java.net.InetSocketAddress;

/** An address as HOST:PORT, where HOST may be an IPv6 address in brackets. */
public final class HostPort {

  private HostPort() {}

  public static String format(InetSocketAddress address) {
    var host = address.getHostString();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /**
   * @throws IllegalArgumentException if it is none
   */
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
