package dev.muster.host.file;

/** How much may be brought; of one thread. */
final class Allowance {

  private final long bytes;
  private final int files;
  private long takenBytes;
  private long takenFiles;
  private long refused;

  Allowance(long bytes, int files) {
    this.bytes = bytes;
    this.files = files;
  }

  /** Whether this fits as well; what does not is counted. */
  boolean take(long moreBytes, int moreFiles) {
    if (moreBytes > bytes - takenBytes || moreFiles > files - takenFiles) {
      refused++;
      return false;
    }
    takenBytes += moreBytes;
    takenFiles += moreFiles;
    return true;
  }

  long bytes() {
    return bytes;
  }

  int files() {
    return files;
  }

  /** How many things did not fit. */
  long refused() {
    return refused;
  }
}
