package dev.muster.core.scheduler.place;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;

/**
 * What a task reads and where that lies, in flat arrays: outputs of tasks before it, summed by node
 * where they are many, and inputs from outside the job, each on one node or several.
 */
public final class TaskInputs {

  public static final TaskInputs NONE = new Gathering().done();

  private final long[] bytes;

  /** Of input i those from {@code from[i]} up to {@code from[i + 1]}. */
  private final int[] holders;

  private final int[] from;
  private final long totalBytes;

  private TaskInputs(long[] bytes, int[] from, int[] holders) {
    this.bytes = bytes;
    this.from = from;
    this.holders = holders;
    long sum = 0;
    for (long each : bytes) {
      sum += each;
    }
    this.totalBytes = sum;
  }

  /** How many inputs there are. */
  public int count() {
    return bytes.length;
  }

  public long bytes(int input) {
    return bytes[input];
  }

  /** How many nodes have the input; 0 where it is as far from all of them. */
  public int holders(int input) {
    return from[input + 1] - from[input];
  }

  public int holder(int input, int index) {
    return holders[from[input] + index];
  }

  public long totalBytes() {
    return totalBytes;
  }

  /** Inputs on their way into flat arrays. */
  public static final class Gathering {

    private final LongList bytes = new LongList();
    private final IntList from = new IntList();
    private final IntList holders = new IntList();

    /** One more input of so many bytes; {@link #on} says where, if anybody knows. */
    public Gathering add(long size) {
      bytes.add(size);
      from.add(holders.size());
      return this;
    }

    /** The latest input is also on this node. */
    public Gathering on(int node) {
      holders.add(node);
      return this;
    }

    /** All inputs of another task too. */
    public Gathering add(TaskInputs others) {
      for (int input = 0; input < others.count(); input++) {
        add(others.bytes(input));
        for (int i = 0; i < others.holders(input); i++) {
          on(others.holder(input, i));
        }
      }
      return this;
    }

    public TaskInputs done() {
      from.add(holders.size());
      return new TaskInputs(bytes.toArray(), from.toArray(), holders.toArray());
    }
  }
}
