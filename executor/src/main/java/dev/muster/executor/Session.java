package dev.muster.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.FrameWriter;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Texts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The connection to the node, from the handshake to the last frame. The calling thread reads;
 * another one writes, so that no function that is interrupted can close the channel.
 */
final class Session {
  /**
   * HANDSHAKE ─► ESTABLISHED ─► CLOSED, the last also from the first; only the reader changes it.
   */
  private enum SessionState {
    HANDSHAKE,
    ESTABLISHED,
    CLOSED
  }

  private final SocketChannel channel;
  private final int slots;
  private final Functions functions;
  private final FrameWriter out = new FrameWriter();
  private final Map<Long, Invocation> underWay = new ConcurrentHashMap<>();
  private final LastResort lastResort = new LastResort();
  private final AdaptivePool pool;

  private SessionState state = SessionState.HANDSHAKE;

  Session(SocketChannel channel, int slots, Functions functions) {
    this.channel = channel;
    this.slots = slots;
    this.functions = functions;
    this.pool = new AdaptivePool(slots, lastResort);
  }

  Functions functions() {
    return functions;
  }

  /** Serves until either side has said good-bye; the node's is an end without complaint. */
  void run(Protocol.ExecutorHandshake handshake) throws IOException {
    Thread.ofPlatform()
        .name("writer")
        .daemon()
        .uncaughtExceptionHandler(lastResort)
        .start(this::write);
    out.handshake(handshake);
    var reader = new FrameReader(channel, Protocol.MAX_FRAME_BYTES);
    while (state != SessionState.CLOSED) {
      if (!reader.read(this::receive)) {
        throw new IOException("the connection was closed");
      }
    }
  }

  private void write() {
    try {
      out.drainTo(channel);
    } catch (IOException | InterruptedException lost) {
      // The reader fails too, and ends the program.
      out.close();
    }
  }

  private void receive(Protocol.FrameKind kind, long call, ByteBuffer body)
      throws FrameReader.MalformedFrame {
    switch (kind) {
      case HELLO -> handshake(Protocol.ExecutorHandshake.read(body));
      case CALL -> begin(call, Texts.read(body), Texts.readBytes(body));
      case CANCEL -> cancel(call);
      case BYE -> bye(Texts.readRest(body));
      case RESULT, ERROR -> throw new FrameReader.MalformedFrame("a node sends no " + kind);
    }
  }

  private void handshake(Protocol.ExecutorHandshake handshake) throws FrameReader.MalformedFrame {
    if (state != SessionState.HANDSHAKE) {
      throw new FrameReader.MalformedFrame("a second HELLO");
    }
    if (handshake.version() != Protocol.VERSION) {
      throw new FrameReader.MalformedFrame("the node speaks version " + handshake.version());
    }
    become(SessionState.ESTABLISHED);
  }

  private void become(SessionState next) {
    assert next.compareTo(state) > 0 : state + " cannot become " + next;
    state = next;
  }

  private void begin(long id, String function, byte[] argument) throws FrameReader.MalformedFrame {
    int allowed = state == SessionState.ESTABLISHED ? slots : 0;
    if (underWay.size() >= allowed) {
      throw new FrameReader.MalformedFrame("a call beyond the " + allowed + " that may be");
    }
    var invocation = new Invocation(id, function, argument, this);
    if (underWay.putIfAbsent(id, invocation) != null) {
      throw new FrameReader.MalformedFrame("a second call " + id);
    }
    pool.execute(invocation);
  }

  private void cancel(long id) {
    var invocation = underWay.get(id);
    if (invocation != null) {
      invocation.cancel();
    }
  }

  private void bye(String reason) {
    if (state == SessionState.HANDSHAKE) {
      System.err.println("executor: the node refuses: " + reason);
    }
    become(SessionState.CLOSED);
  }

  /** The slot is free before the answer is sent: the node may send the next call at once. */
  void answer(Invocation invocation, Consumer<FrameWriter> reply) {
    underWay.remove(invocation.id());
    try {
      out.awaitSpace();
    } catch (InterruptedException byTheFunction) {
      Thread.currentThread().interrupt();
    }
    reply.accept(out);
  }

  void retire(String reason) {
    out.bye(reason);
  }

  /**
   * For threads without which calls would stay unanswered, as where there is no memory even for an
   * answer. If one breaks, the whole program ends, for the node notices that.
   */
  static final class LastResort implements Thread.UncaughtExceptionHandler {
    private static final int BROKEN = 3;

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
      try {
        System.err.println("executor: its thread `" + thread.getName() + "` broke: " + thrown);
      } finally {
        Runtime.getRuntime().halt(BROKEN);
      }
    }
  }
}
