package dev.muster.host.file;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file.
 *
 * @param end the first byte that is not part of it
 */
record Range(long from, long end) {

  private static final Pattern FORM = Pattern.compile("bytes=(\\d{1,18})-(\\d{0,18})");

  /**
   * What is asked for; all of the file where nothing is, or in a form that we don't know.
   *
   * @param header as HTTP has it: {@code bytes=100-}
   */
  static Range of(@Nullable String header, long size) {
    var form = FORM.matcher(header == null ? "" : header);
    if (!form.matches()) {
      return new Range(0, size);
    }
    var last = form.group(2);
    long end = last.isEmpty() ? size : Math.min(size, Long.parseLong(last) + 1);
    return new Range(Long.parseLong(form.group(1)), end);
  }

  long length() {
    return end - from;
  }

  /** Whether there is nothing of the kind in a file of that size. */
  boolean isBeyond(long size) {
    return !isWhole(size) && (from >= size || length() <= 0);
  }

  boolean isWhole(long size) {
    return from == 0 && end == size;
  }

  String header(long size) {
    return "bytes " + from + "-" + (end - 1) + "/" + size;
  }
}
