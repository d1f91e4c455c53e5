package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds out before anything starts whether the files are there that a job wants. */
final class NeededFiles {

  /** So many of them are named; most often the others are missing for the same reason. */
  static final int MAX_NAMED = 5;

  private NeededFiles() {}

  static JobSpec check(String label, JobSpec job) throws BadInputException {
    var problems = new ArrayList<String>();
    for (var stage : job.stages()) {
      problems.addAll(problems(Path.of(job.home()), stage));
    }
    if (!problems.isEmpty()) {
      throw new BadInputException(label + ": " + text(problems));
    }
    return job;
  }

  private static String text(List<String> problems) {
    int more = problems.size() - MAX_NAMED;
    var named = String.join("; ", problems.subList(0, Math.min(MAX_NAMED, problems.size())));
    return more > 0 ? named + "; and %d more".formatted(more) : named;
  }

  private static List<String> problems(Path home, StageSpec stage) {
    return stage.files().names().stream()
        .map(name -> new Needed(name, home.resolve(name)))
        .filter(file -> !Files.isReadable(file.path()) || file.isNoDirectory())
        .map(
            file ->
                "`%s` of `files` in stage `%s`: ".formatted(file.name(), stage.name())
                    + file.problem())
        .toList();
  }

  private record Needed(String name, Path path) {

    boolean isNoDirectory() {
      return name.endsWith("/") && !Files.isDirectory(path);
    }

    String problem() {
      if (!Files.exists(path)) {
        return "no such file or directory: " + path;
      }
      return Files.isReadable(path) ? "not a directory: " + path : "permission denied: " + path;
    }
  }
}
