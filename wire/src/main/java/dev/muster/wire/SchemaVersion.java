package dev.muster.wire;

/**
 * Which schema a build writes; carried by handshakes, journals and recordings.
 *
 * @param major grows when earlier bytes cannot be read any more
 * @param release grows with every release that adds to the schema
 */
public record SchemaVersion(int major, int release) {

  /** What this build writes. */
  public static final SchemaVersion CURRENT = new SchemaVersion(1, 1);

  /** How many releases back are understood. */
  private static final int RELEASES_BACK = 1;

  /**
   * Whether this build understands what a build with the other schema writes: what is newer has
   * fields that are skipped; what is older lacks fields that have a value for that.
   */
  public boolean understands(SchemaVersion other) {
    return other.major == major && other.release >= release - RELEASES_BACK;
  }

  /** As one number, for heads of files and frames. */
  public long packed() {
    return (long) major << Integer.SIZE | Integer.toUnsignedLong(release);
  }

  public static SchemaVersion unpack(long packed) {
    return new SchemaVersion((int) (packed >>> Integer.SIZE), (int) packed);
  }

  @Override
  public String toString() {
    return major + "." + release;
  }
}
