package dev.muster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * A growing buffer of bytes in the protobuf format; used again and again by whoever owns it. A
 * field with the value zero or empty is not written: readers take it for that.
 */
public final class WireWriter {

  private static final int FIRST_CAPACITY = 256;
  private static final int MAX_VARINT_BYTES = 10;

  /** A tag and a number. */
  private static final int MAX_FIELD_BYTES = 2 * MAX_VARINT_BYTES;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int size;

  /** A number of either sign, those near zero in few bytes: {@code sint32} or {@code sint64}. */
  public WireWriter signed(int field, long value) {
    if (value != 0) {
      reserve(MAX_FIELD_BYTES);
      varint(field << WireReader.TAG_SHIFT);
      varint((value << 1) ^ (value >> 63));
    }
    return this;
  }

  /** A number that is never negative: {@code uint64}, or a constant of an enum. */
  public WireWriter number(int field, long value) {
    if (value != 0) {
      reserve(MAX_FIELD_BYTES);
      varint(field << WireReader.TAG_SHIFT);
      varint(value);
    }
    return this;
  }

  public WireWriter flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  public WireWriter fraction(int field, double value) {
    long raw = Double.doubleToRawLongBits(value);
    if (raw != 0) {
      reserve(MAX_FIELD_BYTES);
      varint(field << WireReader.TAG_SHIFT | WireReader.EIGHT_BYTES);
      fixed(Long.reverseBytes(raw));
    }
    return this;
  }

  public WireWriter text(int field, String value) {
    return value.isEmpty() ? this : textElement(field, value);
  }

  /** An element of a list is written even if it is empty. */
  public WireWriter textElement(int field, String value) {
    reserve(MAX_FIELD_BYTES);
    varint(field << WireReader.TAG_SHIFT | WireReader.LENGTH);
    return text(value);
  }

  /** An array of numbers, each without a tag: {@code repeated sint64}. */
  public void longs(int field, long[] values) {
    if (values.length > 0) {
      int at = begin(field);
      for (long value : values) {
        signed(value);
      }
      endElement(at);
    }
  }

  /** An array of numbers, each without a tag: {@code repeated sint32}. */
  public void ints(int field, int[] values) {
    if (values.length > 0) {
      int at = begin(field);
      for (int value : values) {
        signed(value);
      }
      endElement(at);
    }
  }

  /** An element of a list of numbers. */
  public void signed(long value) {
    unsigned((value << 1) ^ (value >> 63));
  }

  /** An element of a list of constants; also a number in the heads of files and frames. */
  public WireWriter unsigned(long value) {
    reserve(MAX_VARINT_BYTES);
    varint(value);
    return this;
  }

  /**
   * Begins a field of other fields. One byte is kept for its length, as most have fewer than 128
   * bytes; those of others are moved when the length is known.
   *
   * @return what {@link #end} is told
   */
  public int begin(int field) {
    reserve(MAX_FIELD_BYTES);
    varint(field << WireReader.TAG_SHIFT | WireReader.LENGTH);
    return ++size;
  }

  /** Ends a field of other fields; if it has none, it is not there. */
  public void end(int field, int begun) {
    if (size == begun) {
      boolean shortTag = field < 1 << (7 - WireReader.TAG_SHIFT);
      size = begun - (shortTag ? 2 : 3);
    } else {
      endElement(begun);
    }
  }

  /** Ends an element of a list, or one of several alternatives: it is there even if empty. */
  public void endElement(int begun) {
    int length = size - begun;
    if (length < 0x80) {
      bytes[begun - 1] = (byte) length;
      return;
    }
    int lengthBytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 6) / 7;
    reserve(lengthBytes);
    System.arraycopy(bytes, begun, bytes, begun + lengthBytes - 1, length);
    size = begun - 1;
    varint(length);
    size += length;
  }

  /** A text without a tag: for the heads of files and frames. */
  public WireWriter text(String value) {
    var encoded = value.getBytes(UTF_8);
    unsigned(encoded.length);
    raw(encoded);
    return this;
  }

  private void raw(byte[] encoded) {
    reserve(encoded.length);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  /** Eight bytes without a tag, the highest first: for the heads of files and frames. */
  public WireWriter fixed(long value) {
    reserve(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  /** Seven bits a byte, lowest first. There is room. */
  private void varint(long value) {
    var to = bytes;
    int at = size;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    size = at;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      grow(more);
    }
  }

  private void grow(int more) {
    int needed = Math.addExact(size, more);
    bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
  }
}
