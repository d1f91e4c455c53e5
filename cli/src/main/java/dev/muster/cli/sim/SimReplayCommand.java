package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.Bounds;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.option.SeedOption;
import dev.muster.cli.sim.ReplayAnswer.ReplayRequest;
import dev.muster.model.Resources;
import dev.muster.model.file.Policies;
import dev.muster.model.text.Quantity;
import dev.muster.sim.replay.WorkflowReplay;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replay",
    description =
        "Runs recorded workflows (WfFormat) in virtual time and compares the makespan with "
            + "its lower bounds; or, with --emit, writes one as a job that runs for real.",
    mixinStandardHelpOptions = true)
final class SimReplayCommand implements Callable<Integer> {

  private static final List<String> DEFAULT_POLICIES =
      List.of("estimated", "sampled", "shared", WorkflowReplay.HEFT);

  private static final int DEFAULT_NODES = 16;
  private static final int MAX_NODES = 100_000;
  private static final int MAX_CORES = 10_000;
  private static final int MILLIS_PER_CORE = 1_000;
  private static final double DEFAULT_SCALE = 0.001;

  /** Below, the moving of files takes longer than a number can say. */
  private static final long LEAST_BANDWIDTH = 1 << 20;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Workflows; .gz is compressed.")
  private List<Path> files = List.of();

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description = {
        "Policies to compare, of job files; heft is a list schedule that knows all run times.",
        "(default: estimated,sampled,shared,heft)"
      })
  private @Nullable List<String> policies;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description = "How many nodes; several for a cell each (default: 16).")
  private @Nullable List<Integer> nodes;

  @Option(names = "--cores", paramLabel = "N", description = "Of each node (default: 1).")
  private int cores = 1;

  @Option(names = "--memory", paramLabel = "BYTES", description = "Of each node (default: 8Gi).")
  private String memory = "8Gi";

  @Option(
      names = "--bandwidth",
      paramLabel = "BYTES",
      description = "Per second, for an input on another node (default: 1Gi).")
  private String bandwidth = "1Gi";

  @Option(
      names = "--emit",
      paramLabel = "JOB.yaml",
      description =
          "Writes the workflow as a job: tasks that read the files of their parents, sleep, and "
              + "make files.")
  private @Nullable Path emit;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description = "With --emit: what times and sizes are multiplied by (default: 0.001).")
  private @Nullable Double scale;

  @Option(
      names = "--explain",
      paramLabel = "STAGE/INDEX",
      description = {
        "Says why a task was placed where it was, by each policy, and what it waited for "
            + "first.",
        "Each task of a workflow is a stage of its own: t7-ID/0 is the one that is eighth."
      })
  private @Nullable String explain;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    var answer = new ReplayAnswer(console, format);
    if (emit != null) {
      return answer.emit(onlyFile(), scaleOfJob(), checked(emit));
    }
    if (scale != null) {
      throw new BadInputException("--scale is for --emit; a replay takes times as recorded");
    }
    Bounds.within("--cores", cores, MAX_CORES);
    for (int count : nodes == null ? List.<Integer>of() : nodes) {
      Bounds.within("--nodes", count, MAX_NODES);
    }
    return answer.to(
        new ReplayRequest(
            files,
            policies(),
            nodes == null ? List.of(DEFAULT_NODES) : nodes,
            new Resources((long) cores * MILLIS_PER_CORE, bytes("--memory", memory, 1)),
            bytes("--bandwidth", bandwidth, LEAST_BANDWIDTH),
            seed.seed(),
            explained()));
  }

  private @Nullable String explained() throws BadInputException {
    if (explain != null && (files.size() > 1 || (nodes != null && nodes.size() > 1))) {
      throw new BadInputException("--explain is of one FILE and one number of --nodes");
    }
    return explain;
  }

  private List<String> policies() throws BadInputException {
    var chosen = policies == null ? DEFAULT_POLICIES : policies;
    for (var policy : chosen) {
      var problem = Policies.problem(policy);
      if (problem.isPresent() && !policy.equals(WorkflowReplay.HEFT)) {
        throw new BadInputException("--policy (heft, or of job files): " + problem.get());
      }
    }
    return chosen.stream().distinct().toList();
  }

  private static long bytes(String option, String text, long least) throws BadInputException {
    var bytes = Quantity.parseBytes(text);
    if (bytes.isEmpty() || bytes.getAsLong() < least) {
      throw new BadInputException(
          "%s must be an amount such as 64Mi or 2Gi, at least %s, not `%s`"
              .formatted(option, Quantity.formatBytes(least), text));
    }
    return bytes.getAsLong();
  }

  // With --emit.

  private Path onlyFile() throws BadInputException {
    if (files.size() > 1) {
      throw new BadInputException("--emit writes one workflow; name one FILE");
    }
    return files.getFirst();
  }

  private double scaleOfJob() throws BadInputException {
    if (policies != null || nodes != null || explain != null) {
      throw new BadInputException("--emit runs nothing; leave --policy and --nodes out");
    }
    double factor = scale == null ? DEFAULT_SCALE : scale;
    if (!(factor > 0 && factor <= 1)) {
      throw new BadInputException("--scale must be above 0 and at most 1, not " + factor);
    }
    return factor;
  }

  private static Path checked(Path target) throws BadInputException {
    Bounds.writable("--emit", target);
    return target;
  }
}
