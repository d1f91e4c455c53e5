package dev.muster.core.master.state.cell;

/**
 * Finds claims by owner and number: open addressing with linear probing, at most half full.
 *
 * <p>A place holds 32 bits of the hash beside the slot, so that other claims are passed without
 * reading them. Owners number their claims consecutively, so eight numbers share a cache line: a
 * transaction costs an eighth of the misses.
 */
final class ClaimIndex {

  /** Tells claims apart whose hash is the same. */
  interface Claims {
    boolean is(int slot, int owner, long id);
  }

  static final int NONE = -1;

  private static final int FIRST_PLACES = 32;
  private static final int ROW_BITS = 3;
  private static final long EMPTY = 0;

  private final Claims claims;
  private long[] places = new long[FIRST_PLACES];
  private int size;

  ClaimIndex(Claims claims) {
    this.claims = claims;
  }

  int find(int owner, long id) {
    int hash = hash(owner, id);
    int mask = places.length - 1;
    for (int at = hash & mask; places[at] != EMPTY; at = (at + 1) & mask) {
      if (hashAt(at) == hash && claims.is(slotAt(at), owner, id)) {
        return slotAt(at);
      }
    }
    return NONE;
  }

  /** Reads the first place of a search. */
  long prefetch(int owner, long id) {
    return places[hash(owner, id) & (places.length - 1)];
  }

  /** The claim must be absent. */
  void add(int owner, long id, int slot) {
    if (++size * 2 > places.length) {
      resize();
    }
    put(pack(hash(owner, id), slot));
  }

  void remove(int owner, long id, int slot) {
    int mask = places.length - 1;
    int hash = hash(owner, id);
    int at = hash & mask;
    while (places[at] != pack(hash, slot)) {
      at = (at + 1) & mask;
    }
    closeGap(at, mask);
    size--;
  }

  private void closeGap(int freed, int mask) {
    int gap = freed;
    for (int at = (gap + 1) & mask; places[at] != EMPTY; at = (at + 1) & mask) {
      int home = hashAt(at) & mask;
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        places[gap] = places[at];
        gap = at;
      }
    }
    places[gap] = EMPTY;
  }

  private void put(long place) {
    int mask = places.length - 1;
    int at = (int) (place >>> Integer.SIZE) & mask;
    while (places[at] != EMPTY) {
      at = (at + 1) & mask;
    }
    places[at] = place;
  }

  private void resize() {
    long[] old = places;
    places = new long[old.length * 2];
    for (long place : old) {
      if (place != EMPTY) {
        put(place);
      }
    }
  }

  /** One more than the slot, so that a place in use is never empty. */
  private static long pack(int hash, int slot) {
    return ((long) hash << Integer.SIZE) | (slot + 1);
  }

  private int hashAt(int at) {
    return (int) (places[at] >>> Integer.SIZE);
  }

  private int slotAt(int at) {
    return (int) places[at] - 1;
  }

  /** Claims of one owner with the same row are looked up in the same place. */
  static long row(long id) {
    return id >>> ROW_BITS;
  }

  private static int hash(int owner, long id) {
    long mixed = (row(id) + ((long) owner << 40)) * 0x9E3779B97F4A7C15L;
    int row = (int) ((mixed ^ (mixed >>> 29)) >>> 8);
    return (row << ROW_BITS) | ((int) id & ((1 << ROW_BITS) - 1));
  }

  long bytes() {
    return (long) places.length * Long.BYTES;
  }
}
