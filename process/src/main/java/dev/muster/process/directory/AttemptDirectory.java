package dev.muster.process.directory;

import dev.muster.model.StageSpec;
import dev.muster.model.TaskFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where one attempt lies on disk.
 *
 * @param task the directory of all attempts of its task
 * @param published where its output goes if it ends well
 * @param inputs what the stages before left for its stage
 */
public record AttemptDirectory(Path task, int number, Path published, Path inputs) {
  static final String STDOUT = "stdout.";
  static final String STDERR = "stderr.";

  /** How the names of all that belongs to a first attempt end. */
  private static final String FIRST = ".1";

  public Path stdout() {
    return task.resolve(STDOUT + number);
  }

  public Path stderr() {
    return task.resolve(STDERR + number);
  }

  public List<LogFile> logs() {
    return List.of(new LogFile(stdout()), new LogFile(stderr()));
  }

  public Path work() {
    return task.resolve("work." + number);
  }

  public Path output() {
    return task.resolve("output." + number);
  }

  public List<Path> directories() {
    return List.of(output(), work());
  }

  /** What its processes have in {@code MUSTER_OUTPUT}, and nobody else's. */
  public String mark() {
    return output().toString();
  }

  /** Makes its directories; those of the stage first where this is the first of the stage. */
  public void create(JobDirectory job, StageSpec stage, DirectoryPool pool) throws IOException {
    try {
      create(stage, pool);
    } catch (NoSuchFileException firstOfStage) {
      job.prepare(stage);
      create(stage, pool);
    }
  }

  private void create(StageSpec stage, DirectoryPool pool) throws IOException {
    if (isPlain(stage) && pool.reuse(this)) {
      return;
    }
    createTask();
    Files.createDirectory(output());
    if (stage.program().directory().isEmpty()) {
      Files.createDirectory(work());
    }
  }

  private void createTask() throws IOException {
    try {
      Files.createDirectory(task);
    } catch (FileAlreadyExistsException notTheFirstAttempt) {
      if (!Files.isDirectory(task)) {
        throw notTheFirstAttempt;
      }
    }
  }

  public boolean isPlain(StageSpec stage) {
    return number == 1
        && stage.program().directory().isEmpty()
        && stage.files().equals(TaskFiles.NONE);
  }

  /**
   * Shows the output to later stages, all at once. Where another attempt of the task came first,
   * its output stays: a task has one result.
   *
   * @return whether there is any; the task may have removed it all
   */
  public boolean publish() throws IOException {
    try {
      Files.move(output(), published, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException removed) {
      if (!Files.exists(output())) {
        return false; // by the task, which may have none
      }
      Files.createDirectories(published.getParent()); // somebody emptied the disk
      Files.move(output(), published, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      if (!Files.isDirectory(published)) {
        throw refused;
      }
    }
    return true;
  }

  /** Whether nothing lies in the directory of a task but what its first attempt has there. */
  static boolean isOfFirstAttempt(Path task) {
    var names = task.toFile().list();
    return names != null && Stream.of(names).allMatch(name -> name.endsWith(FIRST));
  }

  boolean hasOutput() {
    return !isEmpty(output());
  }

  boolean hasWork() {
    return !isEmpty(work());
  }

  /** Lists all names: the fastest way for the few names that most attempts leave. */
  private static boolean isEmpty(Path directory) {
    var names = directory.toFile().list();
    return names != null && names.length == 0;
  }

  /**
   * What an attempt has left on disk, seen once after its end.
   *
   * @param output whether anything is in its output directory
   * @param work whether anything is where it ran, or is no longer as it was made
   */
  public record Traces(long stdoutBytes, long stderrBytes, boolean output, boolean work) {
    public static final Traces UNKNOWN = new Traces(0, 0, true, true);

    public static Traces of(AttemptDirectory attempt) {
      return new Traces(
          new LogFile(attempt.stdout()).size(),
          new LogFile(attempt.stderr()).size(),
          attempt.hasOutput(),
          attempt.hasWork());
    }

    public boolean quiet() {
      return stdoutBytes == 0 && stderrBytes == 0;
    }

    public boolean none() {
      return quiet() && !output && !work;
    }
  }
}
