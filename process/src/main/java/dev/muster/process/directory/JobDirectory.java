package dev.muster.process.directory;

import static java.util.Objects.requireNonNull;

import dev.muster.core.actor.Work;
import dev.muster.files.serve.Outputs;
import dev.muster.host.PrivateFiles;
import dev.muster.model.Edge;
import dev.muster.model.StageSpec;
import dev.muster.model.text.JobNumber;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where a job lies on disk.
 *
 * <pre>
 *   job-17/tasks/count/3/stdout.1, stderr.1   what attempt 1 of task 3 of stage count wrote
 *                        work.1/              where it ran
 *                        output.1/            what it left in $MUSTER_OUTPUT, until it ends well
 *          outputs/count/3/                   that same directory, once it has
 *          listings/count/3                   the hashes of its files, once a peer asked for them
 *          inputs/sum/count                   a link to outputs/count, for the stage sum after it
 *          inputs/mail/3/count/3              a link to outputs/count/3, for task 3 of a stage that
 *                                             has one-to-one edges
 *          executors/node-3-0/stdout, stderr  what functions of the job wrote on that node
 *                             work/           where they ran
 * </pre>
 *
 * <p>What a stage shares is made when its first task finds it missing. Each task has a directory of
 * its own because file systems are slow to make files where there are many. A task that wrote
 * nothing leaves nothing: its directories go to another one, see {@link DirectoryPool}.
 */
public record JobDirectory(Path root) {
  private static final String OUTPUTS = "outputs";
  private static final String LISTINGS = "listings";

  /** The one file that a function leaves as its output. */
  private static final String RESULT = "result";

  public static JobDirectory of(Path home, long job) {
    return new JobDirectory(jobs(home).resolve(JobNumber.format(job)));
  }

  public static Path jobs(Path home) {
    return home.toAbsolutePath().normalize().resolve("jobs");
  }

  public static Outputs.Layout layout(Path home) {
    return new Outputs.Layout() {
      @Override
      public Path outputs(long job, String stage) {
        return of(home, job).outputs(stage);
      }

      @Override
      public Path listings(long job, String stage) {
        return of(home, job).child(LISTINGS, stage);
      }

      @Override
      public Path tasks(long job, String stage) {
        return of(home, job).tasks(stage);
      }

      @Override
      public List<Path> all(long job) {
        var root = of(home, job).root();
        return List.of(root.resolve(OUTPUTS), root.resolve(LISTINGS));
      }
    };
  }

  /** What the last attempt of a task wrote to its standard output; empty if that is nothing. */
  public Optional<Path> stdout(String stage, int index) throws IOException {
    return latest(stage, index, AttemptDirectory.STDOUT);
  }

  /** What the last attempt of a task wrote to its standard error; empty if that is nothing. */
  public Optional<Path> stderr(String stage, int index) throws IOException {
    return latest(stage, index, AttemptDirectory.STDERR);
  }

  /** What a task that ended well left in its output directory; not there if that is nothing. */
  public Path output(String stage, int index) {
    return outputs(stage).resolve(Integer.toString(index));
  }

  public Path executors() {
    return root.resolve("executors");
  }

  Path outputs(String stage) {
    return child(OUTPUTS, stage);
  }

  Path inputs(String stage) {
    return child("inputs", stage);
  }

  public Path task(String stage, int index) {
    return tasks(stage).resolve(Integer.toString(index));
  }

  private Path tasks(String stage) {
    return child("tasks", stage);
  }

  public AttemptDirectory attempt(Work work) {
    var stage = work.spec().name();
    return new AttemptDirectory(
        task(stage, work.index()), work.attempt(), output(stage, work.index()), inputs(work));
  }

  /** Makes the directory of the job, for its owner alone, where nobody has yet. */
  public void create() throws IOException {
    PrivateFiles.createPassage(requireNonNull(root.getParent()));
    try {
      Files.createDirectory(root, PrivateFiles.DIRECTORY);
    } catch (FileAlreadyExistsException madeByAnother) {
      // By its cell, or for another task.
    }
  }

