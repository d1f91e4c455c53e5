package dev.muster.host.run;

import dev.muster.core.actor.Work;
import dev.muster.host.file.Supplies;
import dev.muster.host.file.Supply;
import dev.muster.host.run.executor.Recipe;
import dev.muster.host.run.spawn.Start;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where executors of a node lie on disk: a directory for each, in that of its job. */
record ExecutorDirectories(
    Path home, String node, Environment environment, Supplies supplies, long logLimitBytes) {

  /** An executor that crashes again and again leaves so many directories in a job, and no more. */
  static final int MAX_PER_JOB = 1_000;

  Place create(long job) throws IOException {
    var parent = Files.createDirectories(JobDirectory.of(home, job).executors());
    for (int number = 0; number < MAX_PER_JOB; number++) {
      try {
        var root = Files.createDirectory(parent.resolve(node + "-" + number));
        Files.createDirectory(root.resolve("work"));
        return new Place(root, logLimitBytes);
      } catch (FileAlreadyExistsException taken) {
        // By an earlier executor: its logs stay.
      }
    }
    throw new IOException(
        "%s has the logs of %,d executors of this node".formatted(parent, MAX_PER_JOB));
  }

  /** The directory of one executor. */
  record Place(Path root, long logLimitBytes) {

    Path work() {
      return root.resolve("work");
    }

    /** Puts in place what a task of this kind finds among its files, and keeps it here. */
    Supply supply(Work task, Supplies supplies) throws IOException, InterruptedException {
      if (supplies.absent(task.spec()).isEmpty()) {
        link(Path.of(task.home()).toAbsolutePath(), task.spec().files().names());
      }
      var files = supplies.bring(task);
      try {
        files.await();
        files.link(work());
        return files;
      } catch (IOException | InterruptedException | RuntimeException missing) {
        files.close();
        throw missing;
      }
    }

    private void link(Path from, List<String> files) throws IOException {
      try {
        new WorkFiles(from, work()).link(files);
      } catch (CannotStart missing) {
        throw new IOException(missing.why(), missing);
      }
    }

    Recipe.Prepared prepared(List<String> words, Map<String, String> environment, Supply files) {
      var stdout = new LogFile(root.resolve("stdout"));
      var stderr = new LogFile(root.resolve("stderr"));
      var start =
          new Start(words.getFirst(), words, environment, work(), stdout.path(), stderr.path());
      return new Recipe.Prepared() {
        @Override
        public Start start() {
          return start;
        }

        @Override
        public String lastWords() {
          return stderr.tail();
        }

        @Override
        public boolean floods() {
          return stdout.size() > logLimitBytes || stderr.size() > logLimitBytes;
        }

        @Override
        public void close() {
          files.close();
        }
      };
    }
  }
}
