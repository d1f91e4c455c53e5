package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.StageTasks;
import java.lang.reflect.Proxy;

/** A stage that has to be there, and of which nobody may want to know anything. */
final class UnaskedStage {

  private UnaskedStage() {}

  static StageTasks make() {
    return (StageTasks)
        Proxy.newProxyInstance(
            StageTasks.class.getClassLoader(),
            new Class<?>[] {StageTasks.class},
            (_, method, _) -> {
              throw new AssertionError(method);
            });
  }
}
