package dev.muster.host.file;

import java.util.Optional;

/** Where files can be had by what they hold. */
public interface Shelf {

  /** The file with that content, if it is here. */
  Optional<Lease> find(String sha256);
}
