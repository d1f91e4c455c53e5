package dev.muster.executor.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one side says is what the other hears, however the bytes arrive. */
class FramesTest {
  private static byte[] said(FrameWriter out) throws IOException, InterruptedException {
    var bytes = new ByteArrayOutputStream();
    out.close();
    out.drainTo(Channels.newChannel(bytes));
    return bytes.toByteArray();
  }

  /** As a socket does, it gives no more than so many bytes at a time. */
  private static final class Trickle implements ReadableByteChannel {
    private final byte[] bytes;
    private final int most;
    private int at;

    Trickle(byte[] bytes, int most) {
      this.bytes = bytes;
      this.most = most;
    }

    @Override
    public int read(ByteBuffer target) {
      int count = Math.min(Math.min(most, target.remaining()), bytes.length - at);
      target.put(bytes, at, count);
      at += count;
      return count == 0 ? -1 : count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private static List<String> heard(ReadableByteChannel channel, int limitBytes)
      throws IOException {
    List<String> heard = new ArrayList<>();
    var reader = new FrameReader(channel, limitBytes);
    while (reader.read(
        (kind, call, body) ->
            heard.add(kind + " " + call + " " + Texts.readRest(body).hashCode()))) {}
    return heard;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 13, 1_000, 64 << 10, Integer.MAX_VALUE})
  void theCutsOfTheStreamDoNotMatter(int most) throws Exception {
    var out = new FrameWriter();
    List<String> expected = new ArrayList<>();
    var random = new Random(most);
    for (long call = 0; call < 100; call++) {
      var text = "x".repeat(random.nextInt(call % 20 == 7 ? 300_000 : 200));
      out.result(call, 0, text.getBytes(UTF_8));
      expected.add("RESULT " + call + " " + ("\0".repeat(Long.BYTES) + text).hashCode());
    }
    var stream = new Trickle(said(out), most);
    assertThat(heard(stream, Protocol.MAX_FRAME_BYTES)).isEqualTo(expected);
  }

  @Test
  void aHelloIsReadAsItWasWritten() throws Exception {
    var handshake = new Protocol.ExecutorHandshake(1, 64, "größer", "secret");
    var out = new FrameWriter();
    out.handshake(handshake);
    List<Protocol.ExecutorHandshake> heard = new ArrayList<>();
    var stream = Channels.newChannel(new ByteArrayInputStream(said(out)));
    assertThat(
            new FrameReader(stream, Protocol.MAX_HELLO_BYTES)
                .read((_, _, body) -> heard.add(Protocol.ExecutorHandshake.read(body))))
        .isTrue();
    assertThat(heard).containsExactly(handshake);
  }

  @Test
  void aFrameBeyondTheLimitIsRefusedBeforeItIsKept() throws Exception {
    var out = new FrameWriter();
    out.call(1, "fn", new byte[100]);
    var stream = new Trickle(said(out), 4);
    assertThatThrownBy(() -> heard(stream, 50))
        .isInstanceOf(FrameReader.MalformedFrame.class)
        .hasMessage("a frame of 113 bytes; it may have 9 to 50");
    assertThat(stream.at).isEqualTo(4);
  }

  @Test
  void aTextThatIsLongerThanItsFrameIsRefused() {
    var body = ByteBuffer.allocate(2).putShort((short) 5).flip();
    assertThatThrownBy(() -> Texts.read(body))
        .isInstanceOf(FrameReader.MalformedFrame.class)
        .hasMessage("a text of 5 bytes where 0 are left");
  }

  @Test
  void errorsAreNotLongerThanAPersonReads() throws Exception {
    var out = new FrameWriter();
    out.error(1, 0, Protocol.ErrorReason.THREW, "x".repeat(1 << 20));
    assertThat(said(out))
        .hasSize(Protocol.HEADER_BYTES + Long.BYTES + 1 + Protocol.MAX_DETAIL_BYTES);
  }
}
