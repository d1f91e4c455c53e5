package dev.muster.executor.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Text in a frame: its length in two bytes, then UTF-8; at the end of a frame without length. */
public final class Texts {
  static final int MAX_BYTES = 0xffff;

  private Texts() {}

  static byte[] encode(String text) {
    var bytes = text.getBytes(UTF_8);
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException("a text of " + bytes.length + " bytes; at most 65535");
    }
    return bytes;
  }

  static void put(byte[] encoded, ByteBuffer out) {
    out.putShort((short) encoded.length).put(encoded);
  }

  public static String read(ByteBuffer body) throws FrameReader.MalformedFrame {
    int length = Short.toUnsignedInt(body.getShort());
    if (length > body.remaining()) {
      throw new FrameReader.MalformedFrame(
          "a text of %d bytes where %d are left".formatted(length, body.remaining()));
    }
    return new String(read(body, length), UTF_8);
  }

  public static String readRest(ByteBuffer body) {
    return new String(readBytes(body), UTF_8);
  }

  public static byte[] readBytes(ByteBuffer body) {
    return read(body, body.remaining());
  }

  private static byte[] read(ByteBuffer body, int length) {
    var bytes = new byte[length];
    body.get(bytes);
    return bytes;
  }

  static byte[] head(String text) {
    var bytes = text.getBytes(UTF_8);
    return bytes.length <= Protocol.MAX_DETAIL_BYTES
        ? bytes
        : Arrays.copyOf(bytes, Protocol.MAX_DETAIL_BYTES);
  }
}
