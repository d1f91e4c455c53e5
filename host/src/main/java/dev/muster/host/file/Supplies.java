package dev.muster.host.file;

import dev.muster.core.loop.Work;

/** Brings to a node what its tasks need. */
public interface Supplies extends AutoCloseable {

  /** Of a node that sees the submitter's files and the outputs of all other nodes by itself. */
  Supplies IN_PLACE = new InPlace();

  /** Begins to bring what this attempt needs; does not block. */
  Supply bring(Work work);

  /** The same for one that is still in line, so that less is missing when its turn comes. */
  void bringAhead(Work work);

  @Override
  void close();
}
