package dev.muster.host.run;

import dev.muster.core.actor.Work;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What a function returned, as the output of its task: one file, for the next stage to find. */
final class ResultFile {

  static final String NAME = "result";

  private ResultFile() {}

  /** All at once. Where another attempt of the task came first, its output stays. */
  static void publish(JobDirectory job, Work work, byte[] result) throws IOException {
    var stage = work.spec().name();
    var hidden = job.outputs(stage).resolve("." + work.index() + "." + work.attempt());
    create(hidden, job, work);
    Files.write(hidden.resolve(NAME), result);
    var published = job.output(stage, work.index());
    try {
      Files.move(hidden, published, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      if (!Files.isDirectory(published)) {
        throw refused;
      }
      Files.deleteIfExists(hidden.resolve(NAME));
      Files.deleteIfExists(hidden);
    }
  }

  private static void create(Path hidden, JobDirectory job, Work work) throws IOException {
    try {
      Files.createDirectory(hidden);
    } catch (NoSuchFileException firstOfStage) {
      job.prepare(work.spec());
      Files.createDirectory(hidden);
    } catch (FileAlreadyExistsException leftByAnEarlierLife) {
      // What is in it is written anew.
    }
  }
}