  /** Makes what all tasks of a stage share. Several may do so at once; the last step says done. */
  void prepare(StageSpec stage) throws IOException {
    create();
    Files.createDirectories(outputs(stage.name()));
    var inputs = Files.createDirectories(inputs(stage.name()));
    if (!hasOwnInputs(stage)) {
      for (var edge : stage.after()) {
        linkOnce(inputs, edge.stage(), outputs(edge.stage()));
      }
    }
    Files.createDirectories(tasks(stage.name()));
  }

  private static boolean hasOwnInputs(StageSpec stage) {
    return stage.after().stream().anyMatch(Edge::isOneToOne);
  }

  private Path inputs(Work work) {
    var shared = inputs(work.spec().name());
    return hasOwnInputs(work.spec()) ? shared.resolve(Integer.toString(work.index())) : shared;
  }

  /**
   * Shows a task what the tasks left that it waits for, where other tasks of its stage see more.
   */
  public void linkOwnInputs(Work work) throws IOException {
    if (!hasOwnInputs(work.spec())) {
      return;
    }
    var inputs = Files.createDirectories(inputs(work));
    for (var edge : work.spec().after()) {
      if (!edge.isOneToOne()) {
        linkOnce(inputs, edge.stage(), outputs(edge.stage()));
        continue;
      }
      var own = Files.createDirectories(inputs.resolve(edge.stage()));
      var output = output(edge.stage(), work.index());
      if (Files.isDirectory(output)) {
        linkOnce(own, Integer.toString(work.index()), output);
      }
    }
  }

  private static void linkOnce(Path directory, String name, Path target) throws IOException {
    try {
      Files.createSymbolicLink(directory.resolve(name), directory.relativize(target));
    } catch (FileAlreadyExistsException madeByAnother) {
      // That is the same link.
    }
  }

  private Optional<Path> latest(String stage, int index, String prefix) throws IOException {
    var task = task(stage, index);
    if (!Files.isDirectory(task)) {
      return Optional.empty();
    }
    try (var entries = Files.list(task)) {
      return entries
          .filter(path -> path.getFileName().toString().startsWith(prefix))
          .max(Comparator.comparingInt(path -> attemptOf(path, prefix)));
    }
  }

  /** Job files hold only sound names; a job that came another way must not leave its directory. */
  private Path child(String kind, String stage) {
    var parent = root.resolve(kind);
    var child = parent.resolve(stage).normalize();
    if (!parent.equals(child.getParent()) || !child.endsWith(stage)) {
      throw new IllegalArgumentException("a stage cannot be called `" + stage + "`");
    }
    return child;
  }

  private static int attemptOf(Path log, String prefix) {
    return Integer.parseInt(log.getFileName().toString().substring(prefix.length()));
  }

  /**
   * Publishes what a function returned as the output of its task, all at once. Where another
   * attempt of the task came first, its output stays.
   */
  public void publishResult(Work work, byte[] result) throws IOException {
    var stage = work.spec().name();
    var hidden = outputs(stage).resolve("." + work.index() + "." + work.attempt());
    createHidden(hidden, work);
    Files.write(hidden.resolve(RESULT), result);
    var published = output(stage, work.index());
    try {
      Files.move(hidden, published, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      if (!Files.isDirectory(published)) {
        throw refused;
      }
      Files.deleteIfExists(hidden.resolve(RESULT));
      Files.deleteIfExists(hidden);
    }
  }

  private void createHidden(Path hidden, Work work) throws IOException {
    try {
      Files.createDirectory(hidden);
    } catch (NoSuchFileException firstOfStage) {
      prepare(work.spec());
      Files.createDirectory(hidden);
    } catch (FileAlreadyExistsException leftByAnEarlierEpoch) {
      // What is in it is written anew.
    }
  }
}
