package dev.muster.core.actor;

import java.util.Arrays;

/**
 * The only way to change a state: asserts that the transition is allowed, and counts it for the
 * coverage of a simulated run.
 *
 * <p>The states are an {@code enum} that says which state may follow which. An actor has one
 * lifecycle for each kind of object it owns, whatever their number.
 */
public final class Lifecycle<S extends Enum<S> & Lifecycle.State<S>> {

  /** A state that knows which states may follow it. */
  public interface State<S> {

    boolean mayBecome(S next);
  }

  /** Receives the count of each transition, also of those that never occurred. */
  public interface Visitor {

    void transition(String from, String to, long count);
  }

  private final String name;
  private final S[] states;
  private final long[] counts;

  public Lifecycle(Class<S> kind) {
    this.name = kind.getSimpleName();
    this.states = kind.getEnumConstants();
    this.counts = new long[states.length * states.length];
  }

  /** Gives the new state, which the caller stores. */
  public S change(S from, S to) {
    assert from.mayBecome(to) : name + ": " + from + " may not become " + to;
    counts[from.ordinal() * states.length + to.ordinal()]++;
    return to;
  }

  /** The name of the {@code enum}. */
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
