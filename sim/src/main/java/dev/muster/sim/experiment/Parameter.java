package dev.muster.sim.experiment;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Something about an experiment that can be set. */
public record Parameter(String name, String defaultValue, Kind kind, String meaning) {

  /** Which values there can be. */
  public sealed interface Kind {

    boolean takes(String value);

    /** As in: it must be {@code a number from 0 to 1}. */
    String expected();
  }

  /** A number, with the smallest and the largest that make sense. */
  public record Decimal(double least, double most) implements Kind {

    @Override
    public boolean takes(String value) {
      try {
        double number = Double.parseDouble(value);
        return number >= least && number <= most;
      } catch (NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String expected() {
      return "a number from %s to %s".formatted(plain(least), plain(most));
    }
  }

  /** A whole number, which may be written as {@code 1e6}. */
  public record Whole(long least, long most) implements Kind {

    static long of(String value) {
      return new BigDecimal(value).longValueExact();
    }

    @Override
    public boolean takes(String value) {
      try {
        long number = of(value);
        return number >= least && number <= most;
      } catch (ArithmeticException | NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String expected() {
      return "a whole number from %d to %d".formatted(least, most);
    }
  }

  /** One or more numbers with colons between them, as in {@code 0.5:0.8:0.95}. */
  public record Decimals(double least, double most) implements Kind {

    static List<Double> of(String values) {
      return Arrays.stream(values.split(":", -1)).map(Double::valueOf).toList();
    }

    @Override
    public boolean takes(String values) {
      var each = new Decimal(least, most);
      return Arrays.stream(values.split(":", -1)).allMatch(each::takes);
    }

    @Override
    public String expected() {
      return "one or more numbers from %s to %s with colons between them"
          .formatted(plain(least), plain(most));
    }
  }

  /** The name of a file that can be read. */
  public record FileName() implements Kind {

    @Override
    public boolean takes(String value) {
      return Files.isReadable(Path.of(value));
    }

    @Override
    public String expected() {
      return "the name of a file that can be read";
    }
  }

  /** One of some words. */
  public record Choice(List<String> words) implements Kind {

    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public boolean takes(String value) {
      return words.contains(value);
    }

    @Override
    public String expected() {
      return "one of " + String.join(", ", words);
    }
  }

  private static final long MAX_SEED = 1_000_000_000_000_000L;

  public static Parameter number(
      String name, double defaultValue, double least, double most, String meaning) {
    return new Parameter(name, plain(defaultValue), new Decimal(least, most), meaning);
  }

  public static Parameter whole(
      String name, long defaultValue, long least, long most, String meaning) {
    return new Parameter(name, Long.toString(defaultValue), new Whole(least, most), meaning);
  }

  public static Parameter numbers(
      String name, double[] defaults, double least, double most, String meaning) {
    var values =
        DoubleStream.of(defaults).mapToObj(Parameter::plain).collect(Collectors.joining(":"));
    return new Parameter(name, values, new Decimals(least, most), meaning);
  }

  /** What every experiment has. */
  public static Parameter seed() {
    return whole("seed", 1, 0, MAX_SEED, "the source of all chance");
  }

  /** One that has no default. */
  public static Parameter file(String name, String meaning) {
    return new Parameter(name, "", new FileName(), meaning);
  }

  public static Parameter choice(
      String name, String defaultValue, List<String> words, String meaning) {
    return new Parameter(name, defaultValue, new Choice(words), meaning);
  }

  public static String plain(double value) {
    return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
  }
}
