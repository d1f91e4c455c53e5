package dev.muster.core.master.state;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one owner holds, by all that is decided, and what it may hold. */
final class Holding {

  private static final class Count {
    private int asks;
  }

  private final int owner;
  private final LongMap<Count> jobs = new LongMap<>();
  private OwnerLimits limits = OwnerLimits.NONE;
  private boolean limited;
  private long claims;
  private long cpuMillis;
  private long memoryBytes;
  private Map<String, Long> named = Collections.emptyMap();

  Holding(int owner) {
    this.owner = owner;
  }

  int owner() {
    return owner;
  }

  OwnerLimits limits() {
    return limits;
  }

  void limit(OwnerLimits other) {
    limits = other;
    limited = !other.equals(OwnerLimits.NONE);
  }

  long claims() {
    return claims;
  }

  Resources resources() {
    return new Resources(cpuMillis, memoryBytes, named);
  }

  int jobs() {
    return jobs.size();
  }

  void add(Resources more) {
    claims++;
    cpuMillis += more.cpuMillis();
    memoryBytes += more.memoryBytes();
    if (!more.named().isEmpty()) {
      named = Resources.each(named, more.named(), Long::sum);
    }
  }

  void subtract(Resources less) {
    claims--;
    cpuMillis -= less.cpuMillis();
    memoryBytes -= less.memoryBytes();
    if (!less.named().isEmpty()) {
      named = Resources.each(named, less.named(), (has, gone) -> has - gone);
    }
  }

  /** Some claims of the job are held from now on. */
  void enter(long job) {
    var count = jobs.find(job);
    if (count == null) {
      count = new Count();
      jobs.put(job, count);
    }
    count.asks++;
  }

  /** Undoes one {@link #enter}. */
  void exit(long job) {
    var count = jobs.find(job);
    if (count != null && --count.asks == 0) {
      jobs.remove(job);
    }
  }

  /** Which limit one claim more would pass, if any. */
  @Nullable Objection excess(Request request) {
    return limited ? checked(request) : null;
  }

  private @Nullable Objection checked(Request request) {
    var need = request.resources();
    var most = limits.resources();
    if (claims >= limits.claims()) {
      return new Objection(RejectionReason.CLAIM_LIMIT, claims + 1, limits.claims());
    }
    if (need.cpuMillis() > most.cpuMillis() - cpuMillis) {
      return new Objection(
          RejectionReason.CPU_LIMIT, cpuMillis + need.cpuMillis(), most.cpuMillis());
    }
    if (need.memoryBytes() > most.memoryBytes() - memoryBytes) {
      return new Objection(
          RejectionReason.MEMORY_LIMIT, memoryBytes + need.memoryBytes(), most.memoryBytes());
    }
    if (jobs.size() >= limits.jobs() && jobs.find(request.job()) == null) {
      return new Objection(RejectionReason.JOB_LIMIT, jobs.size() + 1L, limits.jobs());
    }
    return need.named().isEmpty() ? null : checkedByName(need);
  }

  private @Nullable Objection checkedByName(Resources need) {
    for (var most : limits.resources().named().entrySet()) {
      long would = named.getOrDefault(most.getKey(), 0L) + need.named(most.getKey());
      if (would > most.getValue()) {
        return new Objection(RejectionReason.NAMED_LIMIT, would, most.getValue(), most.getKey());
      }
    }
    return null;
  }
}
