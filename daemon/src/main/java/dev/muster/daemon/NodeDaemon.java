package dev.muster.daemon;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.files.fetch.Localizer;
import dev.muster.files.serve.HostPort;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.link.LinkClient;
import dev.muster.link.Refused;
import dev.muster.link.Welcome;
import dev.muster.model.Quantity;
import dev.muster.model.Resources;
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
 * The process of a node: dials the cell, learns its number, takes over what its earlier lives left
 * running, and then runs tasks until it is closed or the cell is another one.
 */
public final class NodeDaemon implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(NodeDaemon.class.getName());

  /**
   * @param secret that of the cell
   * @param home where the directories of jobs lie, see {@link NodePlace}
   * @param state a directory of this node's own
   * @param attributes what the node is, for tasks that require it
   */
  public record Options(
      InetSocketAddress cell,
      String secret,
      Path home,
      Path state,
      Resources capacity,
      Map<String, String> attributes,
      FileChoice files) {}

  /** So many of the tasks that are ended are named. */
  private static final int MAX_NAMED = 3;

  private final InetSocketAddress cell;
  private final NodeIdentity identity;
  private final NodePlace place;
  private final LinkClient link;
  private final ProcessRuntime processes;
  private final Host host = new Host(Log.IN_MEMORY);
  private final Optional<EndWatch> endWatch;
  private final CompletableFuture<Void> displaced = new CompletableFuture<>();

  private NodeDaemon(
      Options options, NodeIdentity identity, NodePlace place, LinkClient link, Welcome welcome)
      throws IOException {
    this.cell = options.cell();
    this.identity = identity;
    this.place = place;
    this.link = link;
    var address = NodeEvent.at(welcome.index());
    var name = address.toString();
    if (identity.isOfAnother(welcome)) {
      endAll(name, options, identity.home());
    }
    var home = place.home(welcome);
    identity.keep(welcome, home);
    var files = place.files(welcome);
    this.processes = new ProcessRuntime(name, home, RunOptions.STANDARD, files, options.state());
    var functions = new FunctionRuntime(name, home, files);
    var machine = new NodeRuntime(processes, functions);
    var node =
        new Node(
            welcome.index(),
            processes.epoch(),
            options.capacity(),
            CellFront.MASTER,
            Timing.standard(),
            NodeConfig.standard().withAttributes(options.attributes()),
            Chance.of(0, address));
    boolean shares = place.sharesHome(welcome);
    host.add(address, node, host.loop("node"), machine);
    host.reach(link::send);
    link.open(host::deliver, this::welcomed);
    functions.open();
    host.start();
    sayJoined(welcome);
    this.endWatch =
        shares ? Optional.empty() : Optional.of(EndWatch.watch(home, place.cell(welcome), files));
  }

  /**
   * Waits for the cell, however long it takes to come up.
   *
   * @throws Refused if the cell does not want this node
   */
  public static NodeDaemon start(Options options)
      throws IOException, InterruptedException, Refused {
    var identity = NodeIdentity.open(options.state());
    var place = NodePlace.open(options);
    try {
      return start(options, identity, place);
    } catch (IOException | RuntimeException | InterruptedException | Refused failed) {
      place.close();
      throw failed;
    }
  }

  private static NodeDaemon start(Options options, NodeIdentity identity, NodePlace place)
      throws IOException, InterruptedException, Refused {
    var at = place.whereabouts();
    var link = new LinkClient(options.cell(), () -> identity.hello(options.secret(), at));
    try {
      return new NodeDaemon(options, identity, place, link, link.await());
    } catch (IOException | RuntimeException | InterruptedException | Refused failed) {
      link.close();
      throw failed;
    }
  }

  /** What another cell started nobody will ask for, and its numbers mean other things here. */
  private static void endAll(String name, Options options, Path home) throws IOException {
    var machine =
        new ProcessRuntime(name, home, RunOptions.STANDARD, Localizer.IN_PLACE, options.state());
    sayEnded(machine.underWay());
    machine.close();
    Files.deleteIfExists(options.state().resolve("journal"));
  }

  private static void sayEnded(List<Work> tasks) {
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

  /** A link that was lost is there again, but perhaps to another cell. */
  private void welcomed(Welcome welcome) {
    if (identity.isSame(welcome)) {
      sayJoined(welcome);
    } else {
      sayEnded(processes.underWay());
      displaced.complete(null);
    }
  }

  private void sayJoined(Welcome welcome) {
    LOGGER.log(
        Level.INFO,
        "joined the cell at %s as %s"
            .formatted(HostPort.format(cell), NodeEvent.at(welcome.index())));
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

  /** Ends all that runs here. */
  @Override
  public void close() {
    endWatch.ifPresent(EndWatch::close);
    host.close();
    link.close();
    place.close();
  }
}
