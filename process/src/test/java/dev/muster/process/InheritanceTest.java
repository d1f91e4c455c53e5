package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.process.cgroup.Cgroups;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task gets from the process that starts it: nothing it was not meant to have. */
class InheritanceTest {
  /** Without the two that the C library keeps for itself, and those for real time. */
  private static final long ORDINARY_SIGNALS = 0x7fff_ffffL;

  @TempDir private Path home;

  private Bench bench(boolean confined) {
    var groups = confined ? Cgroups.open() : Cgroups.PLAIN;
    return new Bench(home, RunOptions.STANDARD, groups);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyThreeDescriptors(boolean confined) throws Exception {
    try (var bench = bench(confined);
        var _ = Files.newInputStream(Path.of("/dev/null"))) {
      bench.shell("ls /proc/$$/fd").run();
      assertThat(bench.stdout(0)).isEqualTo("0\n1\n2\n");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSessionOfItsOwn(boolean confined) {
    try (var bench = bench(confined)) {
      bench.shell("echo $$; cut -d' ' -f5,6 /proc/$$/stat").run();
      var lines = bench.stdout(0).lines().toList();
      assertThat(lines.get(1)).isEqualTo(lines.get(0) + " " + lines.get(0));
    }
  }

  @Test
  void noSignalIsIgnoredOrHeldBack() {
    try (var bench = bench(true)) {
      bench.command("cat", "/proc/self/status").run();
      assertThat(bench.stdout(0).lines().filter(line -> line.matches("Sig(Blk|Ign|Cgt):.*")))
          .extracting(line -> Long.parseUnsignedLong(line.split("\\s+")[1], 16))
          .hasSize(3)
          .allMatch(signals -> (signals & ORDINARY_SIGNALS) == 0);
    }
  }

  @Test
  void theExactWords() {
    try (var bench = bench(true)) {
      bench.command("printf", "[%s]", "", " a b ", "ä\n$HOME").run();
      assertThat(bench.stdout(0)).isEqualTo("[][ a b ][ä\n$HOME]");
    }
  }

  @Test
  void onlyItsOwnVariables() {
    try (var bench = bench(true)) {
      bench.command("env").run();
      assertThat(bench.stdout(0).lines().map(line -> line.substring(0, line.indexOf('='))))
          .allMatch(
              name ->
                  name.startsWith("MUSTER_")
                      || name.startsWith("LC_")
                      || name.matches("PATH|HOME|USER|LOGNAME|SHELL|LANG|TZ|TMPDIR"));
    }
  }

  @Test
  void aScriptWithoutAnInterpreterIsRunByTheShell() throws Exception {
    Files.writeString(home.resolve("script"), "echo word $1\n");
    assertThat(home.resolve("script").toFile().setExecutable(true)).isTrue();
    try (var bench = bench(true)) {
      bench.files("script").command("./script", "x").run();
      assertThat(bench.stdout(0)).isEqualTo("word x\n");
    }
  }

  @Test
  void aWordWithAZeroByteIsRefused() {
    try (var bench = bench(true)) {
      assertThat(bench.command("echo", "a\0b").run().detail())
          .isEqualTo("cannot run echo: a word or a variable holds a zero byte");
    }
  }
}
