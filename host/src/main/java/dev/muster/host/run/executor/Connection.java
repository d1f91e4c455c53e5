package dev.muster.host.run.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.Hello;
import dev.muster.executor.frame.Kind;
import dev.muster.executor.frame.MalformedFrame;
import dev.muster.executor.frame.Outbox;
import dev.muster.executor.frame.Protocol;
import dev.muster.host.Patience;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection, on a thread that reads and, once it is admitted, another one that writes.
 *
 * <p>Whatever is wrong with what comes in ends it, and the other side is told the reason before.
 */
final class Connection {

  /** Whoever may let it in. */
  interface Door {

    /** Who is to hear it from now on. */
    Listener admit(Hello hello, Connection connection) throws MalformedFrame;

    void closed(Connection connection);
  }

  /** Hears an admitted connection. */
  interface Listener {

    /** The executor has been bid welcome; calls may follow. */
    void welcomed();

    void hear(Kind kind, long call, ByteBuffer body) throws MalformedFrame;

    /** Nothing more comes. */
    void closed(String why);
  }

  /** How long a side that does not listen is given to hear the reason. */
  private static final Duration LAST_WORDS_LIMIT = Duration.ofSeconds(1);

  static final String BY_THE_OTHER = "it closed its connection";

  private final SocketChannel channel;
  private final Door door;
  private final String node;
  private final long openedTick = System.nanoTime();
  private final Outbox out = new Outbox();
  private final FrameReader reader;
  private final Thread writer;
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
  private volatile @Nullable Listener listener;

  Connection(SocketChannel channel, Door door, String node) {
    this.channel = channel;
    this.door = door;
    this.node = node;
    this.reader = new FrameReader(channel, Protocol.MAX_HELLO_BYTES);
    this.writer =
        Thread.ofPlatform().name("executor-writer-" + node).daemon().unstarted(this::write);
  }

  void start() {
    Thread.ofPlatform().name("executor-reader-" + node).daemon().start(this::read);
  }

  Outbox out() {
    return out;
  }

  /** Whether it has been open since then and has not said who it is. */
  boolean isSilentSince(long tick) {
    return listener == null && openedTick - tick < 0;
  }

  /** Ends it; its listener hears of that. */
  void close(String why) {
    reason.compareAndSet(null, why);
    closeChannel();
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException alreadyBroken) {
      // It is of no use in either case.
    }
  }

  private void read() {
    try {
      while (reader.read(this::hear)) {}
      reason.compareAndSet(null, BY_THE_OTHER);
    } catch (MalformedFrame wrong) {
      sayBye(String.valueOf(wrong.getMessage()));
    } catch (IOException lost) {
      reason.compareAndSet(null, "its connection broke: " + lost.getMessage());
    } finally {
      end();
    }
  }

  private void hear(Kind kind, long call, ByteBuffer body) throws MalformedFrame {
    var admitted = listener;
    if (admitted != null) {
      admitted.hear(kind, call, body);
    } else if (kind == Kind.HELLO) {
      knock(Hello.read(body));
    } else {
      throw new MalformedFrame("the first frame must be a HELLO, not a " + kind);
    }
  }

  private void knock(Hello hello) throws MalformedFrame {
    if (hello.version() != Protocol.VERSION) {
      throw new MalformedFrame(
          "this node speaks version %d, not %d".formatted(Protocol.VERSION, hello.version()));
    }
    if (hello.slots() < 1 || hello.slots() > Protocol.MAX_SLOTS) {
      throw new MalformedFrame(
          "an executor has 1 to %d slots, not %d".formatted(Protocol.MAX_SLOTS, hello.slots()));
    }
    var admitted = door.admit(hello, this);
    listener = admitted;
    reader.allow(Protocol.MAX_FRAME_BYTES);
    out.hello(new Hello(Protocol.VERSION, hello.slots(), node, ""));
    writer.start();
    admitted.welcomed();
  }

  private void write() {
    try {
      out.drainTo(channel);
    } catch (IOException | InterruptedException lost) {
      close("its connection broke: " + lost.getMessage());
    }
  }

  private void sayBye(String why) {
    reason.compareAndSet(null, why);
    out.bye(why);
    if (listener == null) {
      writer.start();
    }
    out.close();
    Patience.join(writer, LAST_WORDS_LIMIT);
  }

  private void end() {
    out.close();
    closeChannel();
    door.closed(this);
    var admitted = listener;
    if (admitted != null) {
      admitted.closed(String.valueOf(reason.get()));
    }
  }
}
