package dev.muster.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The arguments of a command: which program they mean, and why it did not start where it did not.
 */
record Command(
    List<String> arguments,
    Path directory,
    Map<String, String> environment,
    ProgramCache programs) {
  private static final String DEFAULT_PATH = "/bin:/usr/bin";

  /** The file to execute, looked up along the {@code PATH} that the task itself has. */
  String program() throws ProcessStart.StartFailure {
    if (arguments.isEmpty()) {
      throw ProcessStart.StartFailure.ofTask("there is no command");
    }
    if (hasSlash()) {
      return name();
    }
    var known = programs.recall(path(), name());
    return known.isPresent() ? known.get().toString() : found().toString();
  }

  private Path found() throws ProcessStart.StartFailure {
    var program = alongPath().filter(Files::isExecutable).orElseThrow(this::notFound);
    if (places().allMatch(place -> place.startsWith("/"))) {
      programs.remember(path(), name(), program);
    }
    return program;
  }

  private String path() {
    return environment.getOrDefault(Environment.PATH, DEFAULT_PATH);
  }

  private Stream<String> places() {
    return Arrays.stream(path().split(File.pathSeparator));
  }

  /** Looked for only after a start has failed: a start that works costs nothing more. */
  ProcessStart.StartFailure explain(IOException failure) {
    if (!Files.isDirectory(directory)) {
      var problem = Files.exists(directory) ? "not a directory: " : "no such directory: ";
      return ProcessStart.StartFailure.ofTask(problem + directory);
    }
    if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
      return ProcessStart.StartFailure.ofTask("permission denied: " + directory);
    }
    var program = hasSlash() ? Optional.of(directory.resolve(name())) : alongPath();
    if (program.isEmpty() || !Files.exists(program.get())) {
      return notFound();
    }
    if (Files.isDirectory(program.get()) || !Files.isExecutable(program.get())) {
      return ProcessStart.StartFailure.ofTask("command is not executable: " + name());
    }
    return ProcessStart.StartFailure.of("cannot run " + name(), failure);
  }

  private ProcessStart.StartFailure notFound() {
    return ProcessStart.StartFailure.ofTask("command not found: " + name());
  }

  /** The first file of that name, an executable one where there is one. */
  private Optional<Path> alongPath() {
    Optional<Path> first = Optional.empty();
    for (var place : places().toList()) {
      var candidate = directory.resolve(place).resolve(name());
      if (Files.isRegularFile(candidate)) {
        if (Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
        first = first.isPresent() ? first : Optional.of(candidate);
      }
    }
    return first;
  }

  private boolean hasSlash() {
    return name().indexOf('/') >= 0;
  }

  private String name() {
    return arguments.getFirst();
  }

  /**
   * Where commands were found a moment ago: most tasks run the same few. A program that is gone is
   * looked for again; one that has come to an earlier place is found a moment later.
   */
  static final class ProgramCache {
    private static final Duration TRUST = Duration.ofSeconds(1);

    /** With more than this all are forgotten. */
    private static final int LIMIT = 1_000;

    private record ProgramName(String path, String name) {}

    private record FoundProgram(Path program, long untilTick) {}

    private final Map<ProgramName, FoundProgram> finds = new ConcurrentHashMap<>();

    Optional<Path> recall(String path, String name) {
      return Optional.ofNullable(finds.get(new ProgramName(path, name)))
          .filter(found -> System.nanoTime() - found.untilTick < 0)
          .map(FoundProgram::program)
          .filter(Files::isExecutable);
    }

    void remember(String path, String name, Path program) {
      if (finds.size() >= LIMIT) {
        finds.clear();
      }
      finds.put(
          new ProgramName(path, name),
          new FoundProgram(program, System.nanoTime() + TRUST.toNanos()));
    }
  }
}
