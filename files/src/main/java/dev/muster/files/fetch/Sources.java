package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import dev.muster.model.Edge;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Who may have what a task needs. */
public interface Sources {
  /** Whether this node sees the files of submitters where they lie, and needs none of them. */
  default boolean seesFiles() {
    return false;
  }

  /** Those who may have the files of a task, nearest first. Does not block. */
  List<FileSource> contents(Work work);

  /**
   * Where the outputs lie that this task reads by this edge, all that there are; a task that left
   * nothing is not among them, and one that lies here has no holders.
   *
   * @throws InputsMissing if some cannot be had: a task must not start with a part of its input
   */
  List<OutputHolders> outputs(Work work, Edge edge) throws IOException, InterruptedException;

  /** For how long it makes sense to try again what failed: who holds something may come back. */
  default Duration patience() {
    return Duration.ZERO;
  }

  record OutputHolders(Outputs.OutputKey output, List<Peer> holders) {
    public OutputHolders {
      holders = List.copyOf(holders);
    }
  }
}
