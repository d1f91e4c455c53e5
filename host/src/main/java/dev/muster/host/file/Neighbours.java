package dev.muster.host.file;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;

/**
 * The nodes that have asked the cell for a content before, as one source: whoever of them has it.
 * If what comes is not what it should be, none of them is asked again for it.
 */
record Neighbours(String self, Peer cell) implements FileSource {

  @Override
  public String name() {
    return "other nodes";
  }

  @Override
  public InputStream open(Content content, long from) throws IOException {
    var problems = new ArrayList<String>();
    for (var holder : cell.holders(content, self)) {
      try {
        return holder.open(content, from);
      } catch (NoSuchFileException notYet) {
        // It asked for the same and waits for it, or has dropped it.
      } catch (IOException silent) {
        problems.add(holder.name() + ": " + Refusal.reason(silent));
      }
    }
    if (problems.isEmpty()) {
      throw new NoSuchFileException(content.sha256());
    }
    throw new IOException(String.join("; ", problems));
  }
}
