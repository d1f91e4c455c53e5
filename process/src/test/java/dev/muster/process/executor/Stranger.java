package dev.muster.process.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.FrameWriter;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Texts;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;

/** Somebody at the socket who says what a test wants, and hears what comes back. */
final class Stranger implements AutoCloseable {
  /** What came, its body as text. */
  record Heard(Protocol.FrameKind kind, long call, String body) {}

  static final Heard END = new Heard(Protocol.FrameKind.BYE, -1, "the connection was closed");

  private final SocketChannel channel;
  private final FrameReader reader;
  private final Queue<Heard> heard = new ArrayDeque<>();

  Stranger(Path socket) throws IOException {
    this.channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    this.reader = new FrameReader(channel, Protocol.MAX_FRAME_BYTES);
  }

  interface Words {
    void put(FrameWriter out);
  }

  Stranger say(Words describe) throws IOException, InterruptedException {
    var out = new FrameWriter();
    describe.put(out);
    out.close();
    out.drainTo(channel);
    return this;
  }

  Stranger greet(int version, String name, String secret) throws IOException, InterruptedException {
    return say(out -> out.handshake(new Protocol.ExecutorHandshake(version, 2, name, secret)));
  }

  Stranger sayBytes(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    return this;
  }

  /** The next frame; {@link #END} after the last. */
  Heard receive() throws IOException {
    while (heard.isEmpty()) {
      if (!reader.read(
          (kind, call, body) -> heard.add(new Heard(kind, call, Texts.readRest(body))))) {
        return END;
      }
    }
    return heard.remove();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
