package dev.muster.process;

import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.files.fetch.Localizer.Localization;
import dev.muster.model.Tier;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.directory.LogFile;
import dev.muster.process.directory.WorkFiles;
import dev.muster.process.executor.ExecutorSpec;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where executors of a node lie on disk: a directory for each, in that of its job. */
record ExecutorDirectories(
    Path home, String node, Environment environment, Localizer localizer, long logLimitBytes) {
  /** An executor that crashes again and again leaves so many directories in a job, and no more. */
  static final int MAX_PER_JOB = 1_000;

  ExecutorDirectory create(long job) throws IOException {
    var directory = JobDirectory.of(home, job);
    directory.create();
    var parent = Files.createDirectories(directory.executors());
    for (int number = 0; number < MAX_PER_JOB; number++) {
      try {
        var root = Files.createDirectory(parent.resolve(node + "-" + number));
        Files.createDirectory(root.resolve("work"));
        return new ExecutorDirectory(root, logLimitBytes);
      } catch (FileAlreadyExistsException taken) {
        // By an earlier executor: its logs stay.
      }
    }
    throw new IOException(
        "%s has the logs of %,d executors of this node".formatted(parent, MAX_PER_JOB));
  }

  record ExecutorDirectory(Path root, long logLimitBytes) {
    Path work() {
      return root.resolve("work");
    }

    Localization localize(Work task, Localizer localizer) throws IOException, InterruptedException {
      if (localizer.absent(task.spec()).isEmpty()) {
        new WorkFiles(Path.of(task.home()).toAbsolutePath(), work())
            .link(task.spec().files().names());
      }
      var files = localizer.localize(task, Tier.GUARANTEED);
      try {
        files.await();
        files.link(work());
        return files;
      } catch (IOException | InterruptedException | RuntimeException missing) {
        files.close();
        throw missing;
      }
    }

    ExecutorSpec.Prepared prepared(
        List<String> command, Map<String, String> environment, Localization files) {
      var stdout = new LogFile(root.resolve("stdout"));
      var stderr = new LogFile(root.resolve("stderr"));
      var start =
          new SpawnRequest(
              command.getFirst(), command, environment, work(), stdout.path(), stderr.path());
      return new PreparedExecutor(start, stdout, stderr, logLimitBytes, files);
    }
  }

  private record PreparedExecutor(
      SpawnRequest start, LogFile stdout, LogFile stderr, long logLimitBytes, Localization files)
      implements ExecutorSpec.Prepared {
    @Override
    public String stderrTail() {
      return stderr.tail();
    }

    @Override
    public boolean exceedsLogLimit() {
      return stdout.size() > logLimitBytes || stderr.size() > logLimitBytes;
    }

    @Override
    public void close() {
      files.close();
    }
  }
}
