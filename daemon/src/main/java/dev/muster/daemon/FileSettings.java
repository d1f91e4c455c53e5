package dev.muster.daemon;

import dev.muster.files.content.FileCache;
import dev.muster.files.fetch.Retention;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * How a process serves, caches and keeps files.
 *
 * @param listen where it serves them, as HOST:PORT or PORT; empty for any free port
 * @param cacheBytes how much of what others have it keeps
 * @param keep how long outputs stay after the end of their job
 */
public record FileSettings(String listen, long cacheBytes, Duration keep) {

  public static final FileSettings STANDARD =
      new FileSettings("", FileCache.DEFAULT_LIMIT_BYTES, Retention.DEFAULT_PERIOD);

  /** Takes the port, at this host where none was chosen. */
  FilePort bind(InetAddress host) throws IOException {
    if (listen.isEmpty()) {
      return FilePort.bind(new InetSocketAddress(host, 0));
    }
    if (!namesHost()) {
      return FilePort.bind(new InetSocketAddress(host, Integer.parseInt(listen)));
    }
    var chosen = HostPort.parse(listen);
    return FilePort.bind(new InetSocketAddress(chosen.getHostString(), chosen.getPort()));
  }

  boolean namesHost() {
    return listen.indexOf(':') >= 0;
  }
}
