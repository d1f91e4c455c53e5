package dev.muster.host.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The words of a command: which program they mean, and why it did not start where it did not. */
record Command(
    List<String> words, Path directory, Map<String, String> environment, Programs programs) {

  private static final String DEFAULT_PATH = "/bin:/usr/bin";

  /** The file to execute, looked up along the {@code PATH} that the task itself has. */
  String program() throws CannotStart {
    if (words.isEmpty()) {
      throw new CannotStart("there is no command");
    }
    if (hasSlash()) {
      return name();
    }
    var known = programs.recall(path(), name());
    return known.isPresent() ? known.get().toString() : found().toString();
  }

  private Path found() throws CannotStart {
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
  CannotStart explain(IOException failure) {
    if (!Files.isDirectory(directory)) {
      var problem = Files.exists(directory) ? "not a directory: " : "no such directory: ";
      return new CannotStart(problem + directory);
    }
    if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
      return new CannotStart("permission denied: " + directory);
    }
    var program = hasSlash() ? Optional.of(directory.resolve(name())) : alongPath();
    if (program.isEmpty() || !Files.exists(program.get())) {
      return notFound();
    }
    if (Files.isDirectory(program.get()) || !Files.isExecutable(program.get())) {
      return new CannotStart("command is not executable: " + name());
    }
    return new CannotStart("cannot run " + name(), failure);
  }

  private CannotStart notFound() {
    return new CannotStart("command not found: " + name());
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
    return words.getFirst();
  }
}
