package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.model.queue.QueueTree;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The queues of a cell, where it has any. */
public final class QueuesOption {

  @Option(
      names = "--queues",
      paramLabel = "FILE",
      description =
          "The queues of the cell: who may use how much of it (docs/queues.md); without it all "
              + "jobs are equal.")
  private @Nullable String file;

  /** The queues that the user gave; empty without the option. */
  public Optional<QueueTree> tree(InputStream in) throws BadInputException {
    return file == null ? Optional.empty() : Optional.of(QueuesFile.read(file, in).tree());
  }

  /** The file, where it is one that may change. */
  public Optional<Path> path() {
    return file == null || file.equals(SourceText.STANDARD_INPUT)
        ? Optional.empty()
        : Optional.of(Path.of(file));
  }
}
