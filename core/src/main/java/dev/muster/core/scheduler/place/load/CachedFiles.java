package dev.muster.core.scheduler.place.load;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import java.util.Arrays;

/**
 * Which files nodes cache, by the first 64 bits of their hashes, and the other way round: some of
 * the nodes that cache a file.
 */
public final class CachedFiles {

  /** How many holders of a file are known: some are as good as all. */
  static final int MAX_HOLDERS = 64;

  private static final long[] NONE = {};

  /** By node, each sorted. */
  private long[][] files = {};

  private final LongMap<IntList> holders = new LongMap<>();

  /** As {@code PackedLoads.files}: for each node all that it caches now. */
  void read(long[] packed) {
    for (int at = 0; at < packed.length; at += 2 + (int) packed[at + 1]) {
      int first = at + 2;
      put((int) packed[at], Arrays.copyOfRange(packed, first, first + (int) packed[at + 1]));
    }
  }

  private void put(int node, long[] hashes) {
    if (node >= files.length) {
      int before = files.length;
      files = Arrays.copyOf(files, Math.max(node + 1, before * 2));
      Arrays.fill(files, before, files.length, NONE);
    }
    Arrays.sort(hashes);
    var old = files[node];
    files[node] = hashes;
    for (long hash : old) {
      if (!has(node, hash)) {
        remove(hash, node);
      }
    }
    for (long hash : hashes) {
      if (Arrays.binarySearch(old, hash) < 0) {
        add(hash, node);
      }
    }
  }

  private void add(long hash, int node) {
    var nodes = holders.find(hash);
    if (nodes == null) {
      nodes = new IntList();
      holders.put(hash, nodes);
    }
    if (nodes.size() < MAX_HOLDERS) {
      nodes.add(node);
    }
  }

  private void remove(long hash, int node) {
    var nodes = holders.find(hash);
    if (nodes == null) {
      return;
    }
    for (int at = 0; at < nodes.size(); at++) {
      if (nodes.at(at) == node) {
        nodes.swap(at, nodes.size() - 1);
        nodes.removeLast();
        break;
      }
    }
    if (nodes.isEmpty()) {
      holders.remove(hash);
    }
  }

  public boolean has(int node, long hash) {
    return node < files.length && Arrays.binarySearch(files[node], hash) >= 0;
  }

  /** How many nodes are known to cache a file. */
  public int holders(long hash) {
    var nodes = holders.find(hash);
    return nodes == null ? 0 : nodes.size();
  }

  /** One of {@link #holders(long)}. */
  public int holder(long hash, int index) {
    var nodes = holders.find(hash);
    if (nodes == null) {
      throw new IndexOutOfBoundsException(index + " of none");
    }
    return nodes.at(index);
  }
}
