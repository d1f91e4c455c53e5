package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.serve.FileSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many tasks that want many files at once, in a cache that holds few of them. */
class CrowdedCacheTest {
  private static final int KIB = 1 << 10;
  private static final int TASKS = 16;
  private static final int TURNS = 60;
  private static final List<Sample> SAMPLES =
      IntStream.range(0, 40).mapToObj(number -> Sample.of(number, 4 * KIB)).toList();

  /** Each task holds at most one file, so there is always room for what the fetches bring. */
  private static final long LIMIT_BYTES = (TASKS + Fetcher.MAX_PARALLEL) * 4L * KIB;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyTaskReadsWhatItAskedForAndTheLimitHolds(long seed) throws IOException {
    var fetched = new AtomicInteger();
    try (var cache = FileCache.open(directory, LIMIT_BYTES);
        var fetcher = new Fetcher(cache);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Future<Integer>>();
      for (int task = 0; task < TASKS; task++) {
        tasks.add(threads.submit(task(new Random(seed * TASKS + task), cache, fetcher, fetched)));
      }
      int read = 0;
      for (var task : tasks) {
        read += Sample.join(task);
      }
      assertThat(read).isEqualTo(TASKS * TURNS);
      assertThat(fetched.get()).as("some had to go and came again").isGreaterThan(SAMPLES.size());
      await().untilAsserted(() -> nothingIsHeld(cache));
    }
  }

  private static void nothingIsHeld(FileCache cache) {
    cache.free(LIMIT_BYTES);
    assertThat(cache.usedBytes()).isZero();
  }

  private static Callable<Integer> task(
      Random random, FileCache cache, Fetcher fetcher, AtomicInteger fetched) {
    return () -> {
      int read = 0;
      for (; read < TURNS; read++) {
        var sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
        try (var pinned =
            Sample.join(
                fetcher.fetch(sample.content(), List.of(counting(sample.source(), fetched))))) {
          assertThat(pinned.path()).hasBinaryContent(sample.bytes());
          assertThat(cache.usedBytes()).isLessThanOrEqualTo(LIMIT_BYTES);
        }
      }
      return read;
    };
  }

  private static FileSource counting(FileSource source, AtomicInteger opened) {
    return new FileSource() {
      @Override
      public String name() {
        return source.name();
      }

      @Override
      public InputStream open(Content content, long from) throws IOException {
        opened.incrementAndGet();
        return source.open(content, from);
      }
    };
  }
}
