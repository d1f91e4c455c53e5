package dev.muster.host.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/** Files on this computer, such as those of a submitter. */
public record LocalSource(String name, Shelf shelf) implements FileSource {

  @Override
  public InputStream open(Content content, long from) throws IOException {
    var lease =
        shelf.find(content.sha256()).orElseThrow(() -> new NoSuchFileException(content.sha256()));
    try {
      var in = new Leased(Files.newInputStream(lease.path()), lease);
      in.skipNBytes(from);
      return in;
    } catch (IOException unreadable) {
      lease.close();
      throw unreadable;
    }
  }

  private static final class Leased extends FilterInputStream {

    private final Lease lease;

    Leased(InputStream in, Lease lease) {
      super(in);
      this.lease = lease;
    }

    @Override
    public void close() throws IOException {
      try (lease) {
        super.close();
      }
    }
  }
}
