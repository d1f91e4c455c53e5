package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongSet;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tasks and reservations are admitted; others are returned with the reason.
 *
 * <p>A task that was sent by itself would run again if its message came twice, the second time
 * late; and a reservation that was returned would have a task here that its scheduler, once it
 * receives the return, starts elsewhere too. So their ids are remembered for a while, in two
 * generations: when the younger is full, the older is forgotten as a whole.
 */
final class AdmissionCheck {

  /** How many ids are remembered at least: more than may run and be unacknowledged at a time. */
  static final int REMEMBERED_IDS = 1 << 15;

  private final NodeConfig.Grants grants;
  private final ResourceLedger ledger;
  private final WaitQueue queue;
  private final MaintenanceWindow window;
  private final NodeHealth health;
  private final OutgoingMessages messages;

  /** Made for the first id: many nodes never remember one. */
  private @Nullable LongSet younger;

  private @Nullable LongSet older;

  AdmissionCheck(
      NodeConfig.Grants grants,
      ResourceLedger ledger,
      WaitQueue queue,
      MaintenanceWindow window,
      NodeHealth health,
      OutgoingMessages messages) {
    this.grants = grants;
    this.ledger = ledger;
    this.queue = queue;
    this.window = window;
    this.health = health;
    this.messages = messages;
  }

  /** Whether a task was sent by itself before, or a reservation was returned before. */
  boolean isDuplicate(QueuedTask task) {
    return task.isBound() ? !remember(task.id()) : isRemembered(task.id());
  }

  /** Should the task come after all, it is a duplicate: it was killed before it came. */
  void killed(long id) {
    remember(id);
  }

  private boolean isRemembered(long id) {
    return (younger != null && younger.contains(id)) || (older != null && older.contains(id));
  }

  /** Whether this id is new. */
  private boolean remember(long id) {
    if (isRemembered(id)) {
      return false;
    }
    if (younger == null) {
      younger = new LongSet();
    }
    younger.add(id);
    if (younger.size() == REMEMBERED_IDS) {
      older = younger;
      younger = null;
    }
    return true;
  }

  /** Whether the task is admitted; returned to its scheduler where not. */
  boolean admits(QueuedTask task, Effects out) {
    if (window.isDraining()) {
      returned(task, ReturnReason.DRAINING, "the node takes no new work", out);
    } else if (!health.accepts(task)) {
      returned(task, ReturnReason.SICK, health.reason(), out);
    } else if (!grants.cover(task.demand())) {
      returned(task, ReturnReason.NO_GRANT, "the grant does not cover the task", out);
    } else if (!task.need().fitsIn(ledger.capacity())) {
      var detail = OutgoingMessages.shortfall(task, ledger.capacity());
      returned(task, ReturnReason.TOO_LARGE, detail, out);
    } else if (task.demand().admission() == Admission.QUEUED && !queue.accepts(task)) {
      returned(task, ReturnReason.LIMIT, queue.size() + " wait here", out);
    } else {
      return true;
    }
    return false;
  }

  /** Whether the node takes no new work. */
  boolean isDraining() {
    return window.isDraining();
  }

  /** Gives a task or reservation back to its scheduler, for good. */
  void returned(QueuedTask task, ReturnReason reason, String detail, Effects out) {
    remember(task.id());
    messages.returned(task, reason, detail, out);
  }

  /** Whether this grant covers the demand as a guaranteed one. */
  boolean covers(Demand demand, String grant) {
    return grants.cover(demand.guaranteedBy(grant));
  }
}
