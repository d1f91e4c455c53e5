package dev.muster.core.report;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.Freed;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The claims of reserved tasks that ended, each told again until the master has its end. */
public final class Vacancies {

  /** How many are told again; one more is told once, and ended by its scheduler if that is lost. */
  public static final int MAX_OWED = 10_000;

  /** How many are in one message. */
  static final int BATCH = 1_000;

  private final int node;
  private final Address<MasterEvent> master;
  private final LongMap<Freed> owed = new LongMap<>();

  public Vacancies(int node, Address<MasterEvent> master) {
    this.node = node;
    this.master = master;
  }

  public void add(long claim, Address<SchedulerEvent> scheduler, Effects out) {
    var freed = new Freed(node, scheduler, List.of(claim));
    if (owed.size() < MAX_OWED) {
      owed.put(claim, freed);
    }
    out.send(master, freed);
  }

  public void heard(List<Long> claims) {
    claims.forEach(owed::remove);
  }

  public void tellAgain(Effects out) {
    if (owed.isEmpty()) {
      return;
    }
    var byScheduler = new TreeMap<Integer, List<Long>>();
    for (var one : owed.values()) {
      int scheduler = one.scheduler().index();
      byScheduler.computeIfAbsent(scheduler, _ -> new ArrayList<>()).addAll(one.claims());
    }
    byScheduler.forEach((scheduler, claims) -> tell(scheduler, claims, out));
  }

  private void tell(int scheduler, List<Long> claims, Effects out) {
    for (int from = 0; from < claims.size(); from += BATCH) {
      var batch = List.copyOf(claims.subList(from, Math.min(claims.size(), from + BATCH)));
      out.send(master, new Freed(node, SchedulerEvent.at(scheduler), batch));
    }
  }

  public int size() {
    return owed.size();
  }
}
