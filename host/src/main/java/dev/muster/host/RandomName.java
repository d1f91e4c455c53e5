package dev.muster.host;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Names that nobody else has, and nobody can guess. */
public final class RandomName {
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomName() {}

  public static String of(int bytes) {
    var random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
