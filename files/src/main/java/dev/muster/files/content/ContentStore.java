package dev.muster.files.content;

import java.util.Optional;

/** Where files can be had by what they hold. */
public interface ContentStore {
  /** The file with that content, if it is here. */
  Optional<PinnedFile> find(String sha256);
}
