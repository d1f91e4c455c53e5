package dev.muster.process.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.process.directory.DiskCheck.DiskSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a node should take tasks, by its disks. */
final class DiskCheckTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path directory;
  private DiskSpace space = new DiskSpace(0, 0);

  private DiskCheck check() {
    return check(OptionalLong.empty());
  }

  private DiskCheck check(long leastBytes) {
    return check(OptionalLong.of(leastBytes));
  }

  private DiskCheck check(OptionalLong leastBytes) {
    return new DiskCheck("node-0", List.of(directory), leastBytes, _ -> space);
  }

  private void free(long mib, long allMib) {
    space = new DiskSpace(mib * MIB, allMib * MIB);
  }

  @Test
  void aLargeDiskNeedsAHundredMebibytesFree() {
    var check = check();
    free(100, 100_000);
    assertThat(check.look()).isEmpty();
    free(99, 100_000);
    assertThat(check.look())
        .isEqualTo("the disk of " + directory + " is full: 99 MiB free, 100 MiB needed");
  }

  @Test
  void aSmallDiskNeedsAHundredthFree() {
    var check = check();
    free(2, 200);
    assertThat(check.look()).isEmpty();
    free(1, 200);
    assertThat(check.look()).isNotEmpty();
  }

  @Test
  void whatIsSaidHoldsForASmallDiskToo() {
    var check = check(100 * MIB);
    free(99, 200);
    assertThat(check.look()).endsWith("is full: 99 MiB free, 100 MiB needed");
    free(200, 200);
    assertThat(check.look()).isEmpty();
  }

  @Test
  void aDiskThatWasFullMustHaveTwiceAsMuch() {
    var check = check();
    free(50, 100_000);
    check.look();
    free(199, 100_000);
    assertThat(check.look()).isNotEmpty();
    free(200, 100_000);
    assertThat(check.look()).isEmpty();
    free(100, 100_000);
    assertThat(check.look()).isEmpty();
  }

  @Test
  void aDirectoryThatTakesNoFileIsAProblem() throws IOException {
    free(1_000, 100_000);
    Files.createDirectory(directory.resolve(".disk-check-node-0"));

    assertThat(check(1).look()).startsWith("cannot write to " + directory + ": ");
  }

  @Test
  void nothingIsLeftBehind() {
    free(1_000, 100_000);
    check(1).look();

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theCheckCanBeSwitchedOff() {
    free(0, 100_000);

    assertThat(check(0).look()).isEmpty();
    assertThat(DiskCheck.leastFreeBytes(Map.of("MUSTER_MIN_FREE_DISK", "0"))).hasValue(0);
  }

  @Test
  void howMuchMustBeFreeCanBeSaid() {
    assertThat(DiskCheck.leastFreeBytes(Map.of())).isEmpty();
    assertThat(DiskCheck.leastFreeBytes(Map.of("MUSTER_MIN_FREE_DISK", "1Gi")))
        .hasValue(1024 * MIB);
    assertThatThrownBy(() -> DiskCheck.leastFreeBytes(Map.of("MUSTER_MIN_FREE_DISK", "much")))
        .hasMessage("MUSTER_MIN_FREE_DISK must be a size such as 100Mi, or 0, not `much`");
  }
}
