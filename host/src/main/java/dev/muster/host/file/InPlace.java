package dev.muster.host.file;

import dev.muster.core.actor.Work;
import dev.muster.model.FileRef;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Files are used where they lie; one that is known by its content only can't be had. */
final class InPlace implements Supplies {

  @Override
  public List<FileRef> absent(StageSpec stage) {
    return stage.files().contents();
  }

  @Override
  public Supply bring(Work work) {
    return work.spec().files().contents().isEmpty() ? Supply.NOTHING : new Impossible();
  }

  @Override
  public void bringAhead(Work work) {}

  @Override
  public void close() {}

  private static final class Impossible implements Supply {

    @Override
    public void await() throws IOException {
      throw new IOException("this node was started without a cache for files");
    }

    @Override
    public void link(Path work) {}

    @Override
    public void close() {}
  }
}
