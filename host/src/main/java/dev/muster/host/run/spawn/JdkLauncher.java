package dev.muster.host.run.spawn;

import dev.muster.model.Usage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;

/** For computers without glibc: no sessions, no figures, and a dearer start. */
final class JdkLauncher implements Launcher {

  private static final File NOTHING = new File("/dev/null");

  /** Its family are those that can be found below it while it lives. */
  private record JdkChild(Process process) implements Child {

    @Override
    public Birth birth() {
      return new Birth((int) process.pid(), 0);
    }

    /** The process before its children: a shell must not go on to its next command. */
    @Override
    public void end(boolean force) {
      var family = new ArrayList<ProcessHandle>();
      family.add(process.toHandle());
      process.descendants().forEach(family::add);
      family.forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }

    @Override
    public Ended await() throws InterruptedException {
      return new Ended(process.waitFor(), Usage.NONE);
    }
  }

  private final Starters starters;

  JdkLauncher(String name) {
    this.starters = new Starters(name);
  }

  @Override
  public Child start(Start start, Birthplace place) throws IOException {
    var adapted = place.adapt(start);
    var words = new ArrayList<>(adapted.words());
    words.set(0, adapted.program());
    var builder = new ProcessBuilder(words).directory(adapted.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(adapted.environment());
    builder.redirectInput(NOTHING);
    builder.redirectOutput(adapted.stdout().toFile()).redirectError(adapted.stderr().toFile());
    return new JdkChild(starters.start(place, builder::start));
  }

  /** Nothing that began here outlives us in a way that could be found again. */
  @Override
  public Child adopt(Birth birth, Obituaries obituaries) throws IOException {
    throw new IOException("no process can be taken over without glibc");
  }

  @Override
  public void close() {
    starters.close();
  }
}
