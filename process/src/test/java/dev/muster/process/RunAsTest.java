package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.process.cgroup.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that have the rights of another user than Muster itself; only root can arrange that. */
class RunAsTest {
  private static final String USER = "nobody";
  private static final RunOptions OPTIONS = optionsFor(USER);

  @TempDir private Path home;

  @BeforeEach
  void letPass() throws IOException {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "not root");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
  }

  private Bench bench(boolean confined) {
    return new Bench(home, OPTIONS, confined ? Cgroups.open() : Cgroups.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTaskIsThatUserInAllRespects(boolean confined) {
    try (var bench = bench(confined)) {
      bench.shell("id -nu; id -nru; id -nG; echo $USER $LOGNAME; echo $HOME").run();
      assertThat(bench.stdout(0).lines()).startsWith(USER, USER).contains(USER + " " + USER);
      assertThat(bench.stdout(0)).doesNotContain("root");
    }
  }

  @Test
  void itHasNothingLeftOfRoot() {
    try (var bench = bench(true)) {
      bench.shell("grep -E '^(Uid|Gid|CapEff|CapPrm)' /proc/$$/status; ls /proc/$$/fd").run(0);
      assertThat(bench.stdout(0))
          .contains("CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n")
          .doesNotContainPattern("[UG]id:.*\\b0\\b")
          .endsWith("0\n1\n2\n");
      assertThat(bench.shell("cat /etc/shadow").run(1).exitCode()).isEqualTo(1);
      assertThat(bench.stderr(1)).containsIgnoringCase("permission denied");
      assertThat(bench.shell("kill -9 $PPID").run(2).exitCode()).isEqualTo(1);
    }
  }

  @Test
  void itWritesWhereATaskMayAndWhatItLeavesIsTheOutput() throws IOException {
    try (var bench = bench(true)) {
      var result = bench.shell("echo a > here && echo b > $MUSTER_OUTPUT/there").run();
      assertThat(result.succeeded()).isTrue();
      var output = bench.directory.output(Bench.STAGE, 0).resolve("there");
      assertThat(output).hasContent("b");
      assertThat(Files.getOwner(output).getName()).isEqualTo(USER);
    }
  }

  @Test
  void theNextTaskHasADirectoryOfTheUserToo() {
    try (var bench = bench(true)) {
      bench.command("true").run(0);
      assertThat(bench.shell("touch here").run(1).succeeded()).isTrue();
    }
  }

  @Test
  void functionsAreRefusedSinceTheirExecutorsWouldBeRoots() {
    try (var runtime = NodeRuntime.of("n", home, OPTIONS, Localizer.IN_PLACE)) {
      var needs = new Resources(1, 1);
      var stage = StageSpec.ofFunction("f", List.of("x"), needs, "com.example.Fn", List.of());
      var result = new CompletableFuture<RunResult>();
      var work = Work.of(1, JobSpec.of("j", stage), 0, 0, 1);
      runtime.launch(Bench.launch(1, work), result::complete);
      assertThat(result.join().detail()).startsWith("functions cannot run as user nobody: ");
    }
  }

  private static ProcessRuntime runtime(Path cell, RunOptions options) {
    return new ProcessRuntime("n", cell, options, Localizer.IN_PLACE);
  }

  @Test
  void aUserThatIsNotThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> runtime(home, optionsFor("no-such-user")))
        .withMessage("there is no user `no-such-user` on this computer");
  }

  @Test
  void aHomeThatTheUserCannotReachIsRefused() throws IOException {
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> runtime(home.resolve("cell"), OPTIONS))
        .withMessage(
            "user nobody cannot reach %s: allow others to pass %s (chmod o+x), or choose another home"
                .formatted(home.resolve("cell"), home));
  }

  private static RunOptions optionsFor(String user) {
    return new RunOptions(
        RunOptions.AttemptLimits.STANDARD, user, RunOptions.STANDARD.keepOutputs());
  }
}
