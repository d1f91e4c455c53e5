package dev.muster.core.scheduler.job;

import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import org.jspecify.annotations.Nullable;

/** The stage of one job that is held; one at a time, and stale revisions are ignored. */
public final class HeldStage {

  private int revision;
  private @Nullable HoldStage held;

  /**
   * @param revision of the latest resize that the stages include
   */
  HeldStage(int revision) {
    this.revision = revision;
  }

  /** What was asked of it; null where none is held. */
  public @Nullable HoldStage held() {
    return held;
  }

  public boolean isNext(HoldStage next) {
    return held == null && next.revision() > revision;
  }

  public void hold(HoldStage next) {
    assert isNext(next) : "a stage is held, or the resize is stale";
    held = next;
  }

  boolean is(Stage stage) {
    return held != null && held.stage() == stage.index();
  }

  public @Nullable HoldStage release(StageSizeRecorded recorded) {
    var done = held;
    if (done == null || done.revision() != recorded.revision()) {
      return null;
    }
    revision = done.revision();
    held = null;
    return done;
  }
}
