package dev.muster.process.journal;

import dev.muster.core.actor.Launch;
import dev.muster.model.RunResult;
import dev.muster.process.linux.Boot;
import dev.muster.process.linux.ProcessId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run.
 *
 * @param processId its process, once that is known
 * @param endRequested whether its end, if it has come, need not be its own doing
 * @param promoted whether it is guaranteed and began opportunistic
 * @param result what came of it, once that is known
 */
public record RunRecord(
    JournalEntry.RunBegun begun,
    @Nullable ProcessId processId,
    boolean endRequested,
    boolean promoted,
    @Nullable RunResult result) {
  static RunRecord of(JournalEntry.RunBegun begun) {
    return new RunRecord(begun, null, false, false, null);
  }

  public Launch launch() {
    return promoted ? begun.launch().promoted() : begun.launch();
  }

  public String group() {
    return begun.group();
  }

  public Optional<ProcessId> process() {
    return Optional.ofNullable(processId);
  }

  public Optional<RunResult> end() {
    return Optional.ofNullable(result);
  }

  /** Whether it began since this computer was started; all others are gone. */
  public boolean isOfThisBoot() {
    return begun.boot().equals(Boot.id());
  }

  /** How long ago it began; as far as anybody can tell, if it began before the computer did. */
  public long ageNs() {
    return isOfThisBoot() ? Math.max(0, Boot.uptimeNs() - begun.uptimeNs()) : Boot.uptimeNs();
  }

  public RunRecord startedAs(ProcessId process) {
    return new RunRecord(begun, process, endRequested, promoted, result);
  }

  /** Null when there is nothing left to know. */
  @Nullable RunRecord with(JournalEntry entry) {
    return switch (entry) {
      case JournalEntry.RunBegun again -> of(again);
      case JournalEntry.RunStarted(_, var process) -> startedAs(process);
      case JournalEntry.EndRequested _ -> new RunRecord(begun, processId, true, promoted, result);
      case JournalEntry.RunPromoted _ ->
          new RunRecord(begun, processId, endRequested, true, result);
      case JournalEntry.RunEnded(_, var end) ->
          new RunRecord(begun, processId, endRequested, promoted, end);
      case JournalEntry.RunForgotten _ -> null;
    };
  }

  List<JournalEntry> entries() {
    var entries = new ArrayList<JournalEntry>();
    entries.add(begun);
    if (processId != null) {
      entries.add(new JournalEntry.RunStarted(begun.run(), processId));
    }
    if (endRequested) {
      entries.add(new JournalEntry.EndRequested(begun.run()));
    }
    if (promoted) {
      entries.add(new JournalEntry.RunPromoted(begun.run()));
    }
    if (result != null) {
      entries.add(new JournalEntry.RunEnded(begun.run(), result));
    }
    return entries;
  }

  /** What all entries of a journal together say, in the order in which the runs began. */
  static final class RunRecords {
    private final Map<Long, RunRecord> byRun = new LinkedHashMap<>();

    /** Whether this changes anything: of a run that never began there is nothing to say. */
    boolean concerns(JournalEntry entry) {
      return entry instanceof JournalEntry.RunBegun || byRun.containsKey(entry.run());
    }

    void apply(JournalEntry entry) {
      if (entry instanceof JournalEntry.RunBegun begun) {
        byRun.put(begun.run(), RunRecord.of(begun));
      } else {
        byRun.computeIfPresent(entry.run(), (_, record) -> record.with(entry));
      }
    }

    List<RunRecord> all() {
      return List.copyOf(byRun.values());
    }
  }
}
