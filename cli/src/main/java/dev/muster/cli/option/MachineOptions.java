package dev.muster.cli.option;

import dev.muster.model.file.JobLimits;
import dev.muster.model.file.Names;
import dev.muster.model.rule.JobRules;
import dev.muster.model.text.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Stack;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What a node has, and where jobs live. */
public final class MachineOptions {

  static final long UNSET = -1;

  private static final String RUN_AS = "MUSTER_RUN_AS";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      converter = CpuConverter.class,
      description = "The cores of each node, such as 2 or 0.5 (default: a share of this machine).")
  private long cpuMillis = UNSET;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = MemoryConverter.class,
      description = "The memory of each node, such as 2Gi (default: a share of this machine).")
  private long memoryBytes = UNSET;

  @Option(
      names = "--resource",
      paramLabel = "NAME=COUNT",
      parameterConsumer = ResourceConsumer.class,
      description = "Other resources of each node, such as gpu=2; may be repeated.")
  private Map<String, Long> named = new TreeMap<>();

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      parameterConsumer = AttributeConsumer.class,
      description = "An attribute of each node that jobs can require: disk=ssd; may be repeated.")
  private Map<String, String> attributes = new TreeMap<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Where jobs and their logs are kept (default: $MUSTER_HOME or ~/.muster).")
  private Optional<String> home = Optional.empty();

  @Option(
      names = "--run-as",
      paramLabel = "USER",
      description =
          "Whose rights tasks have, where Muster runs as root (default: $MUSTER_RUN_AS or "
              + "Muster's own).")
  private Optional<String> runAs = Optional.empty();

  public Path home() {
    if (home.isPresent() && home.get().isBlank()) {
      throw new ParameterException(
          command.commandLine(), "--home is empty: name a directory, or leave it out");
    }
    return KernelPath.of(home.map(Path::of).orElseGet(() -> standardHome(System.getenv())));
  }

  /** A variable that is set to nothing counts as not set. */
  static Path standardHome(Map<String, String> environment) {
    var chosen = environment.getOrDefault("MUSTER_HOME", "");
    if (!chosen.isBlank()) {
      return Path.of(chosen);
    }
    var ofUser = environment.getOrDefault("HOME", "");
    return Path.of(ofUser.isBlank() ? System.getProperty("user.home") : ofUser, ".muster");
  }

  /** Whose rights tasks have; empty for those of this process. */
  public String user() {
    var user = runAs.or(() -> Optional.ofNullable(System.getenv(RUN_AS)));
    if (user.isPresent() && user.get().isBlank()) {
      throw new ParameterException(
          command.commandLine(),
          "--run-as (or %s) is empty: name a user, or leave it out to run tasks as yourself"
              .formatted(RUN_AS));
    }
    return user.orElse("");
  }

  public OptionalLong cpuMillis() {
    return given(cpuMillis);
  }

  public OptionalLong memoryBytes() {
    return given(memoryBytes);
  }

  public Map<String, Long> named() {
    return named;
  }

  public Map<String, String> attributes() {
    if (attributes.size() > JobRules.MAX_ATTRIBUTES) {
      throw new ParameterException(
          command.commandLine(),
          "a node has at most "
              + JobRules.MAX_ATTRIBUTES
              + " attributes: give --attribute less often");
    }
    return attributes;
  }

  static OptionalLong given(long value) {
    return value == UNSET ? OptionalLong.empty() : OptionalLong.of(value);
  }

  public static final class CpuConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseCpuMillis(text), "a number of cores such as 2 or 0.5, not `" + text + "`");
    }
  }

  public static final class MemoryConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return positive(
          Quantity.parseBytes(text), "an amount of memory such as 64Mi or 2Gi, not `" + text + "`");
    }
  }

  public static final class ResourceConsumer extends PairOption<Long> {
    ResourceConsumer() {
      super("gpu=2", MachineOptions::resource, MachineOptions::count);
    }
  }

  public static final class AttributeConsumer extends PairOption<String> {
    AttributeConsumer() {
      super(
          "disk=ssd",
          name -> accepted(name, Names.attributeProblem(name)),
          value -> accepted(value, Names.valueProblem(value)));
    }
  }

  private static String resource(String name) {
    if (name.equals("cpu") || name.equals("memory")) {
      throw new TypeConversionException("use --" + name + " for that");
    }
    return accepted(name, Names.resourceProblem(name));
  }

  private static String accepted(String text, Optional<String> refusal) {
    if (refusal.isPresent()) {
      throw new TypeConversionException("`" + text + "` " + refusal.get());
    }
    return text;
  }

  private static long count(String text) {
    if (text.matches("\\d{1,10}") && Long.parseLong(text) <= JobLimits.MAX_NAMED_RESOURCE) {
      return Long.parseLong(text);
    }
    throw new TypeConversionException(
        "the count must be from 0 to %s, not `%s`"
            .formatted(Quantity.formatCount(JobLimits.MAX_NAMED_RESOURCE), text));
  }

  public static long positive(OptionalLong amount, String expected) {
    if (amount.isEmpty() || amount.getAsLong() <= 0) {
      throw new TypeConversionException("must be " + expected);
    }
    return amount.getAsLong();
  }

  /** Takes NAME=SOMETHING into a map, each name once: picocli would let the last one win. */
  abstract static class PairOption<V> implements IParameterConsumer {

    private final String example;
    private final Function<String, String> name;
    private final Function<String, V> value;

    /**
     * @param name checks a name, and value what is said of it; both throw TypeConversionException
     */
    PairOption(String example, Function<String, String> name, Function<String, V> value) {
      this.example = example;
      this.name = name;
      this.value = value;
    }

    @Override
    public void consumeParameters(Stack<String> words, ArgSpec argument, CommandSpec command) {
      var option = ((OptionSpec) argument).longestName();
      try {
        Map<String, V> pairs = argument.getValue();
        put(words.isEmpty() ? "" : words.pop(), argument.paramLabel(), pairs);
      } catch (TypeConversionException refused) {
        throw new ParameterException(
            command.commandLine(), "'" + option + "': " + refused.getMessage());
      }
    }

    private void put(String text, String label, Map<String, V> pairs) {
      int split = text.indexOf('=');
      if (split < 0) {
        throw new TypeConversionException(
            "must be %s, such as %s, not `%s`".formatted(label, example, text));
      }
      var key = name.apply(text.substring(0, split));
      if (pairs.putIfAbsent(key, value.apply(text.substring(split + 1))) != null) {
        throw new TypeConversionException("`" + key + "` is given twice: keep one of them");
      }
    }
  }
}
