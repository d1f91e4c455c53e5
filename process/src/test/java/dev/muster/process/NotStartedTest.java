package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task that cannot start says why, in a way that tells its author what to do. */
class NotStartedTest {
  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(home, RunOptions.STANDARD);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void saysWhy(String why) {
    assertThat(bench.run()).isEqualTo(RunResult.unstartable(why));
  }

  @Test
  void noSuchCommand() {
    bench.command("no-such-command", "x");
    saysWhy("command not found: no-such-command");
  }

  @Test
  void noSuchPath() {
    bench.command("./no-such-script");
    saysWhy("command not found: ./no-such-script");
  }

  @Test
  void notOnThePathOfTheStage() {
    bench.command("true").env(Map.of("PATH", home.toString()));
    saysWhy("command not found: true");
  }

  @Test
  void notExecutable() throws IOException {
    Files.writeString(home.resolve("script"), "echo hello");
    bench.files("script").command("./script");
    saysWhy("command is not executable: ./script");
  }

  @Test
  void noInterpreter() throws IOException {
    Files.writeString(home.resolve("script"), "#!/no/such/shell\n");
    assertThat(home.resolve("script").toFile().setExecutable(true)).isTrue();
    bench.files("script").command("./script");
    assertThat(bench.run().detail()).startsWith("cannot run ./script: ");
  }

  @Test
  void noCommand() {
    bench.command();
    saysWhy("there is no command");
  }

  @Test
  void noSuchDirectory() {
    bench.in("nowhere");
    saysWhy("no such directory: " + home.resolve("nowhere"));
  }

  @Test
  void notADirectory() throws IOException {
    Files.writeString(home.resolve("file"), "");
    bench.in("file");
    saysWhy("not a directory: " + home.resolve("file"));
  }

  @Test
  void noSuchFile() {
    bench.files("data/missing.csv");
    saysWhy(
        "cannot read `data/missing.csv` of `files`: no such file or directory: "
            + home.resolve("data/missing.csv"));
  }

  @Test
  void notADirectoryOfFiles() throws IOException {
    Files.writeString(home.resolve("file"), "");
    bench.files("file/");
    assertThat(bench.run().detail()).startsWith("cannot read `file/` of `files`: ");
  }

  @Test
  void twoFilesOfOneName() throws IOException {
    Files.createDirectories(home.resolve("a"));
    Files.writeString(home.resolve("a/x"), "");
    Files.writeString(home.resolve("x"), "");
    bench.files("a/x", "x");
    saysWhy("`x` of `files` brings a second `x`");
  }

  @Test
  void aDiskThatDoesNotTakeDirectories() throws IOException {
    Files.writeString(home.resolve("cell"), "a file where the directory should be");
    var result = bench.run();
    assertThat(result.outcome()).as("its node's fault").isEqualTo(Outcome.NOT_STARTED);
    assertThat(result.detail()).startsWith("cannot make the task's directories: ");
  }

  @Test
  void aStageThatWouldLeaveItsDirectory() {
    var stage = StageSpec.of("../up", 1, new Resources(1, 1), List.of("true"));
    var result = new CompletableFuture<RunResult>();
    var work = Work.of(1, JobSpec.of("j", stage), 0, 0, 1);
    bench.runtime.launch(Bench.launch(1, work), result::complete);
    assertThat(result.join()).isEqualTo(RunResult.unstartable("a stage cannot be called `../up`"));
  }

  @Test
  void aMachineThatIsClosed() {
    bench.runtime.close();
    assertThat(bench.run().outcome()).isEqualTo(Outcome.NOT_STARTED);
  }
}
