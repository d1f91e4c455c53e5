package dev.muster.sim.machine;

import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;

/** Bytes that are read, by how far they are. */
public final class ReadBytes {

  private static final InputDistance[] DISTANCES = InputDistance.values();

  private final long[] bytes = new long[DISTANCES.length];

  void clear() {
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = 0;
    }
  }

  void add(InputDistance distance, long more) {
    bytes[distance.ordinal()] += more;
  }

  void add(ReadBytes other) {
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] += other.bytes[at];
    }
  }

  public long at(InputDistance distance) {
    return bytes[distance.ordinal()];
  }

  public long total() {
    return at(InputDistance.LOCAL) + moved();
  }

  /** What is on other nodes. */
  public long moved() {
    return at(InputDistance.RACK) + at(InputDistance.REMOTE);
  }

  /** How far most of them are; the nearer where as many are further. */
  public InputDistance mostly() {
    var most = InputDistance.LOCAL;
    for (var distance : DISTANCES) {
      most = at(distance) > at(most) ? distance : most;
    }
    return most;
  }

  /** One after another. */
  public long readNs(CompletionModel bandwidths) {
    long ns = 0;
    for (var distance : DISTANCES) {
      ns += bandwidths.readNs(at(distance), distance);
    }
    return ns;
  }
}
