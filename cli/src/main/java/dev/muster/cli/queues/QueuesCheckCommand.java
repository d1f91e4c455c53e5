package dev.muster.cli.queues;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.option.MachineOptions.CpuConverter;
import dev.muster.cli.option.MachineOptions.MemoryConverter;
import dev.muster.cli.option.MachineOptions.ResourceConsumer;
import dev.muster.cli.option.QueuesFile;
import dev.muster.cli.option.SourceText;
import dev.muster.model.file.Problem;
import dev.muster.model.file.queue.ParsedQueues.InvalidQueues;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueChange;
import dev.muster.model.queue.QueueChanges;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Says whether a file of queues is valid and what it guarantees in all; with --against "
          + "also who would lose and who would gain.",
      "Changes nothing. Problems give exit code 1, warnings do not."
    },
    mixinStandardHelpOptions = true)
final class QueuesCheckCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The file of queues, or - for standard input.")
  private String file = SourceText.STANDARD_INPUT;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "The queues that are there now, to say what would change.")
  private @Nullable String against;

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      converter = CpuConverter.class,
      description = "The cores of the whole cell, to compare fixed amounts with.")
  private @Nullable Long cpuMillis;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = MemoryConverter.class,
      description = "The memory of the whole cell, such as 2Ti.")
  private @Nullable Long memoryBytes;

  @Option(
      names = "--resource",
      paramLabel = "NAME=COUNT",
      parameterConsumer = ResourceConsumer.class,
      description = "Other resources of the whole cell, such as gpu=16; may be repeated.")
  private Map<String, Long> named = new TreeMap<>();

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  QueuesCheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    if (file.equals(SourceText.STANDARD_INPUT) && file.equals(against)) {
      throw new BadInputException("only one of FILE and --against can be standard input");
    }
    var queues = QueuesFile.read(file, console.in());
    return switch (queues.parsed()) {
      case InvalidQueues(List<Problem> problems) -> invalid(queues, problems);
      case ValidQueues valid -> valid(queues, valid);
    };
  }

  private int invalid(QueuesFile queues, List<Problem> problems) {
    if (format.isJson()) {
      Json.print(console, CheckJson.invalid(queues.label(), problems));
    } else {
      queues.lines(problems).forEach(console.err()::println);
    }
    return ExitCode.USAGE;
  }

  private int valid(QueuesFile queues, ValidQueues valid) throws BadInputException {
    var cell = cell();
    Optional<List<QueueChange>> changes = Optional.empty();
    if (against != null) {
      var now = QueuesFile.read(against, console.in()).tree();
      changes = Optional.of(QueueChanges.between(now, valid.tree(), cell));
    }
    var answer = QueuesAnswer.of(queues.label(), valid, cell, changes);
    if (format.isJson()) {
      Json.print(console, CheckJson.of(answer));
    } else {
      var text = new CheckText(answer);
      text.complaints().forEach(console.err()::println);
      text.lines().forEach(console.out()::println);
    }
    return answer.problems().isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
  }

  /** What is known of the cell. */
  private Map<String, Long> cell() {
    var cell = new TreeMap<>(named);
    if (cpuMillis != null) {
      cell.put(Portion.CPU, cpuMillis);
    }
    if (memoryBytes != null) {
      cell.put(Portion.MEMORY, memoryBytes);
    }
    return cell;
  }
}
