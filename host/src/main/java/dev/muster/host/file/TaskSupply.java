package dev.muster.host.file;

import dev.muster.host.Refusal;
import dev.muster.model.FileRef;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The files of an attempt by their contents, and what the stages before it left.
 *
 * @param inputs done when all of that is here; of this attempt alone
 */
record TaskSupply(List<FileRef> files, Arrivals arrivals, CompletableFuture<Void> inputs)
    implements Supply {

  @Override
  public void await() throws IOException, InterruptedException {
    arrivals.await();
    try {
      inputs.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException refused
          ? refused
          : new IOException(String.valueOf(failed.getCause()), failed);
    }
  }

  @Override
  public void link(Path work) throws IOException {
    for (var file : files) {
      var place = Inside.resolve(work, file.path());
      try {
        link(file, place);
      } catch (FileAlreadyExistsException twice) {
        throw new IOException("there is a second `" + file.path() + "`", twice);
      } catch (IOException refused) {
        throw new IOException(
            "cannot link `" + file.path() + "`: " + Refusal.reason(refused), refused);
      }
    }
  }

  private void link(FileRef file, Path place) throws IOException {
    if (file.isDirectory()) {
      Files.createDirectories(place);
    } else {
      Files.createDirectories(place.getParent());
      Files.createSymbolicLink(place, arrivals.lease(file).path());
    }
  }

  @Override
  public void close() {
    inputs.cancel(false);
    arrivals.close();
  }
}
