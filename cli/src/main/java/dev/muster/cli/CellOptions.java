package dev.muster.cli;

import dev.muster.model.Quantity;
import dev.muster.model.file.Limits;
import dev.muster.model.file.ResourceNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How large the cell inside this process is, and where its jobs live. */
final class CellOptions {

  /** Nodes of one process share its machine: each costs threads and control groups of its own. */
  static final int MAX_NODES = 64;

  private static final long UNSET = -1;
  private static final String RUN_AS = "MUSTER_RUN_AS";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "${env:MUSTER_NODES:-1}",
      converter = Nodes.class,
      description = {
        "How many nodes the cell has (default: $MUSTER_NODES or 1).",
        "Each has 1/N of this machine. A task that does not say what it needs takes 1 cpu,",
        "so it runs only where N is at most the number of cpus."
      })
  private int nodes = 1;

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      converter = Cpu.class,
      description = "What each node has, such as 2 or 0.5 (default: its share of this machine).")
  private long cpuMillis = UNSET;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Memory.class,
      description = "What each node has, such as 2Gi (default: its share of this machine).")
  private long memoryBytes = UNSET;

  @Option(
      names = "--resource",
      paramLabel = "NAME=COUNT",
      converter = {Resource.class, Count.class},
      description = "What each node has besides, such as gpu=2; may be repeated.")
  private Map<String, Long> named = new TreeMap<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:MUSTER_HOME:-${sys:user.home}/.muster}",
      description = "Where jobs and their logs are kept (default: $MUSTER_HOME or ~/.muster).")
  private Path home = Path.of(".muster");

  @Option(
      names = "--run-as",
      paramLabel = "USER",
      description = {
        "Whose rights tasks have, where Muster runs as root",
        "(default: $MUSTER_RUN_AS or Muster's own)."
      })
  private @Nullable String runAs;

  @Option(
      names = "--output-limit",
      paramLabel = "SIZE",
      converter = Disk.class,
      description = "How much a task may put on the disk (default: 16Gi).")
  private long outputBytes = UNSET;

  @Option(
      names = "--keep",
      paramLabel = "DURATION",
      converter = Life.class,
      description = "How long outputs stay after the end of their job, such as 12h (default: 7d).")
  private long keepNs = UNSET;

  /** What was chosen; where nothing was, the machine decides. */
  CellChoice choice() {
    return new CellChoice(
        nodes,
        given(cpuMillis),
        given(memoryBytes),
        named,
        home.toAbsolutePath(),
        user(),
        given(outputBytes),
        given(keepNs));
  }

  /** Whose rights tasks shall have; nothing for our own. */
  private Optional<String> user() {
    var user = Optional.ofNullable(runAs).or(() -> Optional.ofNullable(System.getenv(RUN_AS)));
    if (user.isPresent() && user.get().isBlank()) {
      throw new ParameterException(
          command.commandLine(),
          "--run-as (or %s) is empty: name a user, or leave it out to run tasks as yourself"
              .formatted(RUN_AS));
    }
    return user;
  }

  private static OptionalLong given(long value) {
    return value == UNSET ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Parses {@code --nodes}. */
  static final class Nodes implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (text.matches("\\d{1,9}")) {
        int count = Integer.parseInt(text);
        if (count >= 1 && count <= MAX_NODES) {
          return count;
        }
      }
      throw new TypeConversionException("must be from 1 to " + MAX_NODES + ", not `" + text + "`");
    }
  }

  /** Parses {@code --cpu}. */
  static final class Cpu implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseCpuMillis(text), "a number of cores such as 2 or 0.5, not `" + text + "`");
    }
  }

  /** Parses {@code --memory}. */
  static final class Memory implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseBytes(text), "an amount of memory such as 64Mi or 2Gi, not `" + text + "`");
    }
  }

  /** Parses the name in {@code --resource}. */
  static final class Resource implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.equals("cpu") || text.equals("memory")) {
        throw new TypeConversionException("use --" + text + " for that");
      }
      var refusal = ResourceNames.refusal(text);
      if (refusal.isPresent()) {
        throw new TypeConversionException("`" + text + "` " + refusal.get());
      }
      return text;
    }
  }

  /** Parses the count in {@code --resource}. */
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (text.matches("\\d{1,10}") && Long.parseLong(text) <= Limits.MAX_NAMED_RESOURCE) {
        return Long.parseLong(text);
      }
      throw new TypeConversionException(
          "the count must be from 0 to %s, not `%s`"
              .formatted(Quantity.formatCount(Limits.MAX_NAMED_RESOURCE), text));
    }
  }

  /** Parses {@code --output-limit}. */
  static final class Disk implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseBytes(text), "an amount such as 64Mi or 2Gi, not `" + text + "`");
    }
  }

  /** Parses {@code --keep}. */
  static final class Life implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseDurationNs(text), "a duration such as 30m, 12h or 7d, not `" + text + "`");
    }
  }

  private static long positive(OptionalLong amount, String expected) {
    if (amount.isEmpty() || amount.getAsLong() <= 0) {
      throw new TypeConversionException("must be " + expected);
    }
    return amount.getAsLong();
  }
}
