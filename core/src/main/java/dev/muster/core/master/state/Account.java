package dev.muster.core.master.state;

import dev.muster.core.cell.RejectionReason;
import dev.muster.model.Resources;
import java.util.Map;

/**
 * What one owner did since this cell began to decide, and what it holds.
 *
 * @param refusals by reason, only those that occurred
 * @param preempting claims of others that had to go for it
 * @param preempted claims of its own that had to go
 */
public record Account(
    int owner,
    long transactions,
    long accepted,
    Map<RejectionReason, Long> refusals,
    long released,
    long preempting,
    long preempted,
    long claimsHeld,
    Resources resourcesHeld,
    int jobsHeld) {}
