package dev.muster.executor.frame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private ByteBuffer filling = ByteBuffer.allocate(START_BYTES);
  private ByteBuffer spare = ByteBuffer.allocate(START_BYTES);
  private boolean idle;
  private boolean closed;

  public void handshake(Protocol.ExecutorHandshake handshake) {
    var name = Texts.encode(handshake.name());
    var secret = Texts.encode(handshake.secret());
    int bodyBytes = 2 * Integer.BYTES + 2 * Short.BYTES + name.length + secret.length;
    lock.lock();
    try {
      begin(Protocol.FrameKind.HELLO, 0, bodyBytes)
          .putInt(handshake.version())
          .putInt(handshake.slots());
      Texts.put(name, filling);
      Texts.put(secret, filling);
    } finally {
      end();
    }
  }

  public void call(long call, String function, byte[] argument) {
    var name = Texts.encode(function);
    lock.lock();
    try {
      begin(Protocol.FrameKind.CALL, call, Short.BYTES + name.length + argument.length);
      Texts.put(name, filling);
      filling.put(argument);
    } finally {
      end();
    }
  }

  public void result(long call, long cpuNs, byte[] bytes) {
    lock.lock();
    try {
      begin(Protocol.FrameKind.RESULT, call, Long.BYTES + bytes.length).putLong(cpuNs).put(bytes);
    } finally {
      end();
    }
  }

  public void error(long call, long cpuNs, Protocol.ErrorReason reason, String detail) {
    var text = Texts.head(detail);
    lock.lock();
    try {
      begin(Protocol.FrameKind.ERROR, call, Long.BYTES + 1 + text.length)
          .putLong(cpuNs)
          .put((byte) reason.ordinal())
          .put(text);
    } finally {
      end();
    }
  }

  public void cancel(long call) {
    lock.lock();
    try {
      begin(Protocol.FrameKind.CANCEL, call, 0).put(NOTHING);
    } finally {
      end();
    }
  }

  public void bye(String reason) {
    var text = Texts.head(reason);
    lock.lock();
    try {
      begin(Protocol.FrameKind.BYE, 0, text.length).put(text);
    } finally {
      end();
    }
  }

  private ByteBuffer begin(Protocol.FrameKind kind, long call, int bodyBytes) {
    int frameBytes = Protocol.HEADER_BYTES + bodyBytes;
    if (filling.remaining() < frameBytes) {
      filling = ByteBuffer.allocate(grown(frameBytes)).put(filling.flip());
    }
    return filling.putInt(frameBytes - Integer.BYTES).put((byte) kind.ordinal()).putLong(call);
  }

  private int grown(int frameBytes) {
    return Math.max(2 * filling.capacity(), Math.addExact(filling.position(), frameBytes));
  }

  private void end() {
    if (idle) {
      changed.signalAll();
    }
    lock.unlock();
  }

  /** Waits until what is here is not much; for those who may be made to wait. */
  public void awaitRoom() throws InterruptedException {
    lock.lock();
    try {
      while (filling.position() > FULL_BYTES && !closed) {
        changed.await();
      }
    } finally {
      lock.unlock();
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

  private ByteBuffer take() throws InterruptedException {
    lock.lock();
    try {
      while (filling.position() == 0 && !closed) {
        idle = true;
        changed.await();
      }
      idle = false;
      var batch = filling;
      filling = spare.capacity() > KEPT_BYTES ? ByteBuffer.allocate(START_BYTES) : spare.clear();
      spare = batch;
      changed.signalAll();
      return batch.flip();
    } finally {
      lock.unlock();
    }
  }

  /** What is written after this is not sent. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
