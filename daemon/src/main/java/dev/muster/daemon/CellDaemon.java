package dev.muster.daemon;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.files.fetch.OutputCollector;
import dev.muster.files.fetch.OutputCollector.Collected;
import dev.muster.files.fetch.OutputCollector.TaskRef;
import dev.muster.files.serve.FileLocations.Holder;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Outputs.OutputKey;
import dev.muster.files.serve.Peer;
import dev.muster.host.IoErrors;
import dev.muster.link.FileEndpoint;
import dev.muster.link.LinkServer;
import dev.muster.link.Traffic;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A cell whose nodes are processes of their own, and dial it. Nothing outlives its process: nodes
 * notice that a new cell answers, end what the old one started, and begin anew.
 */
public final class CellDaemon implements AutoCloseable {

  /**
   * @param home where the directories of jobs lie
   * @param address where nodes dial; port 0 for any that is free
   * @param secret what they must know
   * @param files where the files of jobs are served, and how long outputs are kept
   * @param limits what schedulers may hold; whoever is not in it has no limit
   * @param joinGraceNs how long after the latest node joined a job that none can run waits
   * @param liveness after how long without a report a node is avoided, and given up
   * @param monitor what the monitor has nodes do about opportunistic tasks
   * @param hybrid which tasks of the policy {@code hybrid} get containers
   */
  public record DaemonOptions(
      Path home,
      InetSocketAddress address,
      String secret,
      int schedulers,
      OptionalLong seed,
      FileSettings files,
      List<LimitsSet> limits,
      long joinGraceNs,
      Liveness liveness,
      MonitorConfig monitor,
      HybridOptions hybrid) {

    public DaemonOptions(
        Path home, InetSocketAddress address, String secret, int schedulers, OptionalLong seed) {
      this(
          home,
          address,
          secret,
          schedulers,
          seed,
          FileSettings.STANDARD,
          List.of(),
          MasterConfig.JOIN_GRACE_NS,
          Liveness.standard(),
          MonitorConfig.OFF,
          HybridOptions.STANDARD);
    }

    public DaemonOptions with(Liveness other) {
      return new DaemonOptions(
          home,
          address,
          secret,
          schedulers,
          seed,
          files,
          limits,
          joinGraceNs,
          other,
          monitor,
          hybrid);
    }
  }

  private static final System.Logger LOGGER = System.getLogger(CellDaemon.class.getName());

  private final DaemonOptions options;
  private final ControlPlane controlPlane;
  private final FileCatalog catalog;
  private final SubmittedFiles submitted = new SubmittedFiles(SubmittedFiles.MAX_FILES);
  private final LinkServer link;
  private final FileServer server;

  private CellDaemon(
      DaemonOptions options,
      ControlPlane controlPlane,
      FileCatalog catalog,
      LinkServer link,
      FilePort port) {
    this.options = options;
    this.controlPlane = controlPlane;
    this.catalog = catalog;
    this.link = link;
    catalog.open(controlPlane.firstJob(), link::isConnected, link::fileEndpoint);
    var offer = FileServer.Catalog.ofCell(submitted, JobDirectory.layout(options.home()), catalog);
    this.server = FileServer.start(port, options.secret(), offer);
    controlPlane.host().reach(link::send);
    controlPlane.start();
  }

  public static CellDaemon start(DaemonOptions options) throws IOException {
    if (options.address().isUnresolved()) {
      throw new IOException("no host " + options.address().getHostString() + " is known");
    }
    var homeId = HomeId.of(options.home()).toString();
    var port = options.files().bind(options.address().getAddress());
    var catalog = new FileCatalog(homeId);
    try {
      return start(options, catalog, new FileEndpoint(shown(options, port), homeId), port);
    } catch (IOException refused) {
      port.close();
      throw refused;
    }
  }

  private static CellDaemon start(
      DaemonOptions options, FileCatalog catalog, FileEndpoint at, FilePort port)
      throws IOException {
    var controlPlane =
        new ControlPlane(
            new ControlPlane.ControlOptions(
                options.home(),
                options.schedulers(),
                options.seed(),
                options.files().keep(),
                options.joinGraceNs(),
                SampledOptions.STANDARD,
                options.limits(),
                options.liveness(),
                options.monitor(),
                options.hybrid()),
            event -> published(event, catalog));
    try {
      var link =
          new LinkServer(options.address(), options.secret(), at, controlPlane.host()::deliver);
      return new CellDaemon(options, controlPlane, catalog, link, port);
    } catch (IOException refused) {
      controlPlane.close();
      throw refused;
    }
  }

  private static void published(Event event, FileCatalog catalog) {
    switch (event) {
      case Notice.JobStarted job -> catalog.started(job);
      case Notice.StageSizeChanged size -> catalog.resized(size);
      case OutputStored output -> catalog.stored(output);
      case OutputLost output -> catalog.lost(output);
      case ClientEvent.JobEnded(var report) -> catalog.ended(report.job());
      case ClientEvent.JobForgotten forgotten -> catalog.ended(forgotten.job());
      case Notice.NodeDied dead -> catalog.died(dead.node());
      default -> {}
    }
    var text = text(event);
    if (!text.isEmpty()) {
      LOGGER.log(Level.INFO, text);
    }
  }

