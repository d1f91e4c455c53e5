package dev.muster.core.scheduler;

import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import org.jspecify.annotations.Nullable;

/**
 * How a stage of one job gets another size.
 *
 * <pre>
 *   hold --> held, and told to the master until --> recorded: tasks appear or are withdrawn
 * </pre>
 *
 * <p>A stage that is held does not end. So nothing that waits for the stage has started by another
 * size than the one on record, and an epoch that takes the job over goes on with that one. One
 * stage of a job is held at a time; stale revisions are ignored.
 */
final class Resizing {

  private int revision;
  private @Nullable HoldStage held;

  /**
   * @param revision of the latest resize that the stages include
   */
  Resizing(int revision) {
    this.revision = revision;
  }

  /** Whether this resize may be the next one. */
  boolean isNext(HoldStage hold) {
    return held == null && hold.revision() > revision;
  }

  void hold(HoldStage next) {
    assert isNext(next) : "a stage is held, or the resize is stale";
    held = next;
  }

  boolean holds(Stage stage) {
    return held != null && held.stage() == stage.index();
  }

  /** The resize that is not on record yet; null where there is none. */
  @Nullable HoldStage held() {
    return held;
  }

  /** The size is on record: the resize that was held for it, or null where it is stale. */
  @Nullable HoldStage release(StageSizeRecorded recorded) {
    var done = held;
    if (done == null || done.revision() != recorded.revision()) {
      return null;
    }
    revision = done.revision();
    held = null;
    return done;
  }
}
