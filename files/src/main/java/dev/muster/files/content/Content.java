package dev.muster.files.content;

import dev.muster.model.FileRef;
import dev.muster.model.text.Quantity;
import java.util.regex.Pattern;

/**
 * What a file holds, wherever it lies and whatever it is called. The hash is checked to be one, so
 * that it can safely be part of a path.
 */
public record Content(String sha256, long bytes) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final int SHOWN_DIGITS = 12;

  public Content {
    if (!isSha256(sha256) || bytes < 0) {
      throw new IllegalArgumentException(
          "a content has a sha256 of 64 hexadecimal digits and a length, not `%s` and %d"
              .formatted(sha256, bytes));
    }
  }

  public static Content of(FileRef file) {
    return new Content(file.sha256(), file.bytes());
  }

  static boolean isSha256(String text) {
    return SHA256.matcher(text).matches();
  }

  /** As people see it: {@code 3f1c07d2a9b4… (5 MiB)}. */
  @Override
  public String toString() {
    return sha256.substring(0, SHOWN_DIGITS) + "… (" + Quantity.formatBytes(bytes) + ")";
  }
}
