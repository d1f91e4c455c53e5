package dev.muster.files.fetch;

import dev.muster.files.content.Directories;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Outputs;
import dev.muster.host.IoErrors;
import dev.muster.model.FileRef;
import dev.muster.model.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Brings the output of one task from a peer and puts it in place, all at once. */
record OutputTransfer(
    Sources.OutputHolders placement, Outputs outputs, Fetcher fetcher, Tier tier) {
  void run() throws IOException, InterruptedException {
    var output = placement.output();
    var incoming = outputs.incoming(output);
    try {
      fill(incoming, listing());
      show(incoming, outputs.directory(output));
    } catch (IOException failure) {
      throw new IOException(
          "cannot bring the output of " + output + ": " + IoErrors.reason(failure), failure);
    } finally {
      Directories.remove(incoming);
    }
  }

  private List<FileRef> listing() throws IOException {
    var problems = new ArrayList<String>();
    for (var holder : placement.holders()) {
      try {
        return holder.listing(placement.output());
      } catch (IOException unreachable) {
        problems.add(holder.name() + ": " + IoErrors.reason(unreachable));
      }
    }
    throw new IOException("no peer says what is in it: " + String.join("; ", problems));
  }

  private void fill(Path directory, List<FileRef> files) throws IOException, InterruptedException {
    try (var fetched = PendingFiles.begin(fetcher, files, sources(), tier)) {
      fetched.await();
      for (var file : files) {
        var place = Directories.resolveInside(directory, file.path());
        if (file.isDirectory()) {
          Files.createDirectories(place);
        } else {
          Files.createDirectories(place.getParent());
          copy(fetched.pinned(file), place);
        }
      }
    }
  }

  private List<FileSource> sources() {
    return placement.holders().stream().map(peer -> peer.of(placement.output())).toList();
  }

  /** No second name for the file in the cache: what is removed there must be gone. */
  private static void copy(PinnedFile pinned, Path place) throws IOException {
    Files.copy(pinned.path(), place, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private static void show(Path incoming, Path place) throws IOException {
    Files.createDirectories(place.getParent());
    Directories.open(incoming);
    try {
      Files.move(incoming, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      if (!Files.isDirectory(place)) {
        throw refused;
      }
    }
  }
}
