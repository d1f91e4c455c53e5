package dev.muster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Reads what a {@link WireWriter} wrote, believing nothing that it has not checked. */
public final class WireReader {

  /**
   * How many elements all lists and maps of a message may have together. An element may be two
   * bytes here and dozens as an object; this keeps the whole below some hundreds of megabytes.
   */
  static final int MAX_ELEMENTS = 2_000_000;

  private final byte[] bytes;
  private final int end;
  private int position;
  private int elements;

  public WireReader(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  public long unsigned() throws WireException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw malformed("a number that does not end");
  }

  public long signed() throws WireException {
    long raw = unsigned();
    return (raw >>> 1) ^ -(raw & 1);
  }

  public int signedInt() throws WireException {
    long value = signed();
    if (value != (int) value) {
      throw malformed("the number " + value + " where 32 bits are the limit");
    }
    return (int) value;
  }

  public long fixed() throws WireException {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | next();
    }
    return value;
  }

  public int choice(int of) throws WireException {
    long value = unsigned();
    if (value < 0 || value >= of) {
      throw malformed("choice " + value + " of " + of);
    }
    return (int) value;
  }

  /**
   * The number of elements that follow. Each takes at least one byte, so a count beyond what is
   * left is a lie, and nothing is allocated for it.
   */
  public int count() throws WireException {
    int count = length();
    elements += count;
    if (elements > MAX_ELEMENTS) {
      throw malformed("more than " + MAX_ELEMENTS + " elements");
    }
    return count;
  }

  public String text() throws WireException {
    int length = length();
    var value = new String(bytes, position, length, UTF_8);
    position += length;
    return value;
  }

  /** A length: so many bytes at least are left. */
  int length() throws WireException {
    long value = unsigned();
    if (value < 0 || value > end - position) {
      throw malformed("a length of " + value + " with " + (end - position) + " bytes left");
    }
    return (int) value;
  }

  public boolean atEnd() {
    return position == end;
  }

  public void expectEnd() throws WireException {
    if (position != end) {
      throw malformed((end - position) + " bytes too many");
    }
  }

  WireException malformed(String what) {
    return new WireException("malformed message, at byte " + position + ": " + what);
  }

  private int next() throws WireException {
    if (position == end) {
      throw malformed("it ends too early");
    }
    return bytes[position++] & 0xFF;
  }
}
