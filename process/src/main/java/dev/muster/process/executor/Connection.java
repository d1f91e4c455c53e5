package dev.muster.process.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.FrameWriter;
import dev.muster.executor.frame.Protocol;
import dev.muster.host.Waits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection, on a thread that reads and, once it is admitted, another one that writes.
 *
 * <p>Whatever is wrong with what comes in ends it, and the peer receives the reason first.
 */
final class Connection {
  /**
   * <pre>
   *   HANDSHAKE ─► ESTABLISHED ─► CLOSED
   *        └─► REJECTED ────────────┘
   * </pre>
   */
  private enum ExecutorConnectionState {
    HANDSHAKE,
    ESTABLISHED,
    /** The peer receives the reason, and nothing else. */
    REJECTED,
    CLOSED
  }

  /** How long a side that does not read is given to receive the reason. */
  private static final Duration REASON_LIMIT = Duration.ofSeconds(1);

  static final String BY_THE_OTHER = "it closed its connection";

  private final SocketChannel channel;
  private final Acceptor acceptor;
  private final String node;
  private final long openedTick = System.nanoTime();
  private final FrameWriter out = new FrameWriter();
  private final FrameReader reader;
  private final Thread writer;
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
  private volatile ExecutorConnectionState state = ExecutorConnectionState.HANDSHAKE;

  /** There once {@link ExecutorConnectionState#ESTABLISHED}. */
  private volatile @Nullable ExecutorHandle listener;

  Connection(SocketChannel channel, Acceptor acceptor, String node) {
    this.channel = channel;
    this.acceptor = acceptor;
    this.node = node;
    this.reader = new FrameReader(channel, Protocol.MAX_HELLO_BYTES);
    this.writer =
        Thread.ofPlatform().name("executor-writer-" + node).daemon().unstarted(this::write);
  }

  void start() {
    Thread.ofPlatform().name("executor-reader-" + node).daemon().start(this::read);
  }

  FrameWriter out() {
    return out;
  }

  /** Whether it has been open since then and has not completed the handshake. */
  boolean isUnidentifiedSince(long tick) {
    return state == ExecutorConnectionState.HANDSHAKE && openedTick - tick < 0;
  }

  /** Closes the connection; the executor handle receives the reason. */
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
      while (reader.read(this::receive)) {}
      reason.compareAndSet(null, BY_THE_OTHER);
    } catch (FrameReader.MalformedFrame wrong) {
      rejectWith(String.valueOf(wrong.getMessage()));
    } catch (IOException lost) {
      reason.compareAndSet(null, "its connection broke: " + lost.getMessage());
    } finally {
      end();
    }
  }

  private void receive(Protocol.FrameKind kind, long call, ByteBuffer body)
      throws FrameReader.MalformedFrame {
    var admitted = listener;
    if (admitted != null) {
      admitted.receive(kind, call, body);
    } else if (kind == Protocol.FrameKind.HELLO) {
      identify(Protocol.ExecutorHandshake.read(body));
    } else {
      throw new FrameReader.MalformedFrame("the first frame must be a HELLO, not a " + kind);
    }
  }

  private void identify(Protocol.ExecutorHandshake handshake) throws FrameReader.MalformedFrame {
    if (handshake.version() != Protocol.VERSION) {
      throw new FrameReader.MalformedFrame(
          "this node speaks version %d, not %d".formatted(Protocol.VERSION, handshake.version()));
    }
    if (handshake.slots() < 1 || handshake.slots() > Protocol.MAX_SLOTS) {
      throw new FrameReader.MalformedFrame(
          "an executor has 1 to %d slots, not %d".formatted(Protocol.MAX_SLOTS, handshake.slots()));
    }
    var admitted = acceptor.admit(handshake, this);
    listener = admitted;
    become(ExecutorConnectionState.ESTABLISHED);
    reader.allow(Protocol.MAX_FRAME_BYTES);
    out.handshake(new Protocol.ExecutorHandshake(Protocol.VERSION, handshake.slots(), node, ""));
    writer.start();
    admitted.handshakeCompleted();
  }

  private void write() {
    try {
      out.drainTo(channel);
    } catch (IOException | InterruptedException lost) {
      close("its connection broke: " + lost.getMessage());
    }
  }

  private void rejectWith(String why) {
    reason.compareAndSet(null, why);
    out.bye(why);
    if (state == ExecutorConnectionState.HANDSHAKE) {
      become(ExecutorConnectionState.REJECTED);
      writer.start();
    }
    out.close();
    Waits.join(writer, REASON_LIMIT);
  }

  /** Only the thread that reads changes the state. */
  private void become(ExecutorConnectionState next) {
    assert next == ExecutorConnectionState.CLOSED
            ? state != ExecutorConnectionState.CLOSED
            : state == ExecutorConnectionState.HANDSHAKE
        : state + " cannot become " + next;
    state = next;
  }

  private void end() {
    become(ExecutorConnectionState.CLOSED);
    out.close();
    closeChannel();
    acceptor.closed(this);
    var admitted = listener;
    if (admitted != null) {
      admitted.closed(String.valueOf(reason.get()));
    }
  }
}
