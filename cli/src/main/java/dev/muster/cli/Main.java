package dev.muster.cli;

import dev.muster.cli.bench.BenchCommand;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.CheckedOutput;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.queues.QueuesCommand;
import dev.muster.cli.run.JsonView;
import dev.muster.cli.run.NodeCommand;
import dev.muster.cli.run.RunCommand;
import dev.muster.cli.run.UpCommand;
import dev.muster.cli.sim.SimCommand;
import dev.muster.host.Exit;
import dev.muster.model.text.Nearest;
import dev.muster.sim.experiment.ExperimentFailed;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The whole program: which commands there are, and how an error becomes an exit code. */
@Command(
    name = "muster",
    description = "Runs very many short tasks beside long ones.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "  0:done",
      "  1:bad usage, a bad job file or file of queues, or no connection",
      "  2:the job failed",
      "  3:the job can never be placed",
      "  4:rejected: rights, quota or limit",
      "130:interrupted by Ctrl-C",
      "143:interrupted by SIGTERM"
    })
public final class Main {

  /** What the program logs looks like what it says: one line, and no word of where in the code. */
  private static final String LOG_LINE = "muster: %5$s%n";

  /** Every simulated run checks the core's own assertions, however the JVM was started. */
  private static final String SIMULATED = "sim";

  private static final String CORE = "dev.muster.core";

  private Main() {}

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals(SIMULATED)) {
      Main.class.getClassLoader().setPackageAssertionStatus(CORE, true);
    }
    System.setProperty("java.util.logging.SimpleFormatter.format", LOG_LINE);
    var out = new CheckedOutput(new FileOutputStream(FileDescriptor.out));
    var console = Console.ofProcess(out);
    System.setErr(console.err());
    int code = run(console, args);
    console.flush();
    int last = out.failure().map(why -> unwritten(console, why, code)).orElse(code);
    if (last == ExitCode.INTERRUPTED) {
      Exit.with(last);
    } else {
      System.exit(last);
    }
  }

  /** What was asked for was done but did not arrive: never a success. */
  private static int unwritten(Console console, String why, int code) {
    console.complain("can't write standard output: " + why);
    return code == ExitCode.DONE ? ExitCode.USAGE : code;
  }

  static int run(Console console, String... args) {
    return commandLine(console).execute(args);
  }

  static CommandLine commandLine(Console console) {
    var line =
        new CommandLine(new Main())
            .addSubcommand(new RunCommand(console))
            .addSubcommand(new UpCommand(console))
            .addSubcommand(new NodeCommand())
            .addSubcommand(QueuesCommand.with(console))
            .addSubcommand(SimCommand.with(console))
            .addSubcommand(BenchCommand.with(console))
            .addSubcommand(new VersionCommand(console))
            .addSubcommand(new CompletionCommand(console))
            .addSubcommand(new HelpCommand());
    line.getCommandSpec().version(VersionCommand.Version.ofThisBuild().toString());
    return line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((error, args) -> badUsage(console, error, args))
        .setExecutionExceptionHandler((error, command, result) -> failed(console, error, command));
  }

  private static int badUsage(Console console, ParameterException error, String[] args) {
    if (BadUsage.wantsJson(error, args)) {
      return new JsonView(console).unreadable(BadUsage.message(error));
    }
    console.complain(BadUsage.message(error));
    var command = error.getCommandLine().getCommandSpec().qualifiedName();
    console.err().println("Try `" + command + " --help`.");
    return ExitCode.USAGE;
  }

  private static int failed(Console console, Exception error, CommandLine command) {
    if (error instanceof InterruptedException) {
      return ExitCode.INTERRUPTED;
    }
    if (error instanceof BadInputException || error instanceof ExperimentFailed) {
      return refused(console, String.valueOf(error.getMessage()), FormatOption.isJson(command));
    }
    console.complain("this should not happen; please report it:");
    error.printStackTrace(console.err());
    return ExitCode.USAGE;
  }

  private static int refused(Console console, String why, boolean json) {
    if (json) {
      return new JsonView(console).unreadable(why);
    }
    console.complain(why);
    return ExitCode.USAGE;
  }

  private static final class BadUsage {

    private static final Pattern JSON =
        Pattern.compile("(^| )(-o[ =]?|--output[ =])json( |$)", Pattern.CASE_INSENSITIVE);

    private BadUsage() {}

    static String message(ParameterException error) {
      return error instanceof UnmatchedArgumentException unmatched
          ? unmatched(unmatched)
          : String.valueOf(error.getMessage());
    }

    /** What was typed was not understood, so that `-o json` is looked for among the words. */
    static boolean wantsJson(ParameterException error, String[] args) {
      var options = error.getCommandLine().getCommandSpec().optionsMap().keySet();
      var words = String.join(" ", args).replaceAll(" -- .*", "");
      return options.contains("-o") && JSON.matcher(words).find();
    }

    private static String unmatched(UnmatchedArgumentException error) {
      var typed = error.getUnmatched().getFirst();
      var spec = error.getCommandLine().getCommandSpec();
      if (typed.startsWith("-")) {
        List<String> options = new ArrayList<>(spec.optionsMap().keySet());
        return "unknown option `" + typed + "`" + hint(typed, options);
      }
      var commands = List.copyOf(spec.subcommands().keySet());
      return commands.isEmpty()
          ? "one argument too many: `" + typed + "`"
          : "unknown command `" + typed + "`" + hint(typed, commands);
    }

    private static String hint(String typed, List<String> known) {
      return Nearest.hint(typed, known).map(text -> "; " + text).orElse("");
    }
  }
}
