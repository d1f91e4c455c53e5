package dev.muster.bench;

import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.daemon.Secret;
import dev.muster.daemon.Submission;
import dev.muster.model.JobSpec;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;

/**
 * Two queues, guaranteed 70% and 30% of a cell of four nodes in processes of their own: what each
 * has while both are full, while one is idle, and after it is back; and how fast opportunistic
 * tasks give way.
 */
public final class QueuesBench {

  /**
   * @param seconds how long both queues are full
   */
  public record QueuesOptions(int nodes, int slots, int seconds, Duration reclaimAfter) {}

  /**
   * One thing that was measured.
   *
   * @param holds whether it is as it should be
   */
  public record MeasuredShare(
      String what, double value, String unit, String should, boolean holds) {

    String line() {
      return String.format(
          Locale.ROOT,
          "%-58s %7.2f %-8s %-22s %s",
          what,
          value,
          unit,
          should,
          holds ? "" : "WRONG");
    }
  }

  /**
   * @param confined whether tasks are in control groups of their own
   */
  public record QueuesResult(int nodes, int slots, boolean confined, List<MeasuredShare> measured) {

    /** The same for people. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          "%d nodes with %d slots each, tasks %s control groups of their own"
              .formatted(nodes, slots, confined ? "in" : "without"));
      measured.forEach(each -> lines.add(each.line().stripTrailing()));
      return lines;
    }

    public boolean holds() {
      return measured.stream().allMatch(MeasuredShare::holds);
    }
  }

  private static final String MOST = "root.research";
  private static final String LEAST = "root.ops";
  private static final double PART = 0.7;
  private static final double POINTS = 5;
  private static final double INTERVAL_SECONDS = 1;

  /** From the signal until the process is gone and its scheduler has heard of it. */
  private static final double KILL_SECONDS = 3;

  private static final double GIVE_WAY_SECONDS = 1;
  private static final double TASK_SECONDS = 2;
  private static final double LONG_SECONDS = 3_600;
  private static final int WARM_UP_SECONDS = 10;
  private static final int MANY = 5_000;
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final QueuesOptions options;
  private final Path home;
  private final CellDaemon cell;
  private final int all;
  private final List<MeasuredShare> measured = new ArrayList<>();

  private QueuesBench(QueuesOptions options, Path home, CellDaemon cell) {
    this.options = options;
    this.home = home;
    this.cell = cell;
    this.all = options.nodes() * options.slots();
  }

  public static QueuesResult run(QueuesOptions options) throws IOException, InterruptedException {
    try (var home = BenchHome.create()) {
      return run(options, home.path());
    }
  }

  private static QueuesResult run(QueuesOptions options, Path home)
      throws IOException, InterruptedException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var secret = Secret.ofCell(home, Map.of());
    List<SoakNode> nodes = new ArrayList<>();
    try (var cell =
        CellDaemon.start(
            new CellDaemon.DaemonOptions(home, address, secret, 1, OptionalLong.empty()))) {
      for (int index = 0; index < options.nodes(); index++) {
        nodes.add(node(options, home, index, cell.port()));
      }
      BenchNodes.await("cell with all nodes", () -> cell.nodes() == options.nodes());
      return new QueuesBench(options, home, cell).measure();
    } finally {
      nodes.forEach(SoakNode::close);
    }
  }

  private static SoakNode node(QueuesOptions options, Path home, int index, int port)
      throws IOException {
    var state = home.resolve("nodes").resolve(Integer.toString(index));
    var capacity = QueueTasks.SLOT.times(options.slots());
    var command = new NodeCommandLine("localhost:" + port, home, state, capacity);
    var node = new SoakNode(command, home.resolve("node-" + index + ".log"));
    node.keepAlive();
    return node;
  }

  private QueuesResult measure() throws IOException, InterruptedException {
    haveQueues();
    boolean confined = bothFull();
    oneIsIdle();
    opportunisticTasksGiveWay();
    return new QueuesResult(options.nodes(), options.slots(), confined, List.copyOf(measured));
  }

  private void haveQueues() throws InterruptedException {
    var tree =
        QueueTree.of(queue(MOST, PART), queue(LEAST, 1 - PART))
            .withReclaimAfter(options.reclaimAfter().toNanos());
    try {
      var problems = cell.changeQueues(tree).get();
      if (!problems.isEmpty()) {
        throw new IllegalStateException("the cell does not take the queues: " + problems);
      }
    } catch (ExecutionException broken) {
      throw new IllegalStateException("the cell does not answer", broken);
    }
  }

  private static QueueSpec queue(String path, double part) {
    return QueueSpec.of(path)
        .with(
            QueueShare.EVEN.withGuaranteed(
                Portion.ofCell(Portion.CPU, part), Portion.ofCell(Portion.MEMORY, part)));
  }

