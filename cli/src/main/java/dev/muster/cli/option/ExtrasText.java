package dev.muster.cli.option;

import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.text.Quantity;
import java.util.OptionalLong;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What sampling does beyond the paper, as {@code --sampled} says it. */
final class ExtrasText {

  /** Of one node; more would bind tasks to it long before it can run them. */
  private static final int MAX_ASK_AHEAD = 100;

  private static final OptionalLong NONE = OptionalLong.empty();
  private static final String KNOWN = "plain, sticky, avoid=1s and ask-ahead=1";

  private ExtrasText() {}

  static SampledOptions parse(String text) {
    var extras = SampledOptions.PLAIN;
    for (var word : text.split(",", -1)) {
      int split = word.indexOf('=');
      var name = split < 0 ? word : word.substring(0, split);
      var value = split < 0 ? "" : word.substring(split + 1);
      extras = with(extras, name, value);
    }
    return extras;
  }

  private static SampledOptions with(SampledOptions extras, String name, String value) {
    return switch (name) {
      case "plain" -> extras;
      case "sticky" -> extras.withSticky();
      case "avoid" -> extras.withAvoid(durationNs(name, value));
      case "ask-ahead" -> extras.withAskAhead(count(value));
      default -> throw new TypeConversionException("known are " + KNOWN + ", not `" + name + "`");
    };
  }

  private static long durationNs(String name, String value) {
    return MachineOptions.positive(
        Quantity.parseDurationNs(value), name + "= and a duration such as 1s, not `" + value + "`");
  }

  private static int count(String value) {
    var count = value.matches("\\d{1,9}") ? OptionalLong.of(Long.parseLong(value)) : NONE;
    var expected = "ask-ahead= and a number from 1 to " + MAX_ASK_AHEAD + ", not `" + value + "`";
    long given = MachineOptions.positive(count, expected);
    if (given > MAX_ASK_AHEAD) {
      throw new TypeConversionException("must be " + expected);
    }
    return (int) given;
  }

  /**
   * Checks {@code --sampled} while the command line is read. The text stays a text until a cell is
   * made of it: commands without a cell load nothing of one.
   */
  static final class ExtrasConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      var _ = parse(text);
      return text;
    }
  }
}
