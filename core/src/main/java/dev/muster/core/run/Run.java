package dev.muster.core.run;

import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Work;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import org.jspecify.annotations.Nullable;

/** One attempt under way. */
public final class Run {

  public final long id;
  public final Address<SchedulerEvent> scheduler;
  public final Resources need;
  public final Work work;

  /** Why it is being ended, once it is. */
  @Nullable Outcome ending;

  /** When its time is up, and once it is being ended, when its grace is. */
  long dueNs = Long.MAX_VALUE;

  public Run(long id, Address<SchedulerEvent> scheduler, Resources need, Work work) {
    this.id = id;
    this.scheduler = scheduler;
    this.need = need;
    this.work = work;
  }
}
