package dev.muster.sim.drive;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledPlacer;
import dev.muster.sim.compare.probe.ProbeMode;
import dev.muster.sim.compare.probe.ProbingPlacer;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a simulated cell are sampled: as in production, or in one of the ways that
 * Sparrow is compared with.
 *
 * @param mode null for late binding
 * @param reuseNs how long the answer of a node that was probed is used again
 */
public record SampleWay(@Nullable ProbeMode mode, long reuseNs) {

  public static final SampleWay LATE = new SampleWay(null, 0);
  public static final SampleWay BATCH = new SampleWay(ProbeMode.BATCH, 0);
  public static final SampleWay PER_TASK = new SampleWay(ProbeMode.PER_TASK, 0);
  public static final SampleWay RANDOM = new SampleWay(ProbeMode.RANDOM, 0);

  public SampleWay reusing(long ns) {
    return new SampleWay(mode, ns);
  }

  Placer placer(PlacerContext context, SampledOptions options, Chance chance) {
    return mode == null
        ? new SampledPlacer(context, options, chance)
        : new ProbingPlacer(context, mode, options.ratio(), reuseNs, chance);
  }
}
