package dev.muster.core.event;

/** What a scheduler passes on to its placers: answers to what only a placer asks. */
public sealed interface PlacementEvent extends SchedulerEvent
    permits SchedulerEvent.NodeProbed,
        SchedulerEvent.NodeBusy,
        SchedulerEvent.CellDelta,
        SchedulerEvent.TransactionDecided {}
