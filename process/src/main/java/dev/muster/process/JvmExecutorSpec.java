package dev.muster.process;

import com.sun.management.OperatingSystemMXBean;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.executor.ExecutorMain;
import dev.muster.executor.frame.Protocol;
import dev.muster.model.Resources;
import dev.muster.model.TaskFiles;
import dev.muster.process.executor.ExecutorSpec;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How the executor of a function is started: a JVM with the jars among the stage's files on its
 * class path, and with the resources of as many tasks of the stage as this computer can hold at
 * once.
 */
final class JvmExecutorSpec implements ExecutorSpec {
  /** What a JVM needs beside the heap. */
  static final long JVM_BYTES = 96L << 20;

  private static final long LEAST_HEAP_BYTES = 16L << 20;
  private static final long MEBIBYTE = 1L << 20;
  private static final long CPU_MILLIS = 1_000L * Runtime.getRuntime().availableProcessors();
  private static final long MEMORY_BYTES =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();

  /** Calls that may share an executor: the same rights, files and causes to end. */
  private record ExecutorKind(
      long job,
      String user,
      boolean opportunistic,
      String home,
      TaskFiles files,
      Map<String, String> env,
      Resources resources) {}

  private final Work work;
  private final ExecutorKind kind;
  private final ExecutorDirectories directories;

  JvmExecutorSpec(Launch launch, ExecutorDirectories directories) {
    this.work = launch.work();
    var stage = work.spec();
    var demand = launch.demand();
    this.kind =
        new ExecutorKind(
            work.job(),
            demand.origin().user(),
            demand.isOpportunistic(),
            work.home(),
            stage.files(),
            stage.program().env(),
            stage.resources());
    this.directories = directories;
  }

  @Override
  public Object key() {
    return kind;
  }

  @Override
  public int slots() {
    var each = kind.resources();
    long byCpu = CPU_MILLIS / Math.max(1, each.cpuMillis());
    long byMemory = MEMORY_BYTES / Math.max(1, each.memoryBytes());
    return Math.clamp(Math.min(byCpu, byMemory), 1, Protocol.MAX_SLOTS);
  }

  private long heapBytes() {
    return Math.max(LEAST_HEAP_BYTES, kind.resources().memoryBytes() * slots());
  }

  @Override
  public Resources limits() {
    return new Resources(kind.resources().cpuMillis() * slots(), heapBytes() + JVM_BYTES);
  }

  @Override
  public Prepared prepare(Map<String, String> variables) throws IOException, InterruptedException {
    var place = directories.create(kind.job());
    var files = place.localize(work, directories.localizer());
    var environment = directories.environment().ofExecutor(kind.job(), kind.env());
    environment.putAll(variables);
    return place.prepared(command(place.work()), environment, files);
  }

  private List<String> command(Path work) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + heapBytes() / MEBIBYTE + "m",
        "-XX:-UsePerfData",
        "-cp",
        String.join(File.pathSeparator, ownJar(), work.toString(), work + "/*"),
        ExecutorMain.class.getName());
  }

  /** Where the program itself lies: a jar, or a directory while it is being built. */
  private static String ownJar() {
    var source = ExecutorMain.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(java.net.URI.create(source.toString())).toString();
  }
}
