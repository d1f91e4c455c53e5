package dev.muster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.model.Resources;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A list of jobs in a file, one a line, after a line of names: workload (Batch or Service), submit
 * time in seconds, tasks, duration of each in seconds, cpus and GB of memory of each. Compressed if
 * its name ends in {@code .gz}.
 */
public final class JobList {

  /** How many jobs a list may have. */
  public static final int MAX_JOBS = 10_000_000;

  private static final int FIELDS = 6;

  /** Of seconds, cpus and GB: more would not fit into a long of the smallest unit. */
  private static final double MOST = 1e9;

  private static final double NS_PER_S = 1e9;
  private static final double MILLIS_PER_CPU = 1e3;
  private static final double BYTES_PER_GB = 1L << 30;

  /**
   * @param service whether it is of the workload of services, and not of batch jobs
   */
  public record Listed(
      boolean service, long submitNs, int tasks, long durationNs, Resources each) {}

  private JobList() {}

  public static List<Listed> read(Path file) {
    try (var in = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        var lines = new BufferedReader(new InputStreamReader(plain, UTF_8))) {
      return read(lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<Listed> read(BufferedReader lines) throws IOException {
    List<Listed> jobs = new ArrayList<>();
    lines.readLine();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (jobs.size() == MAX_JOBS) {
        throw new IOException("more than " + MAX_JOBS + " jobs");
      }
      jobs.add(job(line, jobs.size() + 2));
    }
    return jobs;
  }

  private static Listed job(String line, int number) throws IOException {
    var fields = line.split(",", -1);
    try {
      if (fields.length == FIELDS
          && (fields[0].equals("Batch") || fields[0].equals("Service"))
          && Integer.parseInt(fields[2]) >= 1) {
        return new Listed(
            fields[0].equals("Service"),
            Math.round(number(fields[1]) * NS_PER_S),
            Integer.parseInt(fields[2]),
            Math.round(number(fields[3]) * NS_PER_S),
            new Resources(
                Math.round(number(fields[4]) * MILLIS_PER_CPU),
                Math.round(number(fields[5]) * BYTES_PER_GB)));
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IOException("line " + number + " is not a job: " + line);
  }

  private static double number(String field) {
    double number = Double.parseDouble(field);
    if (number >= 0 && number <= MOST) {
      return number;
    }
    throw new NumberFormatException(field);
  }
}
