package dev.muster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A list of jobs in a file with the time of each task: one job a line, after a line of names. Times
 * are in seconds, those of the tasks with blanks between them; the class is {@code short} or {@code
 * long}. Compressed if its name ends in {@code .gz}.
 */
public final class TimedJobs {

  /** The line of names. */
  public static final String NAMES = "arrival_s,num_tasks,task_durations_s,estimate_s,class";

  /** How many jobs a list may have. */
  static final int MAX_JOBS = 1_000_000;

  /** How many tasks a list may have. */
  static final long MAX_TASKS = 100_000_000;

  private static final int FIELDS = 5;
  private static final double MOST_SECONDS = 1e9;
  private static final double NS_PER_S = 1e9;

  /**
   * A job of a list.
   *
   * @param arrivalNs after the first job of the list
   * @param estimateNs of each of its tasks
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record TimedJob(long arrivalNs, long[] taskNs, long estimateNs, boolean isLong) {

    TimedJob after(long ns) {
      return new TimedJob(arrivalNs - ns, taskNs, estimateNs, isLong);
    }
  }

  private TimedJobs() {}

  /** In the order of arrival; the first arrives at 0. */
  public static List<TimedJob> read(Path file) {
    try (var in = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        var lines = new BufferedReader(new InputStreamReader(plain, UTF_8))) {
      return read(lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<TimedJob> read(BufferedReader lines) throws IOException {
    var names = lines.readLine();
    if (!NAMES.equals(names)) {
      throw new IOException("the first line must be " + NAMES);
    }
    List<TimedJob> jobs = new ArrayList<>();
    long tasks = 0;
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      int number = jobs.size() + 2;
      jobs.add(job(line.split(",", -1), number));
      tasks += jobs.getLast().taskNs().length;
      if (jobs.size() > MAX_JOBS || tasks > MAX_TASKS) {
        throw new IOException(
            "line %d: more than %d jobs or %d tasks".formatted(number, MAX_JOBS, MAX_TASKS));
      }
    }
    if (jobs.isEmpty()) {
      throw new IOException("there is no job");
    }
    jobs.sort(Comparator.comparingLong(TimedJob::arrivalNs));
    long firstNs = jobs.getFirst().arrivalNs();
    return jobs.stream().map(job -> job.after(firstNs)).toList();
  }

  private static TimedJob job(String[] fields, int line) throws IOException {
    if (fields.length != FIELDS) {
      throw new IOException("line %d: has %d fields, not 5".formatted(line, fields.length));
    }
    var times = fields[2].strip().split(" +");
    var taskNs = new long[times.length];
    for (int task = 0; task < times.length; task++) {
      taskNs[task] = ns("task_durations_s", times[task], line);
    }
    if (!fields[1].equals(Integer.toString(times.length))) {
      throw wrong("num_tasks", fields[1], times.length + ", as many as task_durations_s", line);
    }
    boolean isLong = fields[4].equals("long");
    if (!isLong && !fields[4].equals("short")) {
      throw wrong("class", fields[4], "short or long", line);
    }
    return new TimedJob(
        ns("arrival_s", fields[0], line), taskNs, ns("estimate_s", fields[3], line), isLong);
  }

  private static long ns(String field, String text, int line) throws IOException {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= 0 && seconds <= MOST_SECONDS) {
        return Math.round(seconds * NS_PER_S);
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw wrong(field, text, "a number of seconds from 0 to 1e9", line);
  }

  private static IOException wrong(String field, String text, String expected, int line) {
    return new IOException("line %d: %s is `%s`, not %s".formatted(line, field, text, expected));
  }
}
