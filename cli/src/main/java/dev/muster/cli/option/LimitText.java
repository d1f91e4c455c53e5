package dev.muster.cli.option;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.model.Resources;
import dev.muster.model.file.Names;
import dev.muster.model.text.Nearest;
import dev.muster.model.text.Quantity;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What one scheduler may hold, as {@code --limit} says it. */
final class LimitText {

  private static final String SCHEDULER = "scheduler";
  private static final List<String> FIELDS = List.of("claims", "cpu", "memory", "jobs");
  private static final String NAMED = "resource.";
  private static final String KNOWN =
      "known are scheduler, claims, cpu, memory, jobs and resource.NAME";

  private LimitText() {}

  static LimitsSet parse(String text) {
    var fields = fields(text);
    var scheduler = fields.remove(SCHEDULER);
    if (scheduler == null) {
      throw new TypeConversionException(
          "scheduler is missing: say whose limit it is, as in scheduler=0");
    }
    if (fields.isEmpty()) {
      throw new TypeConversionException("nothing is limited: add a field, such as claims=1000");
    }
    var limits = OwnerLimits.NONE;
    for (var field : fields.entrySet()) {
      limits = with(limits, field.getKey(), field.getValue());
    }
    return new LimitsSet(index(scheduler), limits);
  }

  private static Map<String, String> fields(String text) {
    var fields = new TreeMap<String, String>();
    for (var word : text.split(",", -1)) {
      int split = word.indexOf('=');
      if (split < 0) {
        throw new TypeConversionException(
            "must be FIELD=MOST, such as claims=1000, not `" + word + "`");
      }
      if (fields.put(word.substring(0, split), word.substring(split + 1)) != null) {
        throw new TypeConversionException(
            "`" + word.substring(0, split) + "` is given twice: keep one of them");
      }
    }
    return fields;
  }

  private static OwnerLimits with(OwnerLimits limits, String field, String value) {
    var most = limits.resources();
    return switch (field) {
      case "claims" -> limits.withClaims(count(field, value));
      case "jobs" -> limits.withJobs((int) count(field, value));
      case "cpu" ->
          limits.withResources(new Resources(cpuMillis(value), most.memoryBytes(), most.named()));
      case "memory" ->
          limits.withResources(new Resources(most.cpuMillis(), memoryBytes(value), most.named()));
      default -> limits.withResources(most.with(name(field), count(field, value)));
    };
  }

  private static long cpuMillis(String value) {
    return MachineOptions.positive(
        Quantity.parseCpuMillis(value), "cpu= and cores such as 64 or 0.5, not `" + value + "`");
  }

  private static long memoryBytes(String value) {
    return MachineOptions.positive(
        Quantity.parseBytes(value),
        "memory= and an amount such as 64Mi or 2Gi, not `" + value + "`");
  }

  private static String name(String field) {
    if (!field.startsWith(NAMED)) {
      var hint = Nearest.hint(field, FIELDS).map(text -> "; " + text).orElse("");
      throw new TypeConversionException("unknown field `" + field + "`: " + KNOWN + hint);
    }
    var name = field.substring(NAMED.length());
    Names.resourceProblem(name)
        .ifPresent(
            why -> {
              throw new TypeConversionException("`" + name + "` " + why);
            });
    return name;
  }

  private static long count(String field, String value) {
    return MachineOptions.positive(
        whole(value), field + "= and a number from 1 to 999,999,999, not `" + value + "`");
  }

  private static int index(String value) {
    var found = whole(value);
    if (found.isEmpty()) {
      throw new TypeConversionException(
          "must be scheduler= and its number, from 0, not `" + value + "`");
    }
    return (int) found.getAsLong();
  }

  private static OptionalLong whole(String value) {
    return value.matches("\\d{1,9}")
        ? OptionalLong.of(Long.parseLong(value))
        : OptionalLong.empty();
  }

  /**
   * Checks {@code --limit} while the command line is read. The text stays a text until a cell is
   * made of it: commands without a cell load nothing of one.
   */
  static final class LimitConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      var _ = parse(text);
      return text;
    }
  }
}
