package dev.muster.files.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash in the making. */
public final class Sha256 {
  public static final int CHUNK_BYTES = 256 << 10;

  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new LinkageError("no SHA-256", everyPlatformHasIt);
    }
  }

  static String of(Path file) throws IOException {
    var hash = new Sha256();
    hash.add(file);
    return hash.hex();
  }

  public void add(byte[] bytes, int length) {
    digest.update(bytes, 0, length);
  }

  long add(Path file) throws IOException {
    long sum = 0;
    try (var in = Files.newInputStream(file)) {
      var chunk = new byte[CHUNK_BYTES];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        add(chunk, read);
        sum += read;
      }
    }
    return sum;
  }

  /** The hash of all that was added; begins anew. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
