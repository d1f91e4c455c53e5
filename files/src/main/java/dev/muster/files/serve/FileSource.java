package dev.muster.files.serve;

import dev.muster.files.content.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;

/** Somebody who may have a file. Whatever it sends is checked. */
public interface FileSource {
  /** As people know it; two sources of one name are the same. */
  String name();

  /**
   * The content from this byte on.
   *
   * @throws NoSuchFileException if it does not have it
   */
  InputStream open(Content content, long from) throws IOException;

  /**
   * The same.
   *
   * @param yields whether the source may let others go first
   */
  default InputStream open(Content content, long from, boolean yields) throws IOException {
    return open(content, from);
  }
}
