package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Bar;
import dev.muster.cli.console.Console;
import dev.muster.cli.explain.ExplainOption;
import dev.muster.cli.option.CellOptions;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.option.QueuesOption;
import dev.muster.cli.option.SourceText;
import dev.muster.model.JobSpec;
import dev.muster.model.file.Parsed;
import dev.muster.model.file.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs a job and waits for its end, on a cell inside this process.",
      "The standard output of the last stages becomes that of this command."
    },
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The job file, or - for standard input.")
  private Path file = Path.of(SourceText.STANDARD_INPUT);

  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = {"-q", "--quiet"},
      description = "Shows no progress and no summary, only output and errors.")
  private boolean quiet;

  @Mixin private ExplainOption explain = new ExplainOption();

  @Mixin private QueuesOption queues = new QueuesOption();

  @Mixin private CellOptions cell = new CellOptions();

  private final Console console;

  public RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    RunView view = format.isJson() ? new JsonView(console) : new TextView(console, quiet);
    try {
      var source = JobSource.read(file.toString(), console.in());
      return switch (source.parse()) {
        case Parsed.Invalid(List<Problem> problems) -> view.invalid(source.label(), problems);
        case Parsed.Valid(JobSpec job) ->
            new JobRun(cell.choices(), queues, console, view, explanations(job))
                .run(NeededFiles.check(source.label(), job), () -> progress(job));
      };
    } catch (BadInputException e) {
      return view.unreadable(e.why());
    }
  }

  /** For programs they are part of the answer. */
  private @Nullable RunExplanations explanations(JobSpec job) throws BadInputException {
    return explain.isGiven()
        ? new RunExplanations(job, explain.tasks(job), format.isJson() ? _ -> {} : this::print)
        : null;
  }

  /** In one piece; a bar on the terminal draws itself again below. */
  private void print(List<String> lines) {
    if (console.errIsTerminal().getAsBoolean()) {
      console.screen().print(Bar.CLEAR_LINE);
    }
    console.err().println(String.join(System.lineSeparator(), lines));
  }

  /** Lines only for people: a program that asked for JSON would have to wade through them. */
  private ProgressDisplay progress(JobSpec job) {
    if (quiet) {
      return ProgressDisplay.none();
    }
    if (console.errIsTerminal().getAsBoolean()) {
      return ProgressDisplay.bar(console.screen(), job);
    }
    return format.isJson() ? ProgressDisplay.none() : new LineProgress(console.err(), job);
  }
}
