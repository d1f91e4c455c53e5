package dev.muster.process.spawn;

import dev.muster.host.Waits;
import dev.muster.process.linux.Epoll;
import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.ProcessId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The one thread that waits for all children of a launcher. It learns of each by a descriptor of
 * its own and reaps that one only: other children of this process are somebody else's.
 */
final class Reaper implements AutoCloseable {
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Epoll epoll = new Epoll();
  private final Map<Integer, WatchedProcess> children = new ConcurrentHashMap<>();
  private final Thread thread;

  Reaper(String name) throws IOException {
    this.thread = Thread.ofPlatform().name("reaper-" + name).daemon().start(this::run);
  }

  /** Takes over the child and its descriptor; one that cannot be watched is ended. */
  void watch(NativeChild child) {
    try {
      watchBy(child.descriptor(), child);
    } catch (IOException tooMany) {
      child.kill();
    }
  }

  /** For a process that may be gone, and its number reused; whether the process is there. */
  boolean watchIfThere(ProcessId id, WatchedProcess child) throws IOException {
    int descriptor;
    try {
      descriptor = Kernel.openProcess(id.pid());
    } catch (IOException gone) {
      return false;
    }
    if (!id.isThere()) {
      Kernel.close(descriptor);
      return false;
    }
    watchBy(descriptor, child);
    return true;
  }

  private void watchBy(int descriptor, WatchedProcess child) throws IOException {
    children.put(descriptor, child);
    try {
      epoll.add(descriptor);
    } catch (IOException refused) {
      forget(descriptor);
      throw refused;
    }
  }

  private void run() {
    try {
      while (handle(epoll.await())) {}
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private boolean handle(int[] ready) throws IOException {
    for (int descriptor : ready) {
      var child = children.get(descriptor);
      if (child == null) {
        return false;
      }
      if (child.reap()) {
        epoll.remove(descriptor);
        forget(descriptor);
      }
    }
    return true;
  }

  private void forget(int descriptor) {
    children.remove(descriptor);
    Kernel.close(descriptor);
  }

  @Override
  public void close() {
    try {
      int stopSignal = Epoll.readable();
      epoll.add(stopSignal);
      Waits.join(thread, JOIN_LIMIT);
      Kernel.close(stopSignal);
    } catch (IOException noDescriptorLeft) {
      throw new UncheckedIOException(noDescriptorLeft);
    }
    children.keySet().forEach(this::forget);
    epoll.close();
  }

  interface WatchedProcess {
    /** To be called when it is dead. Whether that is so, and all is done. */
    boolean reap();
  }
}
