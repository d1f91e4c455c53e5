package dev.muster.core.actor;

import java.util.Arrays;

/**
 * The one place where things of a kind change their state: asserts that the change is allowed, and
 * counts it, so that a simulated run can say which transitions it has reached.
 *
 * <p>The states are an {@code enum} that says which state may follow which. An actor has one life
 * cycle for each kind of thing it owns, whatever the number of things.
 */
public final class Lifecycle<S extends Enum<S> & Lifecycle.State<S>> {

  /** A state that knows which states may follow it. */
  public interface State<S> {

    boolean mayBecome(S next);
  }

  /** Receives how often each transition occurred, those that never did among them. */
  public interface Visitor {

    void transition(String from, String to, long count);
  }

  private final String name;
  private final S[] states;
  private final long[] counts;

  /** Of these states, all of which belong to one kind of thing. */
  public Lifecycle(Class<S> kind) {
    this.name = kind.getSimpleName();
    this.states = kind.getEnumConstants();
    this.counts = new long[states.length * states.length];
  }

  /** Changes a thing's state; the caller stores the answer. */
  public S change(S from, S to) {
    assert from.mayBecome(to) : name + ": " + from + " may not become " + to;
    counts[from.ordinal() * states.length + to.ordinal()]++;
    return to;
  }

  /** The name of the kind, as its {@code enum} has it. */
  public String name() {
    return name;
  }

  /** Visits every transition that is allowed. */
  public void visit(Visitor visitor) {
    for (var from : states) {
      for (var to : states) {
        if (from.mayBecome(to)) {
          long count = counts[from.ordinal() * states.length + to.ordinal()];
          visitor.transition(from.name(), to.name(), count);
        }
      }
    }
  }

  @Override
  public String toString() {
    return name + " " + Arrays.toString(counts);
  }
}