  /** What is logged of the nodes of a cell; empty for what is not. */
  static String text(Event event) {
    return switch (event) {
      case Notice.NodeJoined(int node, var capacity) ->
          NodeEvent.at(node) + " joined (" + capacity + ")";
      case Notice.NodeAvoided(int node, var reason) when reason.isEmpty() ->
          NodeEvent.at(node) + " gets tasks again";
      case Notice.NodeAvoided(int node, var reason) ->
          NodeEvent.at(node) + " is avoided: " + reason;
      case Notice.NodeDied(int node) ->
          NodeEvent.at(node) + " is dead: what ran there starts elsewhere";
      default -> "";
    };
  }

  /** Nodes know the host of the cell, unless files are served at another. */
  private static String shown(DaemonOptions options, FilePort port) throws IOException {
    var at = port.address();
    boolean elsewhere = options.files().namesHost() && !at.getAddress().isAnyLocalAddress();
    return elsewhere ? HostPort.forOthers(at.getAddress(), at.getPort()) : ":" + at.getPort();
  }

  public int port() {
    return link.port();
  }

  public int nodes() {
    return link.nodes();
  }

  /** Waits until so many nodes have joined, at most for so long; how many have then. */
  public int awaitNodes(int count, Duration atMost) throws InterruptedException {
    return controlPlane.joinedNodes().await(count, atMost);
  }

  public Traffic.TrafficCount traffic() {
    return link.traffic();
  }

  FileCatalog catalog() {
    return catalog;
  }

  public long filesServed() {
    return server.filesServed();
  }

  /**
   * Hashes the files of a job, and offers them to nodes that do not see them; the job to submit.
   */
  public JobSpec offer(JobSpec job) throws IOException {
    return submitted.offer(job);
  }

  /** As {@link EmbeddedCell#submit}; a job with files is to be offered first. */
  public Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    return controlPlane.submit(job, listener);
  }

  /**
   * Gives the cell other queues, all or nothing.
   *
   * @return why it keeps those that it has; empty once it has the new ones
   */
  public CompletableFuture<List<String>> changeQueues(QueueTree tree) {
    return controlPlane.changeQueues(tree);
  }

  /** How many messages were lost so far; the actors repeat what matters. */
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

  /**
   * What came of collecting the outputs of a job.
   *
   * @param problems what could not be brought and why, or stays on its node, in words for people
   * @param missing the tasks of the last stages whose outputs never arrived
   */
  public record Harvest(List<String> problems, List<TaskRef> missing) {
    public Harvest {
      problems = List.copyOf(problems);
      missing = List.copyOf(missing);
    }
  }

  /**
   * Collects the outputs and logs of the last stages and the logs of failures from nodes with a
   * home of their own.
   */
  public Harvest harvest(JobSpec job, JobReport report) throws InterruptedException {
    var known = catalog.elsewhere(report.job());
    if (known.isEmpty() && report.stages().stream().anyMatch(stage -> stage.attempts() > 0)) {
      var where = "where %s ran is no longer known".formatted(JobNumber.format(report.job()));
      return new Harvest(List.of(where), List.of());
    }
    var last = job.lastStages().stream().map(StageSpec::name).toList();
    var collected = collect(report, last, known.orElse(List.of()));
    return new Harvest(collected.problems(), missing(report.job(), last, collected.leftOut()));
  }

  private Collected collect(JobReport report, List<String> last, List<Holder> nodes)
      throws InterruptedException {
    if (nodes.isEmpty()) {
      return new Collected(List.of(), Set.of());
    }
    var failed =
        report.failures().stream().map(each -> new TaskRef(each.stage(), each.index())).toList();
    var peers =
        nodes.stream()
            .map(node -> new Peer(node.name(), HostPort.parse(node.address()), options.secret()))
            .toList();
    try (var harvest = OutputCollector.open(options.home(), JobDirectory.layout(options.home()))) {
      return harvest.bring(new OutputCollector.Selection(report.job(), last, failed), peers);
    } catch (IOException refused) {
      var why = "cannot bring what the job left: " + IoErrors.reason(refused);
      return new Collected(List.of(why), Set.of());
    } finally {
      controlPlane.retain(report.job());
    }
  }

  private List<TaskRef> missing(long job, List<String> stages, Set<OutputKey> leftOut) {
    var directory = directory(job);
    return stages.stream()
        .flatMap(
            stage ->
                catalog.withOutput(job, stage).stream()
                    .filter(index -> !leftOut.contains(new OutputKey(job, stage, index)))
                    .filter(index -> !Files.isDirectory(directory.output(stage, index)))
                    .map(index -> new TaskRef(stage, index)))
        .toList();
  }

  @Override
  public void close() {
    controlPlane.close();
    link.close();
    server.close();
  }
}
