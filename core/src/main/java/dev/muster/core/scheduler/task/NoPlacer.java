package dev.muster.core.scheduler.task;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.model.Explanation;
import dev.muster.model.StageReport.Placed;

/**
 * Stands where a stage that is not open has no placer: places nothing.
 *
 * @param placed how tasks were placed while the stage was open
 */
public record NoPlacer(Placed placed) implements StagePlacer {

  public static final NoPlacer BEFORE_OPEN = new NoPlacer(Placed.NONE);

  @Override
  public boolean adjust(long nowNs, Effects out) {
    return true;
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    throw new IllegalStateException("nothing of a stage that is not open is placed");
  }
}
