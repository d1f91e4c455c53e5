package dev.muster.host.run.journal;

import dev.muster.wire.EventCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Pieces of a file, each with its length and its checksum before it. */
final class Frames {

  static final int HEAD_BYTES = 2 * Integer.BYTES;

  /** Longer than any entry; a length beyond it is no length. */
  static final int LIMIT_BYTES = EventCodec.MAX_MESSAGE_BYTES + (1 << 20);

  private Frames() {}

  static ByteBuffer join(List<byte[]> payloads) {
    int size = payloads.stream().mapToInt(payload -> HEAD_BYTES + payload.length).sum();
    var joined = ByteBuffer.allocate(size);
    for (var payload : payloads) {
      joined.putInt(payload.length).putInt(checksum(payload)).put(payload);
    }
    return joined.flip();
  }

  /** As many as are whole; the position of the buffer is then at what is not. */
  static List<byte[]> split(ByteBuffer bytes) {
    var payloads = new ArrayList<byte[]>();
    while (bytes.remaining() >= HEAD_BYTES) {
      int start = bytes.position();
      int length = bytes.getInt();
      int checksum = bytes.getInt();
      if (length < 0 || length > LIMIT_BYTES || length > bytes.remaining()) {
        bytes.position(start);
        break;
      }
      var payload = new byte[length];
      bytes.get(payload);
      if (checksum(payload) != checksum) {
        bytes.position(start);
        break;
      }
      payloads.add(payload);
    }
    return payloads;
  }

  private static int checksum(byte[] payload) {
    var checksum = new CRC32C();
    checksum.update(payload);
    return (int) checksum.getValue();
  }
}
