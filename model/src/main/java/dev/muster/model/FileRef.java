package dev.muster.model;

/**
 * One file of a job, by its content: any node that has the content may provide the file.
 *
 * @param path in the directory of an attempt; ends with {@code /} for an empty directory
 * @param sha256 the hash of the content, 64 hexadecimal digits; empty for a directory
 * @param bytes the length of the content
 */
public record FileRef(String path, String sha256, long bytes, boolean executable) {

  private static final int HEX = 16;
  private static final int PREFIX_DIGITS = Long.SIZE / 4;

  public static FileRef emptyDirectory(String path) {
    return new FileRef(path + "/", "", 0, false);
  }

  /** The first 64 bits of the hash, by which nodes say what they cache. */
  public long hashPrefix() {
    return Long.parseUnsignedLong(sha256, 0, Math.min(PREFIX_DIGITS, sha256.length()), HEX);
  }

  public boolean isDirectory() {
    return path.endsWith("/");
  }
}
