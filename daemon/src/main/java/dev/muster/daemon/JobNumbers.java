package dev.muster.daemon;

import dev.muster.host.PrivateFiles;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The numbers of the jobs of one cell: a row without a gap, since that is how its master counts.
 * Several cells may share a home, so each number is claimed by creating the directory of its job,
 * which succeeds once.
 */
final class JobNumbers {

  private static final int MAX_TRIES = 10_000;

  private final Path home;
  private final long first;

  /** How many numbers are claimed, and how many of those are given to jobs. */
  private long claimed = 1;

  private long used;

  private JobNumbers(Path home, long first) {
    this.home = home;
    this.first = first;
  }

  static JobNumbers claim(Path home) throws IOException {
    long start = highest(PrivateFiles.createPassage(JobDirectory.jobs(home))) + 1;
    for (long number = start; number < start + MAX_TRIES; number++) {
      if (create(home, number)) {
        return new JobNumbers(home, number);
      }
    }
    throw new IOException("cannot claim a job number in " + JobDirectory.jobs(home));
  }

  long first() {
    return first;
  }

  /** Claims the number of the next job; what is in the way, if it cannot. */
  synchronized Optional<String> next() {
    try {
      if (used == claimed && !create(home, first + claimed)) {
        return Optional.of(
            "another cell of this home has %s; start a new cell for more jobs"
                .formatted(JobNumber.format(first + claimed)));
      }
    } catch (IOException unwritable) {
      return Optional.of("cannot claim a job number: " + unwritable);
    }
    used++;
    claimed = Math.max(claimed, used);
    return Optional.empty();
  }

  private static boolean create(Path home, long number) throws IOException {
    try {
      var job = JobDirectory.of(home, number);
      Files.createDirectory(job.root(), PrivateFiles.DIRECTORY);
      AbandonedTasks.sign(job);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
  }

  static List<Long> all(Path home) throws IOException {
    var jobs = JobDirectory.jobs(home);
    if (!Files.isDirectory(jobs)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(jobs)) {
      return entries.map(JobNumbers::number).filter(number -> number > 0).toList();
    }
  }

  private static long highest(Path jobs) throws IOException {
    try (Stream<Path> entries = Files.list(jobs)) {
      return entries.mapToLong(JobNumbers::number).max().orElse(0);
    }
  }

  /** The number in a name such as {@code job-17}; 0 for other names. */
  private static long number(Path directory) {
    var name = directory.getFileName().toString();
    var digits = name.startsWith(JobNumber.PREFIX) ? name.substring(JobNumber.PREFIX.length()) : "";
    return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
  }
}
