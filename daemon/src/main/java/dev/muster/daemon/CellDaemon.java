package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.event.ClientEvent;
import dev.muster.host.run.JobDirectory;
import dev.muster.link.LinkServer;
import dev.muster.link.Traffic;
import dev.muster.model.JobSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A cell whose nodes are processes of their own, and dial it. It remembers nothing beyond its
 * process: nodes notice that a new one is there, end what the old one started, and begin anew.
 */
public final class CellDaemon implements AutoCloseable {

  /**
   * @param home where the directories of jobs lie
   * @param address where nodes dial; port 0 for any that is free
   * @param secret what they must know
   */
  public record Options(
      Path home, InetSocketAddress address, String secret, int schedulers, OptionalLong seed) {}

  private final CellFront front;
  private final LinkServer link;

  private CellDaemon(CellFront front, LinkServer link) {
    this.front = front;
    this.link = link;
    front.host().reach(link::send);
    front.start();
  }

  public static CellDaemon start(Options options) throws IOException {
    var front =
        new CellFront(
            CellFront.Options.of(options.home(), options.schedulers(), options.seed()),
            Observer.NONE);
    try {
      return new CellDaemon(
          front, LinkServer.start(options.address(), options.secret(), front.host()::deliver));
    } catch (IOException refused) {
      front.close();
      throw refused;
    }
  }

  public int port() {
    return link.port();
  }

  /** How many nodes are connected now. */
  public int nodes() {
    return link.nodes();
  }

  public Traffic.Count traffic() {
    return link.traffic();
  }

  /** As {@link EmbeddedCell#submit}. */
  public Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    return front.submit(job, listener);
  }

  /** How many messages were lost so far; the actors say again what matters. */
  public long lostMessages() {
    return front.lostMessages();
  }

  public JobDirectory directory(long job) {
    return front.directory(job);
  }

  /** Ends the cell; its nodes go on and dial for the next one. */
  @Override
  public void close() {
    front.close();
    link.close();
  }
}
