package dev.muster.cli;

import dev.muster.model.Quantity;
import dev.muster.model.file.Limits;
import dev.muster.model.file.ResourceNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What a node has, and where jobs live. */
final class MachineOptions {

  private static final long UNSET = -1;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

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
      description = "What each node has besides, such as gpu=2; may be repeated.")
  private Map<String, Long> named = new TreeMap<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:MUSTER_HOME:-${sys:user.home}/.muster}",
      description = "Where jobs and their logs are kept (default: $MUSTER_HOME or ~/.muster).")
  private Path home = Path.of(".muster");

  Path home() {
    return home.toAbsolutePath();
  }

  OptionalLong cpuMillis() {
    return given(cpuMillis);
  }

  OptionalLong memoryBytes() {
    return given(memoryBytes);
  }

  Map<String, Long> named() {
    return checked(named);
  }

  private Map<String, Long> checked(Map<String, Long> resources) {
    resources.forEach(
        (name, count) ->
            refusal(name, count)
                .ifPresent(
                    why -> {
                      throw new ParameterException(
                          command.commandLine(), "--resource " + name + "=" + count + ": " + why);
                    }));
    return resources;
  }

  private static Optional<String> refusal(String name, long count) {
    if (name.equals("cpu") || name.equals("memory")) {
      return Optional.of("use --" + name + " for that");
    }
    if (count < 0 || count > Limits.MAX_NAMED_RESOURCE) {
      return Optional.of(
          "the count must be from 0 to " + Quantity.formatCount(Limits.MAX_NAMED_RESOURCE));
    }
    return ResourceNames.refusal(name).map(why -> "`" + name + "` " + why);
  }

  private static OptionalLong given(long value) {
    return value == UNSET ? OptionalLong.empty() : OptionalLong.of(value);
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

  static long positive(OptionalLong amount, String expected) {
    if (amount.isEmpty() || amount.getAsLong() <= 0) {
      throw new TypeConversionException("must be " + expected);
    }
    return amount.getAsLong();
  }
}
