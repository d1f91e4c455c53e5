package dev.muster.workload.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** The lines of a file of fields; compressed if its name ends in {@code .gz}. */
final class TraceRows {

  /** How many lines a file may have. */
  static final int MAX_ROWS = 10_000_000;

  /** A line is not of the form that the trace has. */
  static final class BadRow extends Exception {

    private static final long serialVersionUID = 1;

    BadRow(String why) {
      super(why);
    }
  }

  /** One line. */
  record FieldRow(List<String> fields) {

    String text(int at) {
      return at < fields.size() ? fields.get(at).strip() : "";
    }

    /**
     * @param name of the field, for people
     */
    double number(int at, String name) throws BadRow {
      try {
        return Double.parseDouble(text(at));
      } catch (NumberFormatException _) {
        throw new BadRow("%s is not a number: `%s`".formatted(name, text(at)));
      }
    }

    /** 0 where there is nothing. */
    double numberOrZero(int at, String name) throws BadRow {
      return text(at).isEmpty() ? 0 : number(at, name);
    }

    long ns(int at, String name) throws BadRow {
      return Math.round(number(at, name) * 1e9);
    }
  }

  /** Makes something of a line; nothing where the line does not count. */
  @FunctionalInterface
  interface RowReader<T> {
    Optional<T> read(FieldRow row) throws BadRow;
  }

  private TraceRows() {}

  /**
   * @param named whether the first line has names
   */
  static <T> List<T> read(Path file, String separator, boolean named, RowReader<T> reader) {
    try (var in = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        var lines = new BufferedReader(new InputStreamReader(plain, UTF_8))) {
      return read(lines, separator, named, reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static <T> List<T> read(
      BufferedReader lines, String separator, boolean named, RowReader<T> reader)
      throws IOException {
    List<T> all = new ArrayList<>();
    int number = 0;
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (number > MAX_ROWS) {
        throw new IOException("more than " + MAX_ROWS + " lines");
      }
      if (!named || number > 1) {
        try {
          reader.read(new FieldRow(List.of(line.split(separator, -1)))).ifPresent(all::add);
        } catch (BadRow bad) {
          throw new IOException("line " + number + ": " + bad.getMessage(), bad);
        }
      }
    }
    return all;
  }
}
