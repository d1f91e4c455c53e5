package dev.muster.sim.swarm;

/** What came of one seed. */
public sealed interface SwarmOutcome {

  long events();

  record Kept(SwarmResult result) implements SwarmOutcome {
    @Override
    public long events() {
      return result.events();
    }
  }

  record Broken(SwarmFailure failure) implements SwarmOutcome {
    @Override
    public long events() {
      return failure.event();
    }
  }
}
