package dev.muster.process.executor;

import static org.awaitility.Awaitility.await;

import dev.muster.executor.frame.Protocol;
import dev.muster.model.Resources;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Executors whose process only sleeps; what they say, a test says in their place. */
final class Acted implements ExecutorSpec {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** One of them, as the pool has made it. */
  record Actor(Path home, Map<String, String> variables, CountDownLatch exceedsLogLimit) {
    /** Comes when its process is there, and is let in. */
    Stranger connect() throws Exception {
      await()
          .atMost(PATIENCE)
          .until(() -> Files.exists(pid()) && Files.readString(pid()).endsWith("\n"));
      var stranger =
          new Stranger(Path.of(variables.getOrDefault(Protocol.SOCKET, "")))
              .greet(
                  Protocol.VERSION,
                  Acceptor.Prefix.OURS,
                  variables.getOrDefault(Protocol.SECRET, ""));
      if (stranger.receive().kind() != Protocol.FrameKind.HELLO) {
        throw new AssertionError("not welcome");
      }
      return stranger;
    }

    private Path pid() {
      return home.resolve("pid");
    }

    /** The letter by which the kernel tells the state of its process. */
    char state() throws IOException {
      var stat = Files.readString(Path.of("/proc", Files.readString(pid()).strip(), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    }
  }

  private final Path home;
  private final CountDownLatch filesCome;
  private final BlockingQueue<Actor> actors = new LinkedBlockingQueue<>();
  private int count;

  /**
   * @param filesCome none of them begins before
   */
  Acted(Path home, CountDownLatch filesCome) {
    this.home = home;
    this.filesCome = filesCome;
  }

  /** The next one that is started. */
  Actor next() throws InterruptedException {
    var next = actors.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nobody was started");
    }
    return next;
  }

  @Override
  public Object key() {
    return "acted";
  }

  @Override
  public int slots() {
    return 2;
  }

  @Override
  public Resources limits() {
    return new Resources(1_000, 64 << 20);
  }

  @Override
  public Prepared prepare(Map<String, String> variables) throws IOException, InterruptedException {
    var directory = Files.createDirectory(home.resolve("acted-" + count++));
    var actor = new Actor(directory, variables, new CountDownLatch(1));
    actors.add(actor);
    filesCome.await();
    return new Prepared() {
      @Override
      public SpawnRequest start() {
        return new SpawnRequest(
            "/bin/sh",
            List.of("sh", "-c", "echo $$ > pid; exec sleep 1000"),
            Map.of("PATH", "/usr/bin:/bin"),
            directory,
            directory.resolve("stdout"),
            directory.resolve("stderr"));
      }

      @Override
      public String stderrTail() {
        return "";
      }

      @Override
      public boolean exceedsLogLimit() {
        return actor.exceedsLogLimit().getCount() == 0;
      }

      @Override
      public void close() {}
    };
  }
}
