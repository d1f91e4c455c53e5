package dev.muster.process.spawn;

import dev.muster.model.Usage;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.SpawnRequest;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** For computers without glibc: no sessions, no figures, and a dearer start. */
final class JdkLauncher extends Launcher {

  private static final File NOTHING = new File("/dev/null");

  /** Its family are those that can be found below it while it lives. */
  private record JdkChild(Process process) implements Child {
    @Override
    public ProcessId id() {
      return new ProcessId((int) process.pid(), 0);
    }

    /** The process before its children: a shell must not go on to its next command. */
    @Override
    public void end(boolean force) {
      var family = new ArrayList<ProcessHandle>();
      family.add(process.toHandle());
      process.descendants().forEach(family::add);
      family.forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }

    /** The JDK has no such signal. */
    @Override
    public void freeze(boolean frozen) {}

    @Override
    public Optional<ExitStatus> await(Duration limit) throws InterruptedException {
      boolean over = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      return over ? Optional.of(await()) : Optional.empty();
    }

    @Override
    public ExitStatus await() throws InterruptedException {
      return new ExitStatus(process.waitFor(), Usage.NONE);
    }
  }

  JdkLauncher(String name) {
    super(name);
  }

  @Override
  public Child start(SpawnRequest start, SpawnTarget target) throws IOException {
    var adapted = target.adapt(start);
    var arguments = new ArrayList<>(adapted.arguments());
    arguments.set(0, adapted.program());
    var builder = new ProcessBuilder(arguments).directory(adapted.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(adapted.environment());
    builder.redirectInput(NOTHING);
    builder.redirectOutput(adapted.stdout().toFile()).redirectError(adapted.stderr().toFile());
    try {
      target.enter();
      return new JdkChild(builder.start());
    } catch (IOException refused) {
      target.leave();
      throw refused;
    }
  }

  /** Nothing that began here outlives us in a way that could be found again. */
  @Override
  public Child adopt(ProcessId id, ExitLog.ExitLookup exitLookup) throws IOException {
    throw new IOException("no process can be taken over without glibc");
  }
}
