package dev.muster.host.file;

import dev.muster.core.actor.Work;
import dev.muster.model.FileRef;
import dev.muster.model.StageSpec;
import java.util.List;

/** Brings to a node what its tasks need. */
public interface Supplies extends AutoCloseable {

  /** Of a node that sees the submitter's files and the outputs of all other nodes by itself. */
  Supplies IN_PLACE = new InPlace();

  /** The files of a stage that have to come from elsewhere; else they are used where they lie. */
  List<FileRef> absent(StageSpec stage);

  /** Begins to bring what this attempt needs; does not block. */
  Supply bring(Work work);

  /** The same for one that is still in line, so that less is missing when its turn comes. */
  void bringAhead(Work work);

  @Override
  void close();
}
