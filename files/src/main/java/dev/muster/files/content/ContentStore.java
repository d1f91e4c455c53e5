package dev.muster.files.content;

import java.util.Optional;

/** Where files can be had by what they hold. */
public interface ContentStore {
  Optional<PinnedFile> find(String sha256);
}
