package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.sim.ReplayView.ReplayPoint;
import dev.muster.model.Resources;
import dev.muster.model.text.Quantity;
import dev.muster.sim.replay.EmittedJob;
import dev.muster.sim.replay.ReplayCell;
import dev.muster.workload.workflow.UnreadableWorkflow;
import dev.muster.workload.workflow.WfFormat;
import dev.muster.workload.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** Runs workflows, or writes one as a job, and shows what came of it. */
final class ReplayAnswer {

  /**
   * @param each what one node has
   * @param explain the task to explain, of the only file and number of nodes; null for none
   */
  record ReplayRequest(
      List<Path> files,
      List<String> policies,
      List<Integer> nodes,
      Resources each,
      long bytesPerSecond,
      long seed,
      @Nullable String explain) {

    List<ReplayCell> cells() {
      return nodes.stream()
          .map(count -> new ReplayCell(seed, count, each, bytesPerSecond))
          .toList();
    }
  }

  /**
   * @param job the job file
   */
  private record EmittedFile(String job, int tasks, double scale) {

    @Override
    public String toString() {
      return "%s has %s tasks; run them by `./muster run %s`"
          .formatted(job, Quantity.formatCount(tasks), job);
    }
  }

  private final Console console;
  private final FormatOption format;

  ReplayAnswer(Console console, FormatOption format) {
    this.console = console;
    this.format = format;
  }

  /** The exit code. */
  int to(ReplayRequest request) throws BadInputException {
    List<ReplayPoint> points = new ArrayList<>();
    for (var file : request.files) {
      var workflow = read(file);
      request.cells().forEach(cell -> points.add(new ReplayPoint(label(file), workflow, cell)));
    }
    var reasons = ReplayReasons.of(request, points.getFirst());
    var view =
        ExperimentRun.showing(
            console, "replay", progress -> run(points, request.policies, progress));
    return format.print(console, reasons.json(view), reasons.lines(view));
  }

  private static Workflow read(Path file) throws BadInputException {
    try {
      return WfFormat.read(file);
    } catch (UnreadableWorkflow e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  /** The file without its directory and endings: many workflows have the same name. */
  private static String label(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("(\\.json)?(\\.gz)?$", "");
  }

  /** On all cores; each point is a cell of its own. */
  private static ReplayView run(
      List<ReplayPoint> points, List<String> policies, DoubleConsumer progress) {
    var done = new AtomicInteger();
    var rows =
        points.parallelStream()
            .map(
                point -> {
                  var row = point.run(policies);
                  synchronized (done) {
                    progress.accept((double) done.incrementAndGet() / points.size());
                  }
                  return row;
                })
            .toList();
    return new ReplayView(policies, rows);
  }

  /** The exit code. */
  int emit(Path file, double scale, Path target) throws BadInputException {
    var workflow = read(file);
    try {
      Files.writeString(target, EmittedJob.text(workflow, scale));
    } catch (IOException e) {
      throw new BadInputException("--emit: can't write %s: %s".formatted(target, e.getMessage()));
    }
    var answer = new EmittedFile(target.toString(), workflow.tasks().size(), scale);
    return format.print(console, answer, List.of(answer.toString()));
  }
}
