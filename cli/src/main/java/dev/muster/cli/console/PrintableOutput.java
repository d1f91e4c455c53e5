package dev.muster.cli.console;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Escapes the control characters of a text in UTF-8, all but line feeds and tabs: a terminal obeys
 * them, and files, names and tasks may hold any.
 */
final class PrintableOutput extends FilterOutputStream {

  private static final int DELETE = 0x7f;

  /** In UTF-8 the first of the two bytes of U+0080 to U+009F, which are control characters too. */
  private static final int LEAD = 0xc2;

  private static final int FIRST_UPPER = 0x80;
  private static final int LAST_UPPER = 0x9f;

  private final BooleanSupplier needed;
  private boolean afterLead;

  /**
   * @param needed asked at each control character, because finding out may take a process
   */
  PrintableOutput(OutputStream out, BooleanSupplier needed) {
    super(out);
    this.needed = needed;
  }

  @Override
  public void write(int b) throws IOException {
    int value = b & 0xff;
    boolean upper = afterLead && value >= FIRST_UPPER && value <= LAST_UPPER;
    if (afterLead && !(upper && needed.getAsBoolean())) {
      out.write(LEAD);
      upper = false;
    }
    afterLead = value == LEAD;
    if (upper) {
      out.write(escape("\\u%04x", value));
    } else if (isControl(value) && needed.getAsBoolean()) {
      out.write(escape("\\x%02x", value));
    } else if (!afterLead) {
      out.write(value);
    }
  }

  private static boolean isControl(int value) {
    return (value < ' ' && value != '\n' && value != '\t') || value == DELETE;
  }

  private static byte[] escape(String format, int value) {
    return String.format(Locale.ROOT, format, value).getBytes(US_ASCII);
  }

  /** Stretches without anything to escape go on in one piece. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    for (int at = offset; at < offset + length; at++) {
      int value = bytes[at] & 0xff;
      if (afterLead || value == LEAD || isControl(value)) {
        out.write(bytes, from, at - from);
        write(value);
        from = at + 1;
      }
    }
    out.write(bytes, from, offset + length - from);
  }

  @Override
  public void close() throws IOException {
    if (afterLead) {
      out.write(LEAD);
    }
    super.close();
  }
}
