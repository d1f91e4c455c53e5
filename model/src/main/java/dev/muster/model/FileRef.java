package dev.muster.model;

/**
 * One file of a job, by what it holds: whoever has that content may provide it.
 *
 * @param path where it appears in the directory of an attempt; ends with {@code /} for a directory
 *     with nothing in it
 * @param sha256 the hash of its content, 64 hexadecimal digits; empty for a directory
 * @param bytes how long it is
 */
public record FileRef(String path, String sha256, long bytes, boolean executable) {

  public static FileRef emptyDirectory(String path) {
    return new FileRef(path + "/", "", 0, false);
  }

  public boolean isDirectory() {
    return path.endsWith("/");
  }
}
