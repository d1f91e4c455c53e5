package dev.muster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what a {@link WireWriter} wrote, believing nothing that it has not checked. Fields come in
 * any order; those that nobody knows are skipped.
 */
public final class WireReader {

  public static final long[] NO_LONGS = {};
  public static final int[] NO_INTS = {};

  /** A tag is the number of a field and how its value is laid out. */
  public static final int TAG_SHIFT = 3;

  public static final int LENGTH = 2;
  static final int EIGHT_BYTES = 1;
  private static final int VARINT = 0;
  private static final int FOUR_BYTES = 5;
  private static final int LAYOUTS = 7;

  /**
   * How many elements all lists and maps of a message may have together. An element may be two
   * bytes here and dozens as an object; this keeps the whole below some hundreds of megabytes.
   */
  static final int MAX_ELEMENTS = 2_000_000;

  private final byte[] bytes;
  private int end;
  private int position;
  private int elements;

  public WireReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private WireReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /** Passes over a field of other fields, to be read apart: what is wrong in it stays in it. */
  public WireReader part() throws WireException {
    int length = length();
    position += length;
    return new WireReader(bytes, position - length, position);
  }

  /** Whether the message has more fields, or the list more elements. */
  public boolean hasMore() {
    return position < end;
  }

  public int tag() throws WireException {
    return number();
  }

  /** Enters a field of other fields; gives what {@link #leave} is told. */
  public int enter() throws WireException {
    int outer = end;
    int length = length();
    end = position + length;
    return outer;
  }

  /** All fields of the inner message were read. */
  public void leave(int outer) {
    end = outer;
  }

  /** Passes over a field that this build does not know. */
  public void skip(int tag) throws WireException {
    if (tag >>> TAG_SHIFT == 0) {
      throw malformed("a field with the number 0");
    }
    switch (tag & LAYOUTS) {
      case VARINT -> unsigned();
      case EIGHT_BYTES -> advance(Long.BYTES);
      case LENGTH -> advance(length());
      case FOUR_BYTES -> advance(Integer.BYTES);
      default -> throw malformed("a field of a kind that is not used");
    }
  }

  public long unsigned() throws WireException {
    if (position < end) {
      byte first = bytes[position];
      if (first >= 0) {
        position++;
        return first;
      }
    }
    return manyBytes();
  }

  private long manyBytes() throws WireException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position == end) {
        throw tooShort();
      }
      byte next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
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
    return toInt(signed());
  }

  /** A number that is never negative: a tag, or a constant of an enum. */
  public int number() throws WireException {
    long value = unsigned();
    return toInt(value < 0 ? Long.MAX_VALUE : value);
  }

  private int toInt(long value) throws WireException {
    if (value != (int) value) {
      throw malformed("the number " + value + " where 32 bits are the limit");
    }
    return (int) value;
  }

  public boolean flag() throws WireException {
    return unsigned() != 0;
  }

  public double fraction() throws WireException {
    return Double.longBitsToDouble(Long.reverseBytes(fixed()));
  }

  public String text() throws WireException {
    int length = length();
    var value = new String(bytes, position, length, UTF_8);
    position += length;
    return value;
  }

  /** Eight bytes, the highest first. */
  public long fixed() throws WireException {
    int at = position;
    advance(Long.BYTES);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /** An array that goes on where the bytes of an earlier field ended it. */
  public long[] longs(long[] before) throws WireException {
    int outer = enter();
    int at = before.length;
    var values = Arrays.copyOf(before, at + numbersLeft());
    while (hasMore()) {
      values[at++] = signed();
    }
    leave(outer);
    return values;
  }

  public int[] ints(int[] before) throws WireException {
    int outer = enter();
    int at = before.length;
    var values = Arrays.copyOf(before, at + numbersLeft());
    while (hasMore()) {
      values[at++] = signedInt();
    }
    leave(outer);
    return values;
  }

  /** The last byte of each number has no eighth bit, so nothing is allocated for a lie. */
  private int numbersLeft() throws WireException {
    int count = 0;
    for (int at = position; at < end; at++) {
      count += bytes[at] >= 0 ? 1 : 0;
    }
    if (position < end && bytes[end - 1] < 0) {
      throw tooShort();
    }
    return count;
  }

  /** The list with one element more; the empty one is never changed. */
  public <T> List<T> append(List<T> list, T element) throws WireException {
    count();
    List<T> longer = list.isEmpty() ? new ArrayList<>() : list;
    longer.add(element);
    return longer;
  }

  /** The map with one entry more; the empty one is never changed. */
  public <K, V> Map<K, V> put(Map<K, V> map, K key, V value) throws WireException {
    count();
    Map<K, V> larger = map.isEmpty() ? new LinkedHashMap<>() : map;
    if (larger.put(key, value) != null) {
      throw malformed("the key " + key + " twice");
    }
    return larger;
  }

  private void count() throws WireException {
    if (++elements > MAX_ELEMENTS) {
      throw malformed("more than " + MAX_ELEMENTS + " elements");
    }
  }

  public static <T> List<T> sealed(List<T> list) {
    return list.isEmpty() ? List.of() : Collections.unmodifiableList(list);
  }

  public static <K, V> Map<K, V> sealed(Map<K, V> map) {
    return map.isEmpty() ? Collections.emptyMap() : Collections.unmodifiableMap(map);
  }

  private int length() throws WireException {
    long value = unsigned();
    if (value < 0 || value > end - position) {
      throw malformed("a length of " + value + " with " + (end - position) + " bytes left");
    }
    return (int) value;
  }

  private void advance(int count) throws WireException {
    if (count > end - position) {
      throw tooShort();
    }
    position += count;
  }

  private WireException tooShort() {
    return malformed("it ends too early");
  }

  public WireException malformed(String what) {
    return new WireException("malformed message, at byte " + position + ": " + what);
  }

  /** An alternative or constant that only a newer build knows. */
  public WireException unknown(String what) {
    return new UnknownKindException("a kind of " + what + " that this build does not know");
  }
}
