package dev.muster.executor.frame;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Takes what has arrived in one read, and hands on all frames that are whole. */
public final class FrameReader {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int REST_OF_HEADER = Protocol.HEADER_BYTES - Integer.BYTES;

  private final ReadableByteChannel channel;
  private final ByteBuffer ordinary = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private ByteBuffer buffer = ordinary;
  private int limitBytes;

  public FrameReader(ReadableByteChannel channel, int limitBytes) {
    this.channel = channel;
    this.limitBytes = limitBytes;
  }

  public void allow(int bytes) {
    limitBytes = bytes;
  }

  /** Waits for something to arrive; false if nothing ever will. */
  public boolean read(FrameHandler receiver) throws IOException {
    if (channel.read(buffer) < 0) {
      return false;
    }
    buffer.flip();
    int missing = handOn(receiver);
    keep(missing);
    return true;
  }

  /** How many bytes the frame that is not whole yet has in all; zero without one. */
  private int handOn(FrameHandler receiver) throws MalformedFrame {
    while (buffer.remaining() >= Integer.BYTES) {
      int length = buffer.getInt(buffer.position());
      if (length < REST_OF_HEADER || length > limitBytes) {
        throw new MalformedFrame(
            "a frame of %d bytes; it may have %d to %d"
                .formatted(length, REST_OF_HEADER, limitBytes));
      }
      if (buffer.remaining() < Integer.BYTES + length) {
        return Integer.BYTES + length;
      }
      receive(receiver, buffer.slice(buffer.position() + Integer.BYTES, length));
      buffer.position(buffer.position() + Integer.BYTES + length);
    }
    return 0;
  }

  private static void receive(FrameHandler receiver, ByteBuffer frame) throws MalformedFrame {
    int number = frame.get();
    long call = frame.getLong();
    var kind = Protocol.FrameKind.of(number);
    if (kind.isEmpty()) {
      throw new MalformedFrame("a frame of the unknown kind " + number);
    }
    try {
      receiver.receive(kind.get(), call, frame);
    } catch (BufferUnderflowException tooShort) {
      throw new MalformedFrame("a " + kind.get() + " that ends too early");
    }
  }

  /** Grows for a long frame, and goes back to the ordinary buffer once that is through. */
  private void keep(int wholeBytes) {
    if (wholeBytes > buffer.capacity()) {
      buffer = ByteBuffer.allocateDirect(wholeBytes).put(buffer);
    } else if (buffer.capacity() > BUFFER_BYTES
        && Math.max(wholeBytes, buffer.remaining()) <= BUFFER_BYTES) {
      buffer = ordinary.clear().put(buffer);
    } else {
      buffer.compact();
    }
  }

  @FunctionalInterface
  public interface FrameHandler {
    /**
     * @param body to be read during the call only
     * @throws MalformedFrame if it is not what may come now
     */
    void receive(Protocol.FrameKind kind, long call, ByteBuffer body) throws MalformedFrame;
  }

  /** The other side said something that cannot be; the connection is of no more use. */
  public static final class MalformedFrame extends IOException {
    public MalformedFrame(String what) {
      super(what);
    }
  }
}
