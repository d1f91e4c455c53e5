package dev.muster.daemon;

import com.sun.management.OperatingSystemMXBean;
import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.scheduler.place.Extras;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.process.NodeRuntime;
import dev.muster.process.RunOptions;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A whole cell within this process: the actors of any cell, and nodes that start processes on this
 * computer. It ends with the process and remembers nothing; what its tasks wrote stays under its
 * home.
 */
public final class EmbeddedCell implements AutoCloseable {

  /**
   * @param capacity what each node has
   * @param home where the directories of jobs lie
   * @param seed for all chance; a fresh one where none is given
   * @param terms what tasks may have besides
   * @param attributes what each node is
   * @param extras what sampling does beyond its paper
   * @param schedulers how many share the jobs
   * @param limits what schedulers may hold; whoever is not in it has no limit
   */
  public record Options(
      int nodes,
      Resources capacity,
      Path home,
      OptionalLong seed,
      RunOptions terms,
      Map<String, String> attributes,
      Extras extras,
      int schedulers,
      List<LimitsSet> limits) {

    private static final int CPU_MILLIS = 1_000;
    private static final int MEMORY_PERCENT = 90;

    /** On the usual terms. */
    public Options(int nodes, Resources capacity, Path home, OptionalLong seed) {
      this(
          nodes,
          capacity,
          home,
          seed,
          RunOptions.STANDARD,
          Map.of(),
          Extras.STANDARD,
          1,
          List.of());
    }

    /** The same, but schedulers may hold no more than that. */
    public Options withLimits(List<LimitsSet> most) {
      return new Options(nodes, capacity, home, seed, terms, attributes, extras, schedulers, most);
    }

    /** One node with all processors of this computer and most of its memory. */
    public static Options ofThisMachine(Path home) {
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long memoryBytes = system.getTotalMemorySize() / 100 * MEMORY_PERCENT;
      long cpuMillis = (long) system.getAvailableProcessors() * CPU_MILLIS;
      return new Options(1, new Resources(cpuMillis, memoryBytes), home, OptionalLong.empty());
    }
  }

  private final CellFront front;

  private EmbeddedCell(Options options, CellFront front, Observer observer) {
    this.front = front;
    for (int index = 0; index < options.nodes(); index++) {
      addNode(index, options, observer);
    }
    front.start();
  }

  public static EmbeddedCell start(Options options) throws IOException {
    return start(options, Observer.NONE);
  }

  static EmbeddedCell start(Options options, Observer observer) throws IOException {
    return start(options, observer, front(options));
  }

  static EmbeddedCell start(Options options, Observer observer, int tellTries) throws IOException {
    return start(options, observer, front(options).withTellTries(tellTries));
  }

  private static EmbeddedCell start(
      Options options, Observer observer, CellFront.Options frontOptions) throws IOException {
    return new EmbeddedCell(options, new CellFront(frontOptions, observer), observer);
  }

  private static CellFront.Options front(Options options) {
    return CellFront.Options.of(options.home(), options.schedulers(), options.seed())
        .withAllNodes()
        .withExtras(options.extras())
        .withLimits(options.limits())
        .withKeepOutputs(options.terms().keepOutputs());
  }

  private void addNode(int index, Options options, Observer observer) {
    var address = NodeEvent.at(index);
    var config =
        NodeConfig.standard()
            .withAttributes(options.attributes())
            .withSampling(options.extras().atNodes());
    var chance = Chance.of(0, address);
    var node =
        new Node(index, 1, options.capacity(), CellFront.MASTER, front.timing(), config, chance);
    var machine =
        NodeRuntime.of(address.toString(), options.home(), options.terms(), Localizer.IN_PLACE);
    front.host().add(address, new Watched<>(address, node, observer), front.loop(), machine);
  }

  /**
   * Asks the cell to run a job. If it does not listen, this submission fails, and no other.
   *
   * @param listener hears of acceptance, progress and the end, on a thread of the cell's
   */
  public Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    return front.submit(job, listener);
  }

  /**
   * How many messages between the actors were lost so far because too many waited. The actors say
   * again what matters, so this costs time and no results.
   */
  public long lostMessages() {
    return front.lostMessages();
  }

  /** Who claimed what; to be asked when the cell is closed. */
  public CellAudit audit() {
    return front.audit();
  }

  public JobDirectory directory(long job) {
    return front.directory(job);
  }

  /** Ends all processes and threads of the cell; bounded in time. */
  @Override
  public void close() {
    front.close();
  }
}
