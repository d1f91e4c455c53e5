package dev.muster.host.run.executor;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.Hello;
import dev.muster.executor.frame.Kind;
import dev.muster.executor.frame.Outbox;
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
  record Heard(Kind kind, long call, String body) {}

  static final Heard END = new Heard(Kind.BYE, -1, "the connection was closed");

  private final SocketChannel channel;
  private final FrameReader reader;
  private final Queue<Heard> heard = new ArrayDeque<>();

  Stranger(Path socket) throws IOException {
    this.channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    this.reader = new FrameReader(channel, Protocol.MAX_FRAME_BYTES);
  }

  interface Words {
    void put(Outbox out);
  }

  Stranger say(Words words) throws IOException, InterruptedException {
    var out = new Outbox();
    words.put(out);
    out.close();
    out.drainTo(channel);
    return this;
  }

  Stranger greet(int version, String name, String secret) throws IOException, InterruptedException {
    return say(out -> out.hello(new Hello(version, 2, name, secret)));
  }

  Stranger sayBytes(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    return this;
  }

  /** The next frame; {@link #END} after the last. */
  Heard hear() throws IOException {
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
