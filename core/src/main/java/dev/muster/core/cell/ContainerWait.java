package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;

/**
 * What a request for containers waits for, in numbers.
 *
 * @param place in line: 1 is next
 * @param ahead how many containers others want that are before it
 * @param resource the one that is lacking, or the queue that is full; empty where that is not why
 * @param needed of that resource
 * @param available of that resource, at the most, on one node or in the queue
 * @param node that is kept for the request, the first of them; else below zero
 */
public record ContainerWait(
    ContainerShortage why,
    int place,
    long ahead,
    String resource,
    long needed,
    long available,
    int node) {

  public static final int NO_NODE = -1;

  public static ContainerWait of(ContainerShortage why, int place, long ahead) {
    return new ContainerWait(why, place, ahead, "", 0, 0, NO_NODE);
  }

  public ContainerWait lacking(String which, long need, long most) {
    return new ContainerWait(why, place, ahead, which, need, most, node);
  }

  /** This node is kept, alone or the first of several. */
  public ContainerWait reserving(int first) {
    return new ContainerWait(
        ContainerShortage.RESERVED, place, ahead, resource, needed, available, first);
  }

  public void trace(TraceHash hash) {
    hash.add(why.ordinal()).add(place).add(ahead).add(resource);
    hash.add(needed).add(available).add(node);
  }
}
