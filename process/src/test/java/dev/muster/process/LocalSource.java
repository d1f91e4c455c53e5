package dev.muster.process;

import dev.muster.files.content.Content;
import dev.muster.files.content.ContentStore;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/** Files on this computer, such as those of a submitter. */
record LocalSource(String name, ContentStore store) implements FileSource {
  @Override
  public InputStream open(Content content, long from) throws IOException {
    var pinned =
        store.find(content.sha256()).orElseThrow(() -> new NoSuchFileException(content.sha256()));
    try {
      var in = new Pinned(Files.newInputStream(pinned.path()), pinned);
      in.skipNBytes(from);
      return in;
    } catch (IOException unreadable) {
      pinned.close();
      throw unreadable;
    }
  }

  private static final class Pinned extends FilterInputStream {
    private final PinnedFile pinned;

    Pinned(InputStream in, PinnedFile pinned) {
      super(in);
      this.pinned = pinned;
    }

    @Override
    public void close() throws IOException {
      try (pinned) {
        super.close();
      }
    }
  }
}
