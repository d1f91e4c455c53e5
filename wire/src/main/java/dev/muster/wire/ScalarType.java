package dev.muster.wire;

import java.util.function.BiConsumer;

/**
 * The values that are not made of others. An array is a count and so many numbers, without an
 * object for each; so many bytes at least are there as the count says, so that a lie about the
 * count allocates little.
 */
enum ScalarType implements WireType {
  LONG((value, out) -> out.signed((Long) value), WireReader::signed),
  INT((value, out) -> out.signed((Integer) value), WireReader::signedInt),
  DOUBLE(
      (value, out) -> out.signed(Double.doubleToLongBits((Double) value)),
      in -> Double.longBitsToDouble(in.signed())),
  BOOLEAN((value, out) -> out.unsigned((Boolean) value ? 1 : 0), in -> in.choice(2) == 1),
  TEXT((value, out) -> out.text((String) value), WireReader::text),
  LONGS(ScalarType::writeLongs, ScalarType::readLongs),
  INTS(ScalarType::writeInts, ScalarType::readInts);

  private interface ScalarReader {
    Object read(WireReader in) throws WireException;
  }

  private final BiConsumer<Object, WireWriter> writer;
  private final ScalarReader reader;

  ScalarType(BiConsumer<Object, WireWriter> writer, ScalarReader reader) {
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  public void write(Object value, WireWriter out) {
    writer.accept(value, out);
  }

  @Override
  public Object read(WireReader in) throws WireException {
    return reader.read(in);
  }

  @Override
  public String layout() {
    return name();
  }

  private static void writeLongs(Object value, WireWriter out) {
    var numbers = (long[]) value;
    out.unsigned(numbers.length);
    for (long number : numbers) {
      out.signed(number);
    }
  }

  private static long[] readLongs(WireReader in) throws WireException {
    var numbers = new long[in.length()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.signed();
    }
    return numbers;
  }

  private static void writeInts(Object value, WireWriter out) {
    var numbers = (int[]) value;
    out.unsigned(numbers.length);
    for (int number : numbers) {
      out.signed(number);
    }
  }

  private static int[] readInts(WireReader in) throws WireException {
    var numbers = new int[in.length()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.signedInt();
    }
    return numbers;
  }
}
