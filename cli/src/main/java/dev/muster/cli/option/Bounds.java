package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/** What an option may be; the error says what would do. */
public final class Bounds {

  private Bounds() {}

  public static void within(String option, int value, int most) throws BadInputException {
    if (value < 1 || value > most) {
      throw new BadInputException(option + " must be between 1 and " + most);
    }
  }

  static int count(String text, int most) {
    if (text.matches("\\d{1,9}")) {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= most) {
        return count;
      }
    }
    throw new TypeConversionException("must be from 1 to " + most + ", not `" + text + "`");
  }

  /** Said before a run of minutes rather than after it. */
  public static void writable(String option, Path file) throws BadInputException {
    var directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || directory == null || !Files.isWritable(directory)) {
      throw new BadInputException(
          "%s must be a file in a directory that can be written, not `%s`".formatted(option, file));
    }
  }

  public static void positive(String option, double value) throws BadInputException {
    if (!(value > 0)) {
      throw new BadInputException(option + " must be above 0");
    }
  }
}
