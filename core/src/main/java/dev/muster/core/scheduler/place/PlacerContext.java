package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;

/**
 * What a scheduler gives its placers to work with.
 *
 * @param held all that the scheduler has at nodes
 * @param nodes the nodes of the cell, as far as the scheduler knows them
 * @param thinking how long decisions take, in virtual time
 */
public record PlacerContext(
    Address<SchedulerEvent> self,
    int epoch,
    Address<MasterEvent> master,
    Timing timing,
    Thinking thinking,
    HeldTable held,
    CellNodes nodes) {}
