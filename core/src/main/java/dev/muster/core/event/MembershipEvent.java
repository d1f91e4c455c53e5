package dev.muster.core.event;

/** What the master tells of the nodes of the cell; answers to {@code GetMachines}. */
public sealed interface MembershipEvent extends SchedulerEvent, MonitorEvent
    permits SchedulerEvent.MachineList,
        SchedulerEvent.MachinesChanged,
        SchedulerEvent.NodesAvoided {}
