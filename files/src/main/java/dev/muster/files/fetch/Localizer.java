package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.model.FileRef;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Brings to a node what its tasks need. */
public interface Localizer extends AutoCloseable {
  /** Of a node that sees the submitter's files and the outputs of all other nodes by itself. */
  Localizer IN_PLACE = new InPlace();

  /** Whether outputs of this node lie in the home of the cell, and are not lost with the node. */
  boolean sharesHome();

  /** The files of a stage that have to come from elsewhere; else they are used where they lie. */
  List<FileRef> absent(StageSpec stage);

  /** Begins to bring what this attempt needs, the guaranteed first; does not block. */
  Localization localize(Work work, Tier tier);

  /** The same for a task that is still queued, so that less is missing when it starts. */
  void localizeAhead(Work work, Tier tier);

  /** The first 64 bits of the hashes of the largest files that are here, the largest first. */
  List<Long> cachedFiles();

  @Override
  void close();

  /** Files are used where they lie; one that is known by its content only can't be had. */
  final class InPlace implements Localizer {
    @Override
    public boolean sharesHome() {
      return true;
    }

    @Override
    public List<FileRef> absent(StageSpec stage) {
      return stage.files().contents();
    }

    @Override
    public Localization localize(Work work, Tier tier) {
      return work.spec().files().contents().isEmpty() ? Localization.NOTHING : new Impossible();
    }

    @Override
    public void localizeAhead(Work work, Tier tier) {}

    @Override
    public List<Long> cachedFiles() {
      return List.of();
    }

    @Override
    public void close() {}

    private static final class Impossible implements Localization {
      @Override
      public void await() throws IOException {
        throw new IOException("this node was started without a cache for files");
      }
    }
  }

  /**
   * The files of one attempt: on their way, then here, and kept here as long as this is open. Any
   * thread may close it, more than once; whoever waits then does so no longer.
   */
  interface Localization extends AutoCloseable {
    Localization NOTHING = new Localization() {};

    /**
     * Waits until all is here.
     *
     * @throws IOException if something can't be had: what, from whom, and why not
     * @throws CancellationException if it was closed meanwhile
     */
    default void await() throws IOException, InterruptedException {}

    /** Puts links to the files into the directory where the attempt runs. */
    default void link(Path work) throws IOException {}

    @Override
    default void close() {}
  }
}