  private QueueTasks tasks(String name, String queue, String policy, int count, double seconds) {
    return new QueueTasks(home, name, queue, policy, count, seconds);
  }

  private Submission submit(QueueTasks tasks) {
    return cell.submit(tasks.spec(), _ -> {});
  }

  private void end(Submission... submissions) throws InterruptedException {
    for (var each : submissions) {
      each.cancel();
    }
    for (var each : submissions) {
      each.await();
    }
  }

  private void note(String what, double value, String unit, String should, boolean holds) {
    measured.add(new MeasuredShare(what, value, unit, should, holds));
  }

  // Shares.

  private boolean bothFull() throws IOException, InterruptedException {
    boolean confined = true;
    for (var policy : List.of(JobSpec.SAMPLED, JobSpec.SHARED)) {
      var most = tasks("most-" + policy, MOST, policy, MANY, TASK_SECONDS);
      var least = tasks("least-" + policy, LEAST, policy, MANY, TASK_SECONDS);
      Submission[] both = {submit(most), submit(least)};
      Thread.sleep(Duration.ofSeconds(WARM_UP_SECONDS));
      long endNs = System.nanoTime() + Duration.ofSeconds(options.seconds()).toNanos();
      long ofMost = 0;
      long ofLeast = 0;
      long looks = 0;
      while (System.nanoTime() < endNs) {
        ofMost += most.running();
        ofLeast += least.running();
        looks++;
        Thread.sleep(LOOK);
      }
      confined &= most.areConfined();
      end(both);
      double share = 100.0 * ofMost / Math.max(1, ofMost + ofLeast);
      var full = "%s: both full for %d s, the part of 70%%".formatted(policy, options.seconds());
      note(full, share, "%", "65 to 75", Math.abs(share - 100 * PART) <= POINTS);
      note(policy + ": slots in use", (double) (ofMost + ofLeast) / looks, "of " + all, "", true);
    }
    return confined;
  }

  /** What is lent is used, and comes back. */
  private void oneIsIdle() throws IOException, InterruptedException {
    var least = tasks("lent", LEAST, JobSpec.SAMPLED, 2 * all, LONG_SECONDS);
    long startNs = System.nanoTime();
    var lent = submit(least);
    await("the other queue to have all", () -> count(least) == all);
    note("one idle: the other has all after", since(startNs), "s", "", true);
    var most = tasks("back", MOST, JobSpec.SAMPLED, 2 * all, LONG_SECONDS);
    int minimum = (int) (PART * all);
    startNs = System.nanoTime();
    var back = submit(most);
    await("the first queue to have its minimum", () -> count(most) >= minimum);
    double bound = options.reclaimAfter().toMillis() / 1e3 + 2 * INTERVAL_SECONDS + KILL_SECONDS;
    double seconds = since(startNs);
    note(
        "back: has %d of %d slots after".formatted(minimum, all),
        seconds,
        "s",
        "at most %.1f".formatted(bound),
        seconds <= bound);
    Thread.sleep(Duration.ofSeconds(WARM_UP_SECONDS));
    note("10 s later it has", count(most), "slots", "as many", count(most) == minimum);
    int kept = all - minimum;
    note("and the other", count(least), "slots", "the rest", count(least) == kept);
    end(lent, back);
  }

  private void opportunisticTasksGiveWay() throws IOException, InterruptedException {
    var mixed = tasks("mixed", LEAST, JobSpec.ESTIMATED, all, LONG_SECONDS).withTokens(all / 2);
    var spare = submit(mixed);
    await("opportunistic tasks to fill the cell", () -> count(mixed) == all);
    int more = all / 4;
    var urgent = tasks("urgent", MOST, JobSpec.SHARED, more, LONG_SECONDS);
    long startNs = System.nanoTime();
    var taken = submit(urgent);
    await("guaranteed tasks to run", () -> count(urgent) == more);
    double seconds = since(startNs);
    note(
        "%d opportunistic tasks gave way, from submission".formatted(more),
        seconds,
        "s",
        "below 1",
        seconds < GIVE_WAY_SECONDS);
    end(spare, taken);
  }

  private static int count(QueueTasks tasks) {
    try {
      return tasks.running();
    } catch (IOException unreadable) {
      throw new IllegalStateException("can't read a ledger", unreadable);
    }
  }

  private static double since(long startNs) {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private static void await(String what, BenchNodes.Condition condition)
      throws InterruptedException {
    long endNs = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > endNs) {
        throw new IllegalStateException("waited for " + what + " in vain");
      }
      Thread.sleep(LOOK.dividedBy(5));
    }
  }
}
