package dev.muster.core.event;

/** Answers to requests of placers, which a scheduler passes on to them. */
public sealed interface PlacementEvent extends SchedulerEvent
    permits SchedulerEvent.NodeProbed,
        SchedulerEvent.NodeBusy,
        SchedulerEvent.CellDelta,
        SchedulerEvent.TransactionDecided,
        SchedulerEvent.LoadDelta,
        SchedulerEvent.ContainersGranted,
        SchedulerEvent.ContainersWithdrawn,
        SchedulerEvent.ContainersAwaited {}
