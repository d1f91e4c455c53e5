package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.master.state.cell.ConflictCheck.Conflict;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The usage of each owner. */
final class UsageTable {

  private final LongMap<OwnerUsage> byOwner = new LongMap<>();

  OwnerUsage of(int owner) {
    var found = byOwner.find(owner);
    if (found == null) {
      found = new OwnerUsage(owner);
      byOwner.put(owner, found);
    }
    return found;
  }

  /** In the order of the owners' numbers. */
  List<OwnerUsage> all() {
    return byOwner.values().stream().sorted(Comparator.comparingInt(OwnerUsage::owner)).toList();
  }

  private static final class JobCount {
    private int requests;
  }

  /** The usage of one owner by all decided transactions, and its limits. */
  static final class OwnerUsage {

    private final int owner;
    private final LongMap<JobCount> jobs = new LongMap<>();
    private OwnerLimits limits = OwnerLimits.NONE;
    private boolean limited;
    private long claims;
    private long cpuMillis;
    private long memoryBytes;
    private Map<String, Long> named = Collections.emptyMap();

    OwnerUsage(int owner) {
      this.owner = owner;
    }

    int owner() {
      return owner;
    }

    OwnerLimits limits() {
      return limits;
    }

    void setLimits(OwnerLimits other) {
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

    /** A request of the job is charged from now on. */
    void addJob(long job) {
      var count = jobs.find(job);
      if (count == null) {
        count = new JobCount();
        jobs.put(job, count);
      }
      count.requests++;
    }

    /** Undoes one {@link #addJob}. */
    void removeJob(long job) {
      var count = jobs.find(job);
      if (count != null && --count.requests == 0) {
        jobs.remove(job);
      }
    }

    /** The limit that one claim more would exceed, if any. */
    @Nullable Conflict exceeded(Request request) {
      return limited ? checkLimits(request) : null;
    }

    private @Nullable Conflict checkLimits(Request request) {
      var need = request.resources();
      var most = limits.resources();
      if (claims >= limits.claims()) {
        return new Conflict(RejectionReason.CLAIM_LIMIT, claims + 1, limits.claims());
      }
      if (need.cpuMillis() > most.cpuMillis() - cpuMillis) {
        return new Conflict(
            RejectionReason.CPU_LIMIT, cpuMillis + need.cpuMillis(), most.cpuMillis());
      }
      if (need.memoryBytes() > most.memoryBytes() - memoryBytes) {
        return new Conflict(
            RejectionReason.MEMORY_LIMIT, memoryBytes + need.memoryBytes(), most.memoryBytes());
      }
      if (jobs.size() >= limits.jobs() && jobs.find(request.job()) == null) {
        return new Conflict(RejectionReason.JOB_LIMIT, jobs.size() + 1L, limits.jobs());
      }
      return need.named().isEmpty() ? null : checkNamedLimits(need);
    }

    private @Nullable Conflict checkNamedLimits(Resources need) {
      for (var most : limits.resources().named().entrySet()) {
        long would = named.getOrDefault(most.getKey(), 0L) + need.named(most.getKey());
        if (would > most.getValue()) {
          return new Conflict(RejectionReason.NAMED_LIMIT, would, most.getValue(), most.getKey());
        }
      }
      return null;
    }
  }
}
