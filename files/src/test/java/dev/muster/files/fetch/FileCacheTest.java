package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.content.CacheDirectory;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stays in a node's cache, and what goes. */
class FileCacheTest {
  private static final int KIB = 1 << 10;
  private static final Sample ONE = Sample.of(1, KIB);
  private static final Sample TWO = Sample.of(2, KIB);
  private static final Sample THREE = Sample.of(3, KIB);
  private static final Sample FOUR = Sample.of(4, KIB);

  @TempDir private Path directory;
  private FileCache cache;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(directory, 3 * KIB);
  }

  @AfterEach
  void close() {
    cache.close();
  }

  private void put(Sample... samples) throws IOException {
    for (var sample : samples) {
      sample.putInto(cache).close();
    }
  }

  private boolean has(Sample sample) {
    var found = cache.find(sample.content());
    found.ifPresent(PinnedFile::close);
    return found.isPresent();
  }

  private void reopen() throws IOException {
    cache.close();
    cache = FileCache.open(directory, 3 * KIB);
  }

  private Path file(Sample sample) {
    return new CacheDirectory(directory).file(sample.content().sha256());
  }

  @Test
  void whatWasUsedLongestAgoGoesFirst() throws IOException {
    put(ONE, TWO, THREE);
    assertThat(has(ONE)).isTrue();
    put(FOUR);
    assertThat(has(TWO)).isFalse();
    assertThat(file(TWO)).doesNotExist();
    assertThat(has(ONE)).isTrue();
    assertThat(has(THREE)).isTrue();
    assertThat(cache.usedBytes()).isEqualTo(3 * KIB);
  }

  @Test
  void whatIsInUseStaysHoweverOldItIs() throws IOException {
    put(ONE, TWO, THREE);
    try (var used = cache.find(ONE.content()).orElseThrow()) {
      put(FOUR, TWO, THREE, FOUR, TWO);
      assertThat(used.path()).hasBinaryContent(ONE.bytes());
    }
    put(THREE, FOUR, Sample.of(5, KIB));
    assertThat(has(ONE)).isFalse();
  }

  @Test
  void whenAllIsInUseTheNextIsRefused() throws IOException {
    try (var one = ONE.putInto(cache);
        var two = TWO.putInto(cache);
        var three = THREE.putInto(cache)) {
      assertThatThrownBy(() -> cache.reserve(FOUR.content()))
          .hasMessage(
              "no space in the node's cache of 3 KiB: 3 KiB of it are in use by tasks and"
                  + " transfers");
      assertThat(one.bytes() + two.bytes() + three.bytes()).isEqualTo(3 * KIB);
    }
    put(FOUR);
    assertThat(has(FOUR)).isTrue();
  }

  @Test
  void whatNeverFitsIsRefusedAndNothingGoesForIt() throws IOException {
    put(ONE);
    assertThatThrownBy(() -> cache.reserve(Sample.of(9, 4 * KIB).content()))
        .hasMessage("it is larger than the node's cache of 3 KiB; that would have to be raised");
    assertThat(has(ONE)).isTrue();
  }

  @Test
  void theLargestAreListedByTheBeginningOfTheirHash() throws IOException {
    var large = Sample.of(7, 2 * KIB);
    put(ONE);
    assertThat(cache.largest(2)).containsExactly(prefix(ONE));
    put(large);
    assertThat(cache.largest(2)).containsExactly(prefix(large), prefix(ONE));
    assertThat(cache.largest(1)).containsExactly(prefix(large));
    put(TWO, THREE);
    assertThat(cache.largest(3))
        .as("what had to go is not among them")
        .doesNotContain(prefix(large))
        .hasSize(3 - 1);
  }

  private static long prefix(Sample sample) {
    return Long.parseUnsignedLong(sample.content().sha256().substring(0, 16), 16);
  }

  @Test
  void theFilesAreReadOnly() throws IOException {
    try (var pinned = ONE.putInto(cache)) {
      assertThat(Files.getPosixFilePermissions(pinned.path()))
          .hasToString("[OWNER_READ, GROUP_READ, OTHERS_READ]");
      FileCache.makeProgram(pinned);
      assertThat(pinned.path()).isExecutable();
    }
  }

  @Test
  void anotherLifeOfTheNodeFindsAllInTheOrderOfItsUse() throws IOException {
    put(ONE, TWO, THREE);
    used(TWO, 1);
    used(THREE, 2);
    used(ONE, 3);
    reopen();
    assertThat(cache.usedBytes()).isEqualTo(3 * KIB);
    put(FOUR);
    assertThat(has(TWO)).isFalse();
    assertThat(has(ONE)).isTrue();
    assertThat(has(THREE)).isTrue();
  }

  private void used(Sample sample, int minute) throws IOException {
    var time = FileTime.from(Instant.EPOCH.plus(Duration.ofMinutes(minute)));
    Files.getFileAttributeView(file(sample), BasicFileAttributeView.class)
        .setTimes(null, time, null);
  }

  @Test
  void aLowerLimitHoldsFromTheStart() throws IOException {
    put(ONE, TWO, THREE);
    cache.close();
    cache = FileCache.open(directory, KIB);
    assertThat(cache.usedBytes()).isEqualTo(KIB);
  }

  @Test
  void whatSomebodyChangedIsDropped() throws IOException {
    put(ONE);
    Files.delete(file(ONE));
    Files.write(file(ONE), ONE.corrupted().bytes());
    assertThat(has(ONE)).isFalse();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void whatWasDamagedBetweenTwoLivesIsDroppedAtItsFirstUse() throws IOException {
    put(ONE, TWO);
    var time = Files.getLastModifiedTime(file(ONE));
    Files.delete(file(ONE));
    Files.write(file(ONE), ONE.corrupted().bytes());
    Files.setLastModifiedTime(file(ONE), time);
    reopen();
    assertThat(has(ONE)).isFalse();
    assertThat(has(TWO)).isTrue();
  }

  @Test
  void aBeginningIsKeptForTheNextLifeAndGoesBeforeAnythingElse() throws IOException {
    try (var room = cache.reserve(ONE.content())) {
      Files.write(room.partial(), new byte[KIB / 2]);
    }
    reopen();
    assertThat(cache.usedBytes()).isEqualTo(KIB / 2);
    put(TWO, THREE, FOUR);
    assertThat(has(TWO)).isTrue();
    assertThat(cache.usedBytes()).isEqualTo(3 * KIB);
  }

  @Test
  void aBeginningThatLeadsNowhereIsDropped() throws IOException {
    var partials = new CacheDirectory(directory);
    var tooLong = partials.partial(ONE.content());
    var tooOld = partials.partial(TWO.content());
    var noneOfOurs = tooLong.resolveSibling("something");
    Files.write(tooLong, new byte[KIB + 1]);
    Files.write(tooOld, new byte[1]);
    Files.setLastModifiedTime(
        tooOld, FileTime.from(Instant.now().minus(CacheDirectory.PARTIAL_RETENTION)));
    Files.write(noneOfOurs, new byte[1]);
    reopen();
    assertThat(tooLong).doesNotExist();
    assertThat(tooOld).doesNotExist();
    assertThat(noneOfOurs).doesNotExist();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void twoNodesCannotShareOne() {
    assertThatThrownBy(() -> FileCache.open(directory, KIB))
        .hasMessageContaining("; give each node its own");
  }
}
