package dev.muster.core.master.central;

import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;

/** Says in numbers what a request waits for: looks at all machines for one that lacks cpu. */
final class Shortages {

  /** For so long what was found of all machines is good enough. */
  static final long FRESH_NS = 1_000_000_000;

  private final CellState cell;
  private final RegisteredMachines machines;
  private final EligibleMachines eligible;
  private final UnclaimedUse unclaimed;

  /** The largest amounts on any node, each by itself, and when that was so. */
  private Resources most = Resources.NONE;

  private long foundNs = Long.MIN_VALUE / 2;

  Shortages(
      CellState cell,
      RegisteredMachines machines,
      EligibleMachines eligible,
      UnclaimedUse unclaimed) {
    this.cell = cell;
    this.machines = machines;
    this.eligible = eligible;
    this.unclaimed = unclaimed;
  }

  ContainerWait of(long nowNs, PendingRequest request) {
    var wait = ContainerWait.of(request.waits.why(), request.waits.place(), request.waits.ahead());
    if (request.keptNodes > 0) {
      return wait.reserving(request.keptNode);
    }
    return switch (request.waits.why()) {
      case RESOURCE, GANG -> lacking(nowNs, request, wait);
      case QUEUE, LIMIT -> wait.lacking(request.waits.detail(), 0, 0);
      case IN_LINE, NO_NODE, PREFERENCE, RESERVED, REJECTED -> wait;
    };
  }

  private ContainerWait lacking(long nowNs, PendingRequest request, ContainerWait wait) {
    var need = request.need();
    if (!isLargeEnough(request)) {
      return ContainerWait.of(
          ContainerShortage.NO_NODE, request.waits.place(), request.waits.ahead());
    }
    boolean anywhere = request.spec.where().require().isNothing();
    var available = anywhere ? mostAnywhere(nowNs) : mostOn(nowNs, request);
    if (need.memoryBytes() > available.memoryBytes()) {
      return wait.lacking(Portion.MEMORY, need.memoryBytes(), available.memoryBytes());
    }
    for (var each : need.named().entrySet()) {
      if (each.getValue() > available.named(each.getKey())) {
        return wait.lacking(each.getKey(), each.getValue(), available.named(each.getKey()));
      }
    }
    return wait.lacking(Portion.CPU, need.cpuMillis(), mostCpuBeside(nowNs, request));
  }

  private boolean isLargeEnough(PendingRequest request) {
    return machines.machines().stream()
        .anyMatch(
            machine ->
                request.need().fitsIn(machine.capacity())
                    && eligible.has(request.spec.where().require(), machine.node()));
  }

  private Resources mostAnywhere(long nowNs) {
    if (nowNs - foundNs >= FRESH_NS) {
      foundNs = nowNs;
      most =
          machines.machines().stream()
              .map(machine -> unclaimed.available(nowNs, machine.node()))
              .reduce(Resources.NONE, Resources::max);
    }
    return most;
  }

  private Resources mostOn(long nowNs, PendingRequest request) {
    return eligible.of(request.spec.where().require()).stream()
        .filter(cell::has)
        .mapToObj(node -> unclaimed.available(nowNs, node))
        .reduce(Resources.NONE, Resources::max);
  }

  /** The most cpu on a node that has enough of everything else. */
  private long mostCpuBeside(long nowNs, PendingRequest request) {
    var others = request.need().withoutCpu();
    return machines.machines().stream()
        .mapToInt(machine -> machine.node())
        .filter(node -> eligible.has(request.spec.where().require(), node))
        .mapToObj(node -> unclaimed.available(nowNs, node))
        .filter(others::fitsIn)
        .mapToLong(Resources::cpuMillis)
        .max()
        .orElse(0);
  }
}
