package dev.muster.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where the cell is, by name: it is looked up for each dial, since the cell may have moved, and if
 * it has several addresses they are tried in turn.
 */
final class CellName {

  private final String host;
  private final int port;
  private int dials;

  CellName(InetSocketAddress address) {
    this.host = address.getHostString();
    this.port = address.getPort();
  }

  InetSocketAddress next() throws UnknownHostException {
    var all = InetAddress.getAllByName(host);
    return new InetSocketAddress(all[dials++ % all.length], port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
