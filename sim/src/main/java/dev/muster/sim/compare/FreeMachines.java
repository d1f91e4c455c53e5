package dev.muster.sim.compare;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Resources;

/**
 * What is free on some machines, filled as production fills its replica of the cell: by randomised
 * first fit.
 */
final class FreeMachines {

  private static final int ANY_JOB = 0;

  private final Replica replica = new Replica();
  private final RandomFit fit;
  private long freeCpuMillis;
  private long freeMemoryBytes;

  FreeMachines(RandomFit fit) {
    this.fit = fit;
  }

  /** One more machine, with so much free. */
  void add(int machine, Resources free) {
    var delta = delta(1);
    describe(delta.rows(), machine, free);
    add(delta);
  }

  private static DeltaBuffer delta(int machines) {
    var delta = new DeltaBuffer();
    delta.start(0, 0, machines, MachineRows.FULL_ROW);
    return delta;
  }

  private void add(DeltaBuffer delta) {
    replica.apply(delta, 0);
    var rows = delta.rows();
    for (int row = 0; row < rows.size(); row++) {
      freeCpuMillis += rows.free(row).cpuMillis();
      freeMemoryBytes += rows.free(row).memoryBytes();
    }
  }

  private static void describe(MachineRows rows, int machine, Resources free) {
    long cpuMillis = free.cpuMillis();
    long memoryBytes = free.memoryBytes();
    int at = rows.addRow();
    rows.flat()[at + MachineRows.FREE_CPU] = cpuMillis;
    rows.flat()[at + MachineRows.FREE_MEMORY] = memoryBytes;
    rows.flat()[at + MachineRows.CAPACITY_CPU] = cpuMillis;
    rows.flat()[at + MachineRows.CAPACITY_MEMORY] = memoryBytes;
    rows.flat()[at + MachineRows.MARK] = MachineRows.mark(machine, 0);
  }

  /** Claims a machine for as many tasks as fit; returns the machine of each. */
  IntList fill(Resources need, int tasks) {
    var transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
    int request = transaction.request(Request.of(ANY_JOB, need));
    int placed = fit.fill(replica, transaction, request, 0, tasks);
    var machines = new IntList();
    for (int at = 0; at < placed; at++) {
      machines.add(transaction.machine(at));
    }
    freeCpuMillis -= placed * need.cpuMillis();
    freeMemoryBytes -= placed * need.memoryBytes();
    return machines;
  }

  void release(int machine, Resources need) {
    replica.release(machine, need);
    freeCpuMillis += need.cpuMillis();
    freeMemoryBytes += need.memoryBytes();
  }

  /** All that is free, for a framework that fills it in its own order; nothing is left here. */
  FreeMachines takeAll(RandomFit fitOfTaker) {
    var delta = delta(replica.machines());
    for (int machine = 0; machine < replica.known(); machine++) {
      if (replica.has(machine)) {
        var free = replica.free(machine);
        describe(delta.rows(), machine, free);
        replica.claim(machine, free);
      }
    }
    freeCpuMillis = 0;
    freeMemoryBytes = 0;
    var taken = new FreeMachines(fitOfTaker);
    taken.add(delta);
    return taken;
  }

  /** What was left of all that was taken. */
  void giveBack(FreeMachines rest) {
    for (int machine = 0; machine < rest.replica.known(); machine++) {
      if (rest.replica.has(machine)) {
        release(machine, rest.replica.free(machine));
      }
    }
  }

  long freeCpuMillis() {
    return freeCpuMillis;
  }

  /** Whether nothing is left of cpu or of memory. */
  boolean isUsedUp() {
    return freeCpuMillis <= 0 || freeMemoryBytes <= 0;
  }
}
