package dev.muster.sim.experiment;

import dev.muster.sim.drive.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;

/** A point of a sweep under way: says how far it is and what its simulations came to. */
public final class PointRun {

  /** What a simulation came to. */
  record Trace(long hash, double seconds, long events) {}

  private final DoubleConsumer moved;
  private final List<Trace> traces = new ArrayList<>();
  private double done;

  /**
   * @param moved receives by how much more is done, of 1
   */
  PointRun(DoubleConsumer moved) {
    this.moved = moved;
  }

  /** One that nobody waits for. */
  public static PointRun alone() {
    return new PointRun(_ -> {});
  }

  /**
   * @param share how much is done, from 0 to 1
   */
  public void at(double share) {
    moved.accept(share - done);
    done = share;
  }

  /** Throws if another point failed, so that a long part of this one does not outlive the sweep. */
  public void checkWanted() {
    moved.accept(0);
  }

  /** One of its simulations has ended. */
  public void ended(Simulation simulation) {
    traces.add(new Trace(simulation.traceHash(), simulation.nowNs() / 1e9, simulation.events()));
  }

  List<Trace> traces() {
    return traces;
  }
}
