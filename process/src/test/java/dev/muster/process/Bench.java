package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Program;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.directory.LogTrimmer;
import dev.muster.process.supervise.TaskProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A machine on a bench: runs one job's tasks and waits for what comes of them. */
final class Bench implements AutoCloseable {
  static final String NODE = "node-7";
  static final String STAGE = "stage";

  private static final Resources LITTLE = new Resources(1, 1);

  final Path home;
  final ProcessRuntime runtime;
  final JobDirectory directory;
  private StageSpec stage = StageSpec.of(STAGE, 300, LITTLE, List.of("true")).withAfter("earlier");

  Bench(Path home, RunOptions options) {
    this(home, options, Cgroups.open(options.limits().processes(), Set.of()));
  }

  Bench(Path home, RunOptions options, Cgroups groups) {
    this(home, options, groups, Localizer.IN_PLACE, LogTrimmer.HolePunch.OF_THE_KERNEL);
  }

  Bench(
      Path home,
      RunOptions options,
      Cgroups groups,
      Localizer localizer,
      LogTrimmer.HolePunch holePunch) {
    this(home, options, groups, localizer, DurableState.NONE, holePunch);
  }

  Bench(Path home, RunOptions options, Cgroups groups, Localizer localizer, DurableState durable) {
    this(home, options, groups, localizer, durable, LogTrimmer.HolePunch.OF_THE_KERNEL);
  }

  private Bench(
      Path home,
      RunOptions options,
      Cgroups groups,
      Localizer localizer,
      DurableState durable,
      LogTrimmer.HolePunch holePunch) {
    this.home = home;
    var cell = home.resolve("cell");
    this.runtime = new ProcessRuntime(NODE, cell, options, groups, localizer, durable, holePunch);
    this.directory = JobDirectory.of(home.resolve("cell"), 17);
  }

  Bench needs(Resources resources) {
    stage = stage.withResources(resources);
    return this;
  }

  Bench command(String... words) {
    return program(List.of(words), stage.program().env(), stage.program().directory());
  }

  Bench shell(String line) {
    return command("sh", "-c", line);
  }

  Bench env(Map<String, String> env) {
    return program(stage.program().command(), env, stage.program().directory());
  }

  Bench in(String directory) {
    return program(stage.program().command(), stage.program().env(), directory);
  }

  private Bench program(List<String> command, Map<String, String> env, String directory) {
    stage = stage.with(new Program(command, "", env, directory));
    return this;
  }

  Bench items(String... items) {
    stage = stage.withItems(List.of(items));
    return this;
  }

  Bench files(String... files) {
    stage = stage.withFiles(files);
    return this;
  }

  Work work(int index, int attempt) {
    var earlier = StageSpec.of("earlier", 1, LITTLE, List.of("true"));
    var spec = JobSpec.of("job", earlier, stage).withHome(home.toString());
    return Work.of(17, spec, 1, index, attempt);
  }

  Launch launch(int index, int attempt) {
    return launch(index, work(index, attempt));
  }

  static Launch launch(long run, Work work) {
    return new Launch(run, 0, Demand.of(work.spec().resources()), work);
  }

  /** Run numbers are task numbers here. */
  CompletableFuture<RunResult> start(int index, int attempt) {
    var result = new CompletableFuture<RunResult>();
    runtime.launch(launch(index, attempt), done -> result.complete(done.withUsage(Usage.NONE)));
    return result.orTimeout(30, TimeUnit.SECONDS);
  }

  /**
   * As {@link #run}, with what was used; other results are without, so that they can be compared.
   */
  RunResult measure(int index) {
    var result = new CompletableFuture<RunResult>();
    runtime.launch(launch(index, 1), result::complete);
    return result.orTimeout(30, TimeUnit.SECONDS).join();
  }

  RunResult run() {
    return run(0);
  }

  RunResult run(int index) {
    return start(index, 1).join();
  }

  String stdout(int index) {
    return read(directory::stdout, index);
  }

  String stderr(int index) {
    return read(directory::stderr, index);
  }

  private interface Log {
    Optional<Path> of(String stage, int index) throws IOException;
  }

  private static String read(Log log, int index) {
    try {
      var path = log.of(STAGE, index);
      return path.isPresent() ? Files.readString(path.get()) : "";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  void hasSaid(int index, String text) {
    await().untilAsserted(() -> assertThat(stdout(index)).contains(text));
  }

  /** The processes of this bench's job that are there now. */
  List<TaskProcesses.Owned> left() {
    return TaskProcesses.owned().stream()
        .filter(each -> each.mark().startsWith(directory.root().toString()))
        .toList();
  }

  void nothingIsLeftSoon() {
    await().untilAsserted(() -> assertThat(left()).isEmpty());
  }

  @Override
  public void close() {
    runtime.close();
    assertThat(left()).isEmpty();
  }
}
