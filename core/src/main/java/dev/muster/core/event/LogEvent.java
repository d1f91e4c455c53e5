package dev.muster.core.event;

/** What a master receives from the log, whether it leads or follows. */
public sealed interface LogEvent extends MasterEvent
    permits MasterEvent.EntryCommitted,
        MasterEvent.AppendRefused,
        MasterEvent.LeadershipGained,
        MasterEvent.LeadershipLost {}
