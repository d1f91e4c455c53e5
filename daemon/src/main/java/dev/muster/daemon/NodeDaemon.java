package dev.muster.daemon;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.files.fetch.Localizer;
import dev.muster.files.serve.HostPort;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.link.HandshakeAccepted;
import dev.muster.link.HandshakeRejected;
import dev.muster.link.LinkClient;
import dev.muster.model.Resources;
import dev.muster.model.text.Quantity;
import dev.muster.process.FunctionRuntime;
import dev.muster.process.NodeRuntime;
import dev.muster.process.ProcessRuntime;
import dev.muster.process.RunOptions;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The process of a node: dials the cell, learns its number, adopts what its earlier epochs left
 * running, and then runs tasks until it is closed or another cell answers.
 */
public final class NodeDaemon implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(NodeDaemon.class.getName());

  /**
   * @param secret that of the cell
   * @param home where the directories of jobs lie, see {@link NodeStorage}
   * @param state a directory of this node's own
   * @param attributes what the node is, for tasks that require it
   * @param user whose rights tasks have; empty for those of the node
   */
  public record NodeOptions(
      InetSocketAddress cell,
      String secret,
      Path home,
      Path state,
      Resources capacity,
      Map<String, String> attributes,
      FileSettings files,
      String user) {

    private RunOptions terms() {
      return new RunOptions(
          RunOptions.AttemptLimits.STANDARD, user, RunOptions.STANDARD.keepOutputs());
    }
  }

  private static final int MAX_NAMED = 3;

  private final InetSocketAddress cell;
  private final NodeIdentity identity;
  private final NodeStorage storage;
  private final LinkClient link;
  private final ProcessRuntime processes;
  private final Host host = new Host(Log.IN_MEMORY);
  private final Optional<EndedJobPoller> endedJobs;
  private final DaemonLifecycle lifecycle = new DaemonLifecycle();
  private final CompletableFuture<Void> displaced = new CompletableFuture<>();

  private NodeDaemon(
      NodeOptions options,
      NodeIdentity identity,
      NodeStorage storage,
      LinkClient link,
      HandshakeAccepted accepted)
      throws IOException {
    this.cell = options.cell();
    this.identity = identity;
    this.storage = storage;
    this.link = link;
    var address = NodeEvent.at(accepted.index());
    var name = address.toString();
    if (identity.isOfAnother(accepted)) {
      endAll(name, options, identity.home());
    }
    var home = storage.home(accepted);
    identity.keep(accepted, home);
    var files = storage.files(accepted);
    this.processes = new ProcessRuntime(name, home, options.terms(), files, options.state());
    var functions = new FunctionRuntime(name, home, files);
    var machine = NodeRuntime.of(processes, functions, options.user(), files.sharesHome());
    var node =
        new Node(
            accepted.index(),
            processes.epoch(),
            options.capacity(),
            ControlPlane.MASTER,
            Timing.standard(),
            NodeConfig.standard().withAttributes(options.attributes()),
            Chance.of(0, address),
            new NodeLifecycles());
    boolean shares = storage.sharesHome(accepted);
    host.add(address, node, host.loop("node"), machine);
    host.listen(address, NodeDaemon::published);
    host.reach(link::send);
    link.open(host::deliver, this::rejoined);
    if (options.user().isEmpty()) {
      functions.open();
    }
    host.start();
    logJoined(accepted);
    this.endedJobs =
        shares
            ? Optional.empty()
            : Optional.of(EndedJobPoller.start(home, storage.cell(accepted), files));
    lifecycle.started();
  }

  /**
   * Waits for the cell, however long it takes to come up.
   *
   * @throws HandshakeRejected if the cell does not admit this node
   */
  public static NodeDaemon start(NodeOptions options)
      throws IOException, InterruptedException, HandshakeRejected {
    var identity = NodeIdentity.open(options.state());
    var storage = NodeStorage.open(options);
    try {
      return start(options, identity, storage);
    } catch (IOException | RuntimeException | InterruptedException | HandshakeRejected failed) {
      storage.close();
      throw failed;
    }
  }

  private static NodeDaemon start(NodeOptions options, NodeIdentity identity, NodeStorage storage)
      throws IOException, InterruptedException, HandshakeRejected {
    var at = storage.endpoint();
    var link = new LinkClient(options.cell(), () -> identity.handshake(options.secret(), at));
    try {
      return new NodeDaemon(options, identity, storage, link, link.await());
    } catch (IOException | RuntimeException | InterruptedException | HandshakeRejected failed) {
      link.close();
      throw failed;
    }
  }

  /** What another cell started nobody will ask for, and its numbers mean other things here. */
  private static void endAll(String name, NodeOptions options, Path home) throws IOException {
    var machine =
        new ProcessRuntime(name, home, RunOptions.STANDARD, Localizer.IN_PLACE, options.state());
    logEnded(machine.underWay());
    machine.close();
    Files.deleteIfExists(options.state().resolve("journal"));
  }

  private static void logEnded(List<Work> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    var named = tasks.stream().limit(MAX_NAMED).map(Work::toString);
    LOGGER.log(
        Level.WARNING,
        "the cell is another one; of the one before it %s ended: %s%s"
            .formatted(
                tasks.size() == 1 ? "1 task is" : Quantity.formatCount(tasks.size()) + " tasks are",
                named.collect(Collectors.joining(", ")),
                tasks.size() > MAX_NAMED ? ", …" : ""));
  }

  private static void published(Event event) {
    if (event instanceof Notice.NodeGivenUp) {
      LOGGER.log(
          Level.WARNING,
          "the cell had given this node up: what ran is ended, and the node joins again");
    }
  }

  /** Connected again, but perhaps to another cell. */
  private void rejoined(HandshakeAccepted accepted) {
    if (identity.isSame(accepted)) {
      logJoined(accepted);
    } else {
      logEnded(processes.underWay());
      displaced.complete(null);
    }
  }

  private void logJoined(HandshakeAccepted accepted) {
    LOGGER.log(
        Level.INFO,
        "joined the cell at %s as %s"
            .formatted(HostPort.format(cell), NodeEvent.at(accepted.index())));
  }

  /** Waits until the node must begin anew: the cell is another one, or an actor broke. */
  public void awaitEnd() throws InterruptedException {
    var broken = host.ended().handle((_, failure) -> report(failure));
    try {
      CompletableFuture.anyOf(displaced, broken).get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static boolean report(@Nullable Throwable failure) {
    if (failure != null) {
      LOGGER.log(Level.ERROR, "the node broke", failure);
    }
    return true;
  }

  @Override
  public void close() {
    lifecycle.stop(
        () -> {
          endedJobs.ifPresent(EndedJobPoller::close);
          host.close();
          link.close();
          storage.close();
        });
  }
}
