package dev.muster.core.scheduler.estimate;

import org.jspecify.annotations.Nullable;

/** What tasks of one stage took and used that have succeeded of late. */
final class StageSample {

  private static final double MIB = 1 << 20;

  private final MedianWindow wallNs = new MedianWindow();

  /** Of tasks that are known to read something; few stages have any. */
  private @Nullable MedianWindow computeNs;

  private @Nullable MedianWindow nsPerMib;
  private @Nullable MedianWindow memoryBytes;

  /** A task took so long, with nothing that is known to read. */
  void note(long ns) {
    wallNs.note(ns);
  }

  /** A task took so long, of that so long not for reading what it reads. */
  void note(long ns, long computedNs, long inputBytes) {
    wallNs.note(ns);
    computeNs = orNew(computeNs);
    computeNs.note(computedNs);
    nsPerMib = orNew(nsPerMib);
    nsPerMib.note(Math.round(computedNs / (inputBytes / MIB)));
  }

  void noteMemory(long peakBytes) {
    memoryBytes = orNew(memoryBytes);
    memoryBytes.note(peakBytes);
  }

  private static MedianWindow orNew(@Nullable MedianWindow window) {
    return window == null ? new MedianWindow() : window;
  }

  int count() {
    return wallNs.count();
  }

  /** How long a task takes; 0 where nothing is known. */
  long ns() {
    return wallNs.median();
  }

  /**
   * How long a task takes that reads so much, without the reading: in proportion to what it reads
   * where earlier tasks differed less in that than in their times.
   */
  long computeNs(long inputBytes) {
    if (computeNs == null || nsPerMib == null) {
      return ns();
    }
    boolean isInProportion = inputBytes > 0 && nsPerMib.spread() <= computeNs.spread();
    return isInProportion ? Math.round(nsPerMib.median() * (inputBytes / MIB)) : computeNs.median();
  }

  /** The most memory that a task has at a time; 0 where nothing is known. */
  long memoryBytes() {
    return memoryBytes == null ? 0 : memoryBytes.median();
  }
}
