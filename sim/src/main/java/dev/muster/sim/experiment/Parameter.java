package dev.muster.sim.experiment;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Something about an experiment that can be set. */
public record Parameter(String name, String defaultValue, Domain domain, String meaning) {

  private static final Pattern RANGE =
      Pattern.compile("(?<whole>whole )?(?<least>[\\d.]+) to (?<most>[\\d.]+)(?<each> each)?");

  private static final String OR_FILE = " or file";
  private static final String SOME_OF = "some of ";

  /** Which values there can be. */
  public sealed interface Domain {

    boolean takes(String value);

    /** As in: it must be {@code a number from 0 to 1}. */
    String expected();

    /**
     * As in {@code 0 to 1}, {@code 0 to 1 each}, {@code whole 1 to 9}, {@code file}, {@code whole 1
     * to 9 or file}, {@code folder}, words, or {@code some of} words.
     */
    static Domain of(String text) {
      if (text.startsWith(SOME_OF)) {
        return new Subset(List.of(text.substring(SOME_OF.length()).split(", ")));
      }
      if (text.endsWith(OR_FILE)) {
        return new OrFile(of(text.substring(0, text.length() - OR_FILE.length())));
      }
      var range = RANGE.matcher(text);
      if (!range.matches()) {
        return switch (text) {
          case "file" -> new FileName();
          case "folder" -> new FolderName();
          default -> new Choice(List.of(text.split(", ")));
        };
      }
      return range.group("whole") == null
          ? new Decimal(
              Double.parseDouble(range.group("least")),
              Double.parseDouble(range.group("most")),
              range.group("each") != null)
          : new Whole(Long.parseLong(range.group("least")), Long.parseLong(range.group("most")));
    }
  }

  /**
   * A number, with the smallest and the largest that make sense.
   *
   * @param several whether there may be more than one, with colons between them: {@code 0.5:0.8}
   */
  public record Decimal(double least, double most, boolean several) implements Domain {

    static List<Double> of(String values) {
      return Arrays.stream(values.split(":", -1)).map(Double::valueOf).toList();
    }

    @Override
    public boolean takes(String values) {
      try {
        var numbers = several ? of(values) : List.of(Double.valueOf(values));
        return numbers.stream().allMatch(number -> number >= least && number <= most);
      } catch (NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String expected() {
      var range = "from %s to %s".formatted(plain(least), plain(most));
      return several
          ? "one or more numbers %s with colons between them".formatted(range)
          : "a number " + range;
    }
  }

  /** A whole number, which may be written as {@code 1e6}. */
  public record Whole(long least, long most) implements Domain {

    static long of(String value) {
      return new BigDecimal(value).longValueExact();
    }

    public static boolean isWhole(String value) {
      return new Whole(Long.MIN_VALUE, Long.MAX_VALUE).takes(value);
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

  /** The name of a file that can be read. */
  public record FileName() implements Domain {

    @Override
    public boolean takes(String value) {
      return Files.isReadable(Path.of(value));
    }

    @Override
    public String expected() {
      return "the name of a file that can be read";
    }
  }

  /** The name of a folder, or nothing. */
  public record FolderName() implements Domain {

    @Override
    public boolean takes(String value) {
      return value.isEmpty() || Files.isDirectory(Path.of(value));
    }

    @Override
    public String expected() {
      return "the name of a folder";
    }
  }

  /** A value of another domain, or what the file of that name says instead. */
  public record OrFile(Domain other) implements Domain {

    private static final FileName FILE = new FileName();

    @Override
    public boolean takes(String value) {
      return other.takes(value) || (!value.isEmpty() && FILE.takes(value));
    }

    @Override
    public String expected() {
      return other.expected() + ", or " + FILE.expected();
    }
  }

  /** One of some words. */
  public record Choice(List<String> words) implements Domain {

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

  /** One or more of some words, with colons between them. */
  public record Subset(List<String> words) implements Domain {

    public Subset {
      words = List.copyOf(words);
    }

    static List<String> of(String values) {
      return List.of(values.split(":", -1));
    }

    @Override
    public boolean takes(String values) {
      return words.containsAll(of(values));
    }

    @Override
    public String expected() {
      return "one or more of %s, with colons between them".formatted(String.join(", ", words));
    }
  }

  public static String plain(double value) {
    return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
  }
}
