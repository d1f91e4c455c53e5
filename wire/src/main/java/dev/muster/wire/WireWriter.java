package dev.muster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** A growing buffer of bytes; used again and again by whoever owns it. */
public final class WireWriter {

  private static final int FIRST_CAPACITY = 256;
  private static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int size;

  /** A number that is never negative, small ones in few bytes: seven bits a byte, lowest first. */
  public WireWriter unsigned(long value) {
    reserve(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  /** A number of either sign, those near zero in few bytes. */
  public WireWriter signed(long value) {
    return unsigned((value << 1) ^ (value >> 63));
  }

  /** Eight bytes, for values that are spread over the whole range. */
  public WireWriter fixed(long value) {
    reserve(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  public WireWriter text(String value) {
    byte[] encoded = value.getBytes(UTF_8);
    unsigned(encoded.length);
    reserve(encoded.length);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
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

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
    }
  }
}
