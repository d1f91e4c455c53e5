package dev.muster.process.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.executor.frame.Protocol;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class AcceptorTest {
  /** A socket of a process that has no descriptors left, for its first tries. */
  private static final class ShortOfDescriptors extends ServerSocketChannel {
    private static final int REFUSALS = 3;

    private final ServerSocketChannel real;
    private final AtomicInteger tries = new AtomicInteger();

    ShortOfDescriptors(ServerSocketChannel real) {
      super(real.provider());
      this.real = real;
    }

    @Override
    public SocketChannel accept() throws IOException {
      if (tries.incrementAndGet() <= REFUSALS) {
        throw new IOException("Too many open files");
      }
      return real.accept();
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int backlog) throws IOException {
      return real.bind(local, backlog);
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
      real.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) throws IOException {
      real.configureBlocking(block);
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
      return real.setOption(name, value);
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
      return real.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
      return real.supportedOptions();
    }

    @Override
    public ServerSocket socket() {
      return real.socket();
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
      return real.getLocalAddress();
    }
  }

  @TempDir private Path home;

  @Test
  void theDoorIsOpenAgainWhenThereAreDescriptorsAgain() throws Exception {
    var server = new ShortOfDescriptors(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
    var directory = home.resolve("door");
    try (var acceptor =
        new Acceptor(
            "node-7",
            directory,
            server,
            _ -> {
              throw new AssertionError("nobody has the secret");
            })) {
      try (var stranger = new Stranger(acceptor.socket())) {
        stranger.greet(Protocol.VERSION, "shout", "guess");
        assertThat(stranger.receive().kind()).isEqualTo(Protocol.FrameKind.BYE);
      }
      assertThat(server.tries).hasValueGreaterThan(ShortOfDescriptors.REFUSALS);
    }
    assertThat(Files.exists(directory)).isFalse();
  }
}
