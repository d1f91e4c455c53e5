package dev.muster.sim.experiment.apollo;

import dev.muster.core.scheduler.place.estimated.CandidateSets;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.core.scheduler.place.estimated.StableMatcher;
import dev.muster.sim.compare.match.BatchMatcher;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures 4 and 5: the paper's two examples, worked by the classes of the policy. */
public final class Examples {

  private static final double SECOND_NS = 1e9;
  private static final long MEGABYTE = 1_000_000;

  /**
   * A server of Figure 4: how far it is from the input on A and from that on C.
   *
   * @param paperSeconds wait and I/O, as the paper has them
   */
  private record Server(
      String name,
      long waitSeconds,
      InputDistance fromA,
      InputDistance fromC,
      double paperSeconds) {

    private static final long ON_A_BYTES = 100 * MEGABYTE;
    private static final long ON_C_BYTES = 5_000 * MEGABYTE;

    /** A and B are in one rack, C and D in the other. */
    static final List<Server> ALL =
        List.of(
            new Server("A", 0, InputDistance.LOCAL, InputDistance.REMOTE, 63.13),
            new Server("B", 0, InputDistance.RACK, InputDistance.REMOTE, 63.5),
            new Server("C", 40, InputDistance.REMOTE, InputDistance.LOCAL, 72.5),
            new Server("D", 5, InputDistance.REMOTE, InputDistance.RACK, 56.25));

    long completionNs() {
      var model = CompletionModel.STANDARD;
      long ioNs = model.readNs(ON_A_BYTES, fromA) + model.readNs(ON_C_BYTES, fromC);
      return model.completionNs(0, waitSeconds * 1_000_000_000, ioNs, 1);
    }
  }

  /** What two inputs, one of them remote in either rack, cost on servers that are busy or not. */
  public static void figure4(Settings settings, Findings findings) {
    var batch = new CandidateSets(1, Server.ALL.size());
    batch.addTask();
    for (int node = 0; node < Server.ALL.size(); node++) {
      var server = Server.ALL.get(node);
      double seconds = findings.rounded(server.completionNs() / SECOND_NS);
      findings.point("wait and I/O, servers A to D", "s", node + 1, seconds);
      findings.judge(findings.paper("server", server.name).withPaper(server.paperSeconds), seconds);
      batch.add(node, server.completionNs());
    }
    var matcher = new StableMatcher(StableMatcher.MAX_ITERATIONS);
    matcher.match(batch);
    var chosen = Server.ALL.get(matcher.node(0));
    findings.judge(
        findings.paper("chosen", chosen.name).holding(chosen.name.equals("D")),
        matcher.completionNs(0) / SECOND_NS);
  }

  /**
   * Three tasks, three servers: the first two read from A, the third from B, each as much as a
   * local read of a second.
   */
  public static void figure5(Settings settings, Findings findings) {
    var batch = new CandidateSets(3, 3);
    for (int holder : new int[] {0, 0, 1}) {
      batch.addTask();
      for (int node = 0; node < 3; node++) {
        var distance = node == holder ? InputDistance.LOCAL : InputDistance.RACK;
        batch.add(node, CompletionModel.STANDARD.readNs(160 * MEGABYTE, distance));
      }
    }
    judge(findings, "greedy", BatchMatcher.greedy().match(batch), 0, 1, 2);
    var stable = BatchMatcher.stable(StableMatcher.MAX_ITERATIONS).match(batch);
    judge(findings, "stable", stable, 0, 2, 1);
  }

  private static void judge(Findings findings, String matcher, int[] matched, int... paper) {
    var shown =
        IntStream.range(0, matched.length)
            .mapToObj(task -> "T%d→%c".formatted(task + 1, 'A' + matched[task]))
            .collect(Collectors.joining(" "));
    double same = IntStream.range(0, paper.length).filter(at -> matched[at] == paper[at]).count();
    findings.judge(findings.paper(matcher, shown), same);
  }

  private Examples() {}
}
