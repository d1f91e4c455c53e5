package dev.muster.executor.frame;

import dev.muster.executor.frame.Protocol.FrameKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Frames on their way out. Whoever has something to say writes it into one buffer and goes on; one
 * thread gives the channel all that has come together since its last write.
 *
 * <pre>
 *   threads ──► filling ─┐ swapped when the writer
 *   writer  ◄── spare  ◄─┘ is ready for more
 * </pre>
 */
public final class FrameWriter {
  /** More than this waits only if no answer is waited for before it is sent. */
  public static final int FULL_BYTES = 64 << 20;

  private static final int START_BYTES = 64 << 10;

  /** A buffer that has grown beyond this is not used again. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final byte[] NOTHING = {};

  private ByteBuffer filling = ByteBuffer.allocate(START_BYTES);
  private ByteBuffer spare = ByteBuffer.allocate(START_BYTES);
  private boolean idle;
  private boolean closed;

  public synchronized void handshake(Protocol.ExecutorHandshake handshake) {
    var name = Texts.encode(handshake.name());
    var secret = Texts.encode(handshake.secret());
    int bodyBytes = 2 * Integer.BYTES + 2 * Short.BYTES + name.length + secret.length;
    begin(FrameKind.HELLO, 0, bodyBytes).putInt(handshake.version()).putInt(handshake.slots());
    Texts.put(name, filling);
    Texts.put(secret, filling);
    notifyIfIdle();
  }

  public synchronized void call(long call, String function, byte[] argument) {
    var name = Texts.encode(function);
    begin(FrameKind.CALL, call, Short.BYTES + name.length + argument.length);
    Texts.put(name, filling);
    filling.put(argument);
    notifyIfIdle();
  }

  public synchronized void result(long call, long cpuNs, byte[] bytes) {
    begin(FrameKind.RESULT, call, Long.BYTES + bytes.length).putLong(cpuNs).put(bytes);
    notifyIfIdle();
  }

  public synchronized void error(
      long call, long cpuNs, Protocol.ErrorReason reason, String detail) {
    var text = Texts.head(detail);
    begin(FrameKind.ERROR, call, Long.BYTES + 1 + text.length)
        .putLong(cpuNs)
        .put((byte) reason.ordinal())
        .put(text);
    notifyIfIdle();
  }

  public synchronized void cancel(long call) {
    begin(FrameKind.CANCEL, call, 0).put(NOTHING);
    notifyIfIdle();
  }

  public synchronized void bye(String reason) {
    var text = Texts.head(reason);
    begin(FrameKind.BYE, 0, text.length).put(text);
    notifyIfIdle();
  }

  private ByteBuffer begin(FrameKind kind, long call, int bodyBytes) {
    int frameBytes = Protocol.HEADER_BYTES + bodyBytes;
    if (filling.remaining() < frameBytes) {
      filling = ByteBuffer.allocate(grown(frameBytes)).put(filling.flip());
    }
    return filling.putInt(frameBytes - Integer.BYTES).put((byte) kind.ordinal()).putLong(call);
  }

  private int grown(int frameBytes) {
    return Math.max(2 * filling.capacity(), Math.addExact(filling.position(), frameBytes));
  }

  private void notifyIfIdle() {
    if (idle) {
      notifyAll();
    }
  }

  /** Backpressure for threads that may wait: returns when little is unsent. */
  public synchronized void awaitSpace() throws InterruptedException {
    while (filling.position() > FULL_BYTES && !closed) {
      wait();
    }
  }

  /** Writes all that comes, until {@link #close} and nothing is left. */
  public void drainTo(WritableByteChannel channel) throws IOException, InterruptedException {
    for (var batch = take(); batch.hasRemaining(); batch = take()) {
      while (batch.hasRemaining()) {
        channel.write(batch);
      }
    }
  }

  private synchronized ByteBuffer take() throws InterruptedException {
    while (filling.position() == 0 && !closed) {
      idle = true;
      wait();
    }
    idle = false;
    var batch = filling;
    filling = spare.capacity() > KEPT_BYTES ? ByteBuffer.allocate(START_BYTES) : spare.clear();
    spare = batch;
    notifyAll();
    return batch.flip();
  }

  /** What is written after this is not sent. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
