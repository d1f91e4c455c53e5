package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.host.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeIdTest {

  @TempDir private Path root;

  @Test
  void aHomeKeepsItsMarkAndNoOtherHasIt() throws IOException {
    var first = HomeId.of(root.resolve("a"));
    assertThat(HomeId.of(root.resolve("a"))).isEqualTo(first);
    var other = HomeId.of(root.resolve("b"));
    assertThat(other.id()).isNotEqualTo(first.id());
    assertThat(other.boot()).isEqualTo(first.boot());
    assertThat(HomeId.parse(first.toString())).isEqualTo(first);
    assertThat(HomeId.parse("nonsense").id()).isEmpty();
  }

  @Test
  void ofManyWhoMarkAHomeAtOnceTheFirstCounts() throws IOException {
    Set<HomeId> marks = ConcurrentHashMap.newKeySet();
    var threads =
        IntStream.range(0, 20)
            .mapToObj(_ -> Thread.ofVirtual().start(() -> marks.add(mark())))
            .toList();
    threads.forEach(thread -> Waits.join(thread, Duration.ofSeconds(60)));
    assertThat(marks).hasSize(1);
    try (var files = Files.list(root)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("mark");
    }
  }

  private HomeId mark() {
    try {
      return HomeId.of(root);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }
}
