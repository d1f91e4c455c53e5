package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.model.JobSpec;
import dev.muster.model.text.Quantity;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies what the tasks of the last stages wrote, in the order of their indexes. */
final class LastStageOutput {

  /** More than anybody reads on a terminal or should pipe through here; the logs have all of it. */
  static final long MAX_BYTES = 64L << 20;

  private final Console console;
  private long copied;
  private int leftOut;

  LastStageOutput(Console console) {
    this.console = console;
  }

  void copy(JobSpec job, JobDirectory directory) {
    for (var stage : job.lastStages()) {
      for (int index = 0; index < stage.tasks(); index++) {
        copy(directory, stage.name(), index);
      }
    }
    console.out().flush();
    if (leftOut > 0) {
      console.complain(
          "the output of "
              + Quantity.formatCount(leftOut)
              + (leftOut == 1 ? " task" : " tasks")
              + " is left out, because all of it is more than "
              + Quantity.formatBytes(MAX_BYTES)
              + "; it is in "
              + directory.root());
    }
  }

  /** Whole or not at all: half an output is a wrong one. Tasks that never ran have none. */
  private void copy(JobDirectory directory, String stage, int index) {
    try {
      var file = directory.stdout(stage, index);
      if (file.isPresent()) {
        copy(file.get());
      }
    } catch (IOException e) {
      console.complain("can't read the output of " + stage + "[" + index + "]: " + e.getMessage());
    }
  }

  private void copy(Path file) throws IOException {
    if (copied + Files.size(file) > MAX_BYTES) {
      leftOut++;
    } else {
      copied += Files.copy(file, console.out());
    }
  }
}
