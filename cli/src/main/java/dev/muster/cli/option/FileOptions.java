package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.daemon.FileSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** How a node, or a cell and the nodes beside it, deal with files. */
public final class FileOptions {

  @Option(
      names = "--files",
      paramLabel = "[HOST:]PORT",
      description =
          "Where files are served to the other processes of the cell (default: any free port, "
              + "at the address under which nodes and cell reach each other).")
  private Optional<String> listen = Optional.empty();

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = CellOptions.SizeConverter.class,
      description = "How much a node keeps of files that it has fetched (default: 16Gi).")
  private long cacheBytes = MachineOptions.UNSET;

  @Option(
      names = "--keep",
      paramLabel = "DURATION",
      converter = CellOptions.RetentionConverter.class,
      description = "How long outputs stay after the end of their job, such as 12h (default: 7d).")
  private long keepNs = MachineOptions.UNSET;

  public FileChoices choices() throws BadInputException {
    if (listen.isPresent()) {
      CellAddress.toListenAt(listen.get());
    }
    return new FileChoices(listen, MachineOptions.given(cacheBytes), MachineOptions.given(keepNs));
  }

  public record FileChoices(Optional<String> listen, OptionalLong cacheBytes, OptionalLong keepNs) {

    public FileSettings settings() {
      var usual = FileSettings.STANDARD;
      return new FileSettings(
          listen.orElse(usual.listen()),
          cacheBytes.orElse(usual.cacheBytes()),
          keepNs.isPresent() ? Duration.ofNanos(keepNs.getAsLong()) : usual.keep());
    }

    public FileChoices elsewhere() {
      return new FileChoices(Optional.empty(), cacheBytes, keepNs);
    }
  }
}
