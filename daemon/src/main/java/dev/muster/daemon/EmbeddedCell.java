package dev.muster.daemon;

import com.sun.management.OperatingSystemMXBean;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.core.node.queue.QueueConfig.Sampling;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.daemon.ControlPlane.ActorDecorator;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueTree;
import dev.muster.process.NodeRuntime;
import dev.muster.process.RunOptions;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A whole cell within this process: the control plane, and nodes that start processes on this
 * computer. Nothing outlives the process but what tasks wrote under the home.
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
   * @param hybrid which tasks of the policy {@code hybrid} get containers
   */
  public record EmbeddedOptions(
      int nodes,
      Resources capacity,
      Path home,
      OptionalLong seed,
      RunOptions terms,
      Map<String, String> attributes,
      SampledOptions extras,
      int schedulers,
      List<LimitsSet> limits,
      HybridOptions hybrid) {

    private static final int CPU_MILLIS = 1_000;
    private static final int MEMORY_PERCENT = 90;

    public EmbeddedOptions(int nodes, Resources capacity, Path home, OptionalLong seed) {
      this(
          nodes,
          capacity,
          home,
          seed,
          RunOptions.STANDARD,
          Map.of(),
          SampledOptions.STANDARD,
          1,
          List.of(),
          HybridOptions.STANDARD);
    }

    public EmbeddedOptions withLimits(List<LimitsSet> most) {
      return new EmbeddedOptions(
          nodes, capacity, home, seed, terms, attributes, extras, schedulers, most, hybrid);
    }

    public EmbeddedOptions with(HybridOptions other) {
      return new EmbeddedOptions(
          nodes, capacity, home, seed, terms, attributes, extras, schedulers, limits, other);
    }

    /** One node with all processors of this computer and most of its memory. */
    public static EmbeddedOptions ofThisMachine(Path home) {
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long memoryBytes = system.getTotalMemorySize() / 100 * MEMORY_PERCENT;
      long cpuMillis = (long) system.getAvailableProcessors() * CPU_MILLIS;
      return new EmbeddedOptions(
          1, new Resources(cpuMillis, memoryBytes), home, OptionalLong.empty());
    }
  }

  /** All nodes are there before the first job is: no other will join. */
  private static final long NO_JOIN_GRACE = 0;

  /** Nodes of this process join at once, unless the computer has no time for them. */
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);

  private final ControlPlane controlPlane;

  private EmbeddedCell(
      EmbeddedOptions options, ControlPlane controlPlane, ActorDecorator decorator) {
    this.controlPlane = controlPlane;
    for (int index = 0; index < options.nodes(); index++) {
      addNode(index, options, decorator);
    }
    controlPlane.start();
  }

  /** The cell, when all its nodes have joined: jobs that come first would miss some. */
  public static EmbeddedCell start(EmbeddedOptions options)
      throws IOException, InterruptedException {
    return start(options, ActorDecorator.NONE, _ -> {}, ControlPlane.REQUEST_TRIES);
  }

  /**
   * The same, with somebody who is told why tasks are where they are: on the threads of the cell,
   * of each placement of jobs that are to be explained, and whenever somebody {@link #explain
   * asks}.
   */
  public static EmbeddedCell start(EmbeddedOptions options, Consumer<TaskExplained> explanations)
      throws IOException, InterruptedException {
    Consumer<Event> subscriber =
        event -> {
          if (event instanceof TaskExplained explained) {
            explanations.accept(explained);
          }
        };
    return start(options, ActorDecorator.NONE, subscriber, ControlPlane.REQUEST_TRIES);
  }

  static EmbeddedCell start(
      EmbeddedOptions options,
      ActorDecorator decorator,
      Consumer<Event> subscriber,
      int requestTries)
      throws IOException, InterruptedException {
    var controlOptions =
        new ControlPlane.ControlOptions(
            options.home(),
            options.schedulers(),
            options.seed(),
            options.terms().keepOutputs(),
            NO_JOIN_GRACE,
            options.extras(),
            options.limits(),
            Liveness.standard(),
            MonitorConfig.OFF,
            options.hybrid());
    var controlPlane = new ControlPlane(controlOptions, subscriber, decorator, requestTries);
    var cell = new EmbeddedCell(options, controlPlane, decorator);
    try {
      controlPlane.joinedNodes().await(options.nodes(), JOIN_LIMIT);
      return cell;
    } catch (InterruptedException stopped) {
      cell.close();
      throw stopped;
    }
  }

  private void addNode(int index, EmbeddedOptions options, ActorDecorator decorator) {
    var address = NodeEvent.at(index);
    var config =
        NodeConfig.standard()
            .withAttributes(options.attributes())
            .withSampling(new Sampling(options.extras().askAhead(), options.extras().avoidNs()));
    var chance = Chance.of(0, address);
    var timing = controlPlane.timing();
    var node =
        new Node(
            index,
            1,
            options.capacity(),
            ControlPlane.MASTER,
            timing,
            config,
            chance,
            new NodeLifecycles());
    var machine =
        NodeRuntime.of(address.toString(), options.home(), options.terms(), Localizer.IN_PLACE);
    controlPlane
        .host()
        .add(address, decorator.decorate(address, node), controlPlane.loop(), machine);
  }

  /**
   * Submits a job. If the cell does not take the request this submission fails, and no other.
   *
   * @param listener receives acceptance, progress and the end, on a thread of the cell's
   */
  public Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    return controlPlane.submit(job, listener);
  }

  /** Asks why a task is where it is; there is no answer if its job has ended. */
  public void explain(long job, int stage, int index) {
    controlPlane.explain(new ExplainTask(job, stage, index));
  }

  /** How many messages were lost at full inboxes; the actors repeat what matters. */
  public long lostMessages() {
    return controlPlane.lostMessages();
  }

  /** Who claimed what; to be asked when the cell is closed. */
  public CellAudit audit() {
    return controlPlane.audit();
  }

  public JobDirectory directory(long job) {
    return controlPlane.directory(job);
  }

  /** The number that the first job of this cell has, or will have. */
  public long firstJob() {
    return controlPlane.firstJob();
  }

  /**
   * Sees to the end of the tasks of the first job, should this process be killed. A cell for one
   * job needs no more.
   */
  public Watchdog watch() throws IOException {
    return Watchdog.start(directory(firstJob()));
  }

  /**
   * Gives the cell other queues, all or nothing.
   *
   * @return why it keeps those that it has; empty once it has the new ones
   */
  public CompletableFuture<List<String>> changeQueues(QueueTree tree) {
    return controlPlane.changeQueues(tree);
  }

  @Override
  public void close() {
    controlPlane.close();
  }
}
