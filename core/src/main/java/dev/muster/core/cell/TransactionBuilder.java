package dev.muster.core.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Builds the transaction of one owner. Flat, and reused after {@link #clear}, so that a claim costs
 * no allocation.
 *
 * <p>Releases come first, whatever the order of the calls: claims may use what they free.
 */
public final class TransactionBuilder {

  /** How many claims, and how many releases, one transaction may have. */
  public static final int MAX_CLAIMS = 1 << 17;

  /** How many different requests its claims may have. */
  public static final int MAX_REQUESTS = 1 << 12;

  private static final int FIRST_SIZE = 16;

  private final int owner;
  private final TransactionOptions options;
  private final List<Request> requests = new ArrayList<>();
  private final List<Request> requestsView = Collections.unmodifiableList(requests);
  private long[] ids = new long[FIRST_SIZE];
  private int[] machines = new int[FIRST_SIZE];
  private int[] requestOf = new int[FIRST_SIZE];
  private int[] sequences = new int[FIRST_SIZE];
  private int claims;
  private long[] released = new long[FIRST_SIZE];
  private int releases;

  public TransactionBuilder(int owner, TransactionOptions options) {
    this.owner = owner;
    this.options = options;
  }

  /** Adds a request; gives the index by which claims of this transaction refer to it. */
  public int request(Request request) {
    if (requests.size() == MAX_REQUESTS) {
      var most = "a transaction has at most " + MAX_REQUESTS + " requests";
      throw new IllegalStateException(most + ": let claims share them, or send several");
    }
    requests.add(request);
    return requests.size() - 1;
  }

  /**
   * @param id unlike all others that this owner has
   * @param request as {@link #request} gave it
   * @param sequence of the machine in the scheduler's replica, earlier claims of this transaction
   *     included; counts only where conflict detection is coarse-grained
   */
  public void claim(long id, int machine, int request, int sequence) {
    if (request < 0 || request >= requests.size()) {
      throw new IllegalArgumentException(
          "request must be at least 0 and below " + requests.size() + ": " + request);
    }
    if (claims == ids.length) {
      growClaims();
    }
    ids[claims] = id;
    machines[claims] = machine;
    requestOf[claims] = request;
    sequences[claims++] = sequence;
  }

  private void growClaims() {
    int length = longer(claims);
    ids = Arrays.copyOf(ids, length);
    machines = Arrays.copyOf(machines, length);
    requestOf = Arrays.copyOf(requestOf, length);
    sequences = Arrays.copyOf(sequences, length);
  }

  public void release(long id) {
    if (releases == released.length) {
      released = Arrays.copyOf(released, longer(releases));
    }
    released[releases++] = id;
  }

  private static int longer(int length) {
    if (length >= MAX_CLAIMS) {
      throw new IllegalStateException(
          "a transaction has at most " + MAX_CLAIMS + " claims and as many releases: send several");
    }
    return length * 2;
  }

  public void renumber(int at, long id) {
    ids[at] = id;
  }

  /** A copy, to be sent. */
  public Transaction build() {
    return new Transaction(
        owner,
        options,
        List.copyOf(requests),
        Arrays.copyOf(ids, claims),
        Arrays.copyOf(machines, claims),
        Arrays.copyOf(requestOf, claims),
        Arrays.copyOf(sequences, claims),
        Arrays.copyOf(released, releases));
  }

  /** Empties the transaction; owner and options stay. */
  public void clear() {
    requests.clear();
    claims = 0;
    releases = 0;
  }

  public int owner() {
    return owner;
  }

  public TransactionOptions options() {
    return options;
  }

  public List<Request> requests() {
    return requestsView;
  }

  public int claims() {
    return claims;
  }

  public long id(int at) {
    return ids[at];
  }

  public int machine(int at) {
    return machines[at];
  }

  public int requestOf(int at) {
    return requestOf[at];
  }

  public Request requestAt(int at) {
    return requests.get(requestOf[at]);
  }

  public int sequence(int at) {
    return sequences[at];
  }

  public int releases() {
    return releases;
  }

  public long released(int at) {
    return released[at];
  }
}
