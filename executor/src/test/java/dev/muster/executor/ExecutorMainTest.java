package dev.muster.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.executor.frame.FrameReader;
import dev.muster.executor.frame.FrameWriter;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Texts;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as its node sees it; these tests are the node. */
@Timeout(120)
class ExecutorMainTest {
  /** Runs for ever, and keeps the JVM from ending by itself. */
  public static final class Endless implements UnaryOperator<byte[]> {
    @Override
    public byte[] apply(byte[] argument) {
      var stubborn = Thread.ofPlatform().daemon(false).unstarted(() -> LockSupport.park(this));
      stubborn.start();
      while (stubborn.isAlive()) {
        boolean _ = Thread.interrupted();
        LockSupport.parkNanos(1_000_000);
      }
      return argument;
    }
  }

  /** Fails in a way of which there is no memory to speak. */
  public static final class Speechless implements UnaryOperator<byte[]> {
    @Override
    public byte[] apply(byte[] argument) {
      throw new IllegalStateException() {
        @Override
        public String getMessage() {
          throw new OutOfMemoryError("no room for words");
        }
      };
    }
  }

  @TempDir private Path home;
  private ServerSocketChannel server;
  private Process process;
  private SocketChannel channel;

  @BeforeEach
  void start() throws IOException {
    var socket = home.resolve("socket");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), ExecutorMain.class.getName());
    builder.environment().put(Protocol.SOCKET, socket.toString());
    builder.environment().put(Protocol.NAME, "java");
    builder.environment().put(Protocol.SECRET, "hush");
    builder.environment().put(Protocol.SLOTS, "2");
    builder.redirectErrorStream(true).redirectOutput(log().toFile());
    process = builder.start();
    channel = server.accept();
  }

  private Path log() {
    return home.resolve("log");
  }

  @AfterEach
  void stop() throws IOException {
    process.destroyForcibly();
    channel.close();
    server.close();
  }

  private interface Words {
    void put(FrameWriter out);
  }

  private void say(Words words) throws Exception {
    var out = new FrameWriter();
    words.put(out);
    out.close();
    out.drainTo(channel);
  }

  private void welcome() throws Exception {
    say(out -> out.handshake(new Protocol.ExecutorHandshake(Protocol.VERSION, 2, "node", "")));
  }

  private void endsWith(int code, String words) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(code);
    assertThat(Files.readString(log())).contains(words);
  }

  @Test
  void itSaysFirstWhoItIs() throws Exception {
    List<Protocol.ExecutorHandshake> heard = new ArrayList<>();
    var reader = new FrameReader(channel, Protocol.MAX_HELLO_BYTES);
    assertThat(reader.read((_, _, body) -> heard.add(Protocol.ExecutorHandshake.read(body))))
        .isTrue();
    assertThat(heard)
        .containsExactly(new Protocol.ExecutorHandshake(Protocol.VERSION, 2, "java", "hush"));
  }

  @Test
  void itDoesNotOutliveItsNodeWhateverItIsDoing() throws Exception {
    welcome();
    say(out -> out.call(1, Endless.class.getName(), new byte[0]));
    channel.close();
    endsWith(1, "executor: lost its node: the connection was closed");
  }

  @Test
  void itEndsWhenItCannotEvenAnswer() throws Exception {
    welcome();
    say(out -> out.call(1, Speechless.class.getName(), new byte[0]));
    endsWith(3, "its thread `function` broke: java.lang.OutOfMemoryError: no room for words");
  }

  @Test
  void itEndsWhenItIsRefused() throws Exception {
    say(out -> out.bye("no room"));
    endsWith(0, "executor: the node refuses: no room");
  }

  @Test
  void callsBeyondItsSlotsAreNoneOfTheProtocol() throws Exception {
    welcome();
    for (long call = 1; call <= 3; call++) {
      long id = call;
      say(out -> out.call(id, Endless.class.getName(), new byte[0]));
    }
    endsWith(1, "a call beyond the 2 that may be");
  }

  @Test
  void aSecondCallOfTheSameNumberIsNoneOfTheProtocol() throws Exception {
    welcome();
    say(out -> out.call(1, Endless.class.getName(), new byte[0]));
    say(out -> out.call(1, Endless.class.getName(), new byte[0]));
    endsWith(1, "a second call 1");
  }

  @Test
  void anInterfaceIsNothingToCall() throws Exception {
    welcome();
    say(out -> out.call(5, "java.util.function.Function", new byte[0]));
    List<String> heard = new ArrayList<>();
    var reader = new FrameReader(channel, Protocol.MAX_FRAME_BYTES);
    while (heard.size() < 2) {
      assertThat(
              reader.read(
                  (kind, call, body) -> heard.add(kind + " " + call + Texts.readRest(body))))
          .isTrue();
    }
    assertThat(heard.get(1)).startsWith("ERROR 5").contains("must have a public constructor");
  }
}
