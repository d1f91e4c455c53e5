package dev.muster.host.run;

import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where one attempt lies on disk.
 *
 * @param published where its output goes if it ends well
 * @param inputs what the stages before left for its stage
 */
record Attempt(
    Path task, Path stdout, Path stderr, Path work, Path output, Path published, Path inputs) {

  /** Makes its directories; those of the stage first where this is the first of the stage. */
  void create(JobDirectory job, StageSpec stage) throws IOException {
    try {
      createTask();
    } catch (NoSuchFileException firstOfStage) {
      job.prepare(stage);
      createTask();
    }
    Files.createDirectory(output);
    if (stage.directory().isEmpty()) {
      Files.createDirectory(work);
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

  /**
   * Shows the output to later stages, all at once. Where another attempt of the task came first,
   * its output stays: a task has one result.
   */
  void publish() throws IOException {
    try {
      Files.move(output, published, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException removedByTheTask) {
      Files.createDirectories(published);
    } catch (IOException refused) {
      if (!Files.isDirectory(published)) {
        throw refused;
      }
    }
  }
}
