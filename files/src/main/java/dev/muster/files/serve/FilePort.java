package dev.muster.files.serve;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Where files will be served: it is taken before there is anything to serve, so that others can be
 * told. Whoever asks early waits.
 */
public final class FilePort implements AutoCloseable {
  private static final int SYSTEM_BACKLOG = 0;

  private final HttpServer server;
  private boolean taken;

  private FilePort(HttpServer server) {
    this.server = server;
  }

  /** Binds the port; 0 for any that is free. */
  public static FilePort bind(InetSocketAddress at) throws IOException {
    try {
      return new FilePort(HttpServer.create(at, SYSTEM_BACKLOG));
    } catch (IOException refused) {
      throw new IOException("cannot serve files at " + at + ": " + refused.getMessage(), refused);
    }
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  synchronized HttpServer take() {
    taken = true;
    return server;
  }

  @Override
  public synchronized void close() {
    if (!taken) {
      taken = true;
      // One that never ran would keep the port.
      server.start();
      server.stop(0);
    }
  }
}
