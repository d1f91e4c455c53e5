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
 * What is free on some machines, filled as production fills its copy of the cell: by randomised
 * first fit.
 */
final class Room {

  private static final int ANY_JOB = 0;

  private final Replica copy = new Replica();
  private final RandomFit fit;
  private long freeCpuMillis;
  private long freeMemoryBytes;

  Room(RandomFit fit) {
    this.fit = fit;
  }

  /** One more machine, with so much free. */
  void add(int machine, Resources free) {
    var news = news(1);
    describe(news.rows(), machine, free);
    add(news);
  }

  private static DeltaBuffer news(int machines) {
    var news = new DeltaBuffer();
    news.start(0, 0, machines, MachineRows.FULL_ROW);
    return news;
  }

  private void add(DeltaBuffer news) {
    copy.apply(news, 0);
    var rows = news.rows();
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

  /** Takes room for as many tasks as find any; gives the machine of each. */
  IntList fill(Resources need, int tasks) {
    var draft = new TransactionBuilder(0, TransactionOptions.STANDARD);
    int ask = draft.request(Request.of(ANY_JOB, need));
    int placed = fit.fill(copy, draft, ask, 0, tasks);
    var machines = new IntList();
    for (int at = 0; at < placed; at++) {
      machines.add(draft.machine(at));
    }
    freeCpuMillis -= placed * need.cpuMillis();
    freeMemoryBytes -= placed * need.memoryBytes();
    return machines;
  }

  void release(int machine, Resources need) {
    copy.release(machine, need);
    freeCpuMillis += need.cpuMillis();
    freeMemoryBytes += need.memoryBytes();
  }

  /** All that is free, for somebody who fills it in his own way; here nothing is left. */
  Room takeAll(RandomFit fitOfTaker) {
    var news = news(copy.machines());
    for (int machine = 0; machine < copy.known(); machine++) {
      if (copy.has(machine)) {
        var free = copy.free(machine);
        describe(news.rows(), machine, free);
        copy.claim(machine, free);
      }
    }
    freeCpuMillis = 0;
    freeMemoryBytes = 0;
    var taken = new Room(fitOfTaker);
    taken.add(news);
    return taken;
  }

  /** What was left of all that was taken. */
  void giveBack(Room rest) {
    for (int machine = 0; machine < rest.copy.known(); machine++) {
      if (rest.copy.has(machine)) {
        release(machine, rest.copy.free(machine));
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
