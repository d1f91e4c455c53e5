package dev.muster.check;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import org.jspecify.annotations.Nullable;

/** A task of a job. */
public record TaskKey(long job, int stage, int index) {

  public static TaskKey of(Work work) {
    return new TaskKey(work.job(), work.stage(), work.index());
  }

  static TaskKey of(TaskFinished finished) {
    return new TaskKey(finished.job(), finished.stage(), finished.index());
  }

  public static TaskKey of(HeldAttempt listed) {
    return new TaskKey(listed.job(), listed.stage(), listed.index());
  }

  @Override
  public String toString() {
    return "job-" + job + "/stage " + stage + "[" + index + "]";
  }

  /** The task that a message gives to a node, with either binding; null for other messages. */
  static @Nullable Work givenBy(Event sent) {
    return switch (sent) {
      case LaunchTask launch -> launch.work();
      case PlaceTask place -> place.work();
      default -> null;
    };
  }
}
