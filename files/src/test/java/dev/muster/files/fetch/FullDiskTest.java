package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.files.content.CacheDirectory;
import dev.muster.files.content.FileCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full before the cache is. */
class FullDiskTest {
  private static final int MIB = 1 << 20;
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path directory;

  @Test
  void whenNothingCanBeRemovedItIsSaid() throws IOException {
    assumeTrue(Files.exists(FULL), "this system has no /dev/full");
    var sample = Sample.of(1, MIB);
    try (var cache = FileCache.open(directory, 10L * MIB)) {
      Files.createSymbolicLink(new CacheDirectory(directory).partial(sample.content()), FULL);
      assertThatThrownBy(() -> sample.putInto(cache))
          .hasMessage(
              "the node's disk refused it, and nothing in the cache can be removed: No space left"
                  + " on device");
    }
  }

  @Test
  void whatIsNotInUseMakesRoom() throws IOException, InterruptedException {
    assumeTrue(mount(), "a small disk can only be mounted by root");
    try (var cache = FileCache.open(directory, 100L * MIB);
        var fetcher = new Fetcher(cache)) {
      Sample.of(1, MIB).putInto(cache).close();
      Sample.of(2, MIB).putInto(cache).close();
      var third = Sample.of(3, 2 * MIB);
      try (var pinned = Sample.join(fetcher.fetch(third.content(), List.of(third.source())))) {
        assertThat(pinned.path()).hasBinaryContent(third.bytes());
      }
      assertThat(cache.find(Sample.of(1, MIB).content())).isEmpty();

      try (var used = cache.find(third.content()).orElseThrow()) {
        var fourth = Sample.of(4, 2 * MIB);
        assertThatThrownBy(
                () -> Sample.join(fetcher.fetch(fourth.content(), List.of(fourth.source()))))
            .hasMessageContaining("No space left on device");
        assertThat(used.path()).hasBinaryContent(third.bytes());
      }
    } finally {
      run("umount", directory.toString());
    }
  }

  private boolean mount() throws IOException, InterruptedException {
    return run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", directory.toString());
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }
}
