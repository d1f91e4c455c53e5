package dev.muster.files.fetch;

import dev.muster.files.serve.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The simplest way for outputs to lie, and somebody who leaves some. */
record Layouts(Path jobs) implements Outputs.Layout {
  @Override
  public Path outputs(long job, String stage) {
    return child(jobs.resolve(job + "/outputs"), stage);
  }

  @Override
  public Path listings(long job, String stage) {
    return child(jobs.resolve(job + "/listings"), stage);
  }

  @Override
  public Path tasks(long job, String stage) {
    return child(jobs.resolve(job + "/tasks"), stage);
  }

  @Override
  public List<Path> all(long job) {
    return List.of(jobs.resolve(job + "/outputs"), jobs.resolve(job + "/listings"));
  }

  private static Path child(Path parent, String name) {
    if (!name.matches("[a-z]+")) {
      throw new IllegalArgumentException("no stage: " + name);
    }
    return parent.resolve(name);
  }

  Path directory(Outputs.OutputKey output) {
    return outputs(output.job(), output.stage()).resolve(Integer.toString(output.index()));
  }

  Path write(Outputs.OutputKey output, String name, String text) throws IOException {
    var file = directory(output).resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
