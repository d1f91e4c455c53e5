package dev.muster.bench;

import dev.muster.bench.CommitCell.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a {@link CommitBench} found.
 *
 * @param cost by the size of the cell, the smallest first
 * @param best of each fullness, the most tasks a second
 * @param growth how many times the cost in the smallest cell that in the largest is
 * @param megabytes that the state of the cell takes
 * @param aims those that this run could measure
 */
public record CommitResult(
    int machines,
    int batch,
    List<Throughput> throughput,
    List<CommitCost> cost,
    List<Throughput> best,
    double growth,
    double megabytes,
    List<CommitAim> aims) {

  CommitResult(
      int machines,
      int batch,
      List<Throughput> throughput,
      List<CommitCost> cost,
      double megabytes) {
    var best = best(throughput);
    double growth = cost.getLast().cpuNs() / cost.getFirst().cpuNs();
    var aims =
        Stream.of(CommitAim.ofSpeed(machines, best), CommitAim.ofGrowth(cost, growth))
            .flatMap(Optional::stream)
            .toList();
    this(machines, batch, throughput, cost, best, growth, megabytes, aims);
  }

  private static List<Throughput> best(List<Throughput> all) {
    var fastest = Comparator.comparingDouble(Throughput::tasksPerSecond);
    return all.stream()
        .map(Throughput::full)
        .distinct()
        .map(full -> all.stream().filter(one -> one.full() == full).max(fastest).orElseThrow())
        .toList();
  }

  /**
   * @param full the part of the cell's cpu that is claimed
   * @param tasksPerSecond decided and committed, all schedulers together, in the median round
   * @param least the same in the slowest round, and most in the fastest
   * @param cpuNs processor time per task, of all schedulers together
   * @param conflicts claims that were rejected, of all that were sent
   * @param noRoom tasks for which the replica had no machine, of all
   */
  public record Throughput(
      int schedulers,
      double full,
      double tasksPerSecond,
      double least,
      double most,
      double cpuNs,
      double conflicts,
      double noRoom) {

    static Throughput of(int schedulers, double full, List<Sample> rounds) {
      var sorted = sorted(rounds, Comparator.comparingDouble(Sample::tasksPerSecond));
      var median = sorted.get(sorted.size() / 2);
      return new Throughput(
          schedulers,
          full,
          median.tasksPerSecond(),
          sorted.getFirst().tasksPerSecond(),
          sorted.getLast().tasksPerSecond(),
          median.cpuNsPerTask(),
          median.conflicts(),
          median.withoutRoom());
    }

    private String line() {
      return String.format(
          Locale.ROOT,
          "%s, %.0f%% full: %,.0f tasks/s committed (%,.0f to %,.0f), %.0f ns of cpu each,"
              + " %.2f%% in conflict",
          threads(),
          full * 100,
          tasksPerSecond,
          least,
          most,
          cpuNs,
          conflicts * 100);
    }

    private String bestLine() {
      return String.format(
          Locale.ROOT,
          "most at %.0f%% full: %,.0f tasks/s with %s",
          full * 100,
          tasksPerSecond,
          threads());
    }

    private String threads() {
      return schedulers == 1 ? "1 scheduler" : schedulers + " schedulers";
    }
  }

  /**
   * @param cpuNs processor time of one scheduler per task, alone in the cell: choosing a machine,
   *     committing, and reading the changes; in the median round
   * @param least the same in the cheapest round, and most in the dearest
   * @param allocatedBytes what it leaves to the garbage collector per task
   */
  public record CommitCost(
      int machines, double cpuNs, double least, double most, double allocatedBytes) {

    static CommitCost of(int machines, List<Sample> rounds) {
      var sorted = sorted(rounds, Comparator.comparingDouble(Sample::cpuNsPerTask));
      var median = sorted.get(sorted.size() / 2);
      return new CommitCost(
          machines,
          median.cpuNsPerTask(),
          sorted.getFirst().cpuNsPerTask(),
          sorted.getLast().cpuNsPerTask(),
          median.bytesPerTask());
    }

    private String line() {
      return String.format(
          Locale.ROOT,
          "%,d machines: %.0f ns of cpu (%.0f to %.0f) and %.0f bytes of garbage a task",
          machines,
          cpuNs,
          least,
          most,
          allocatedBytes);
    }
  }

  private static List<Sample> sorted(List<Sample> rounds, Comparator<Sample> order) {
    return rounds.stream().sorted(order).toList();
  }

  /** As people read it. */
  public List<String> lines() {
    var lines = new ArrayList<String>();
    throughput.forEach(run -> lines.add(run.line()));
    cost.forEach(one -> lines.add(one.line()));
    best.forEach(one -> lines.add(one.bestLine()));
    lines.add(
        String.format(
            Locale.ROOT,
            "cost grows %.2f times from %,d to %,d machines; the cell takes %.0f MB",
            growth,
            cost.getFirst().machines(),
            cost.getLast().machines(),
            megabytes));
    aims.forEach(aim -> lines.add(aim.line()));
    if (aims.size() < CommitAim.COUNT) {
      lines.add(CommitAim.wanted());
    }
    return lines;
  }
}
