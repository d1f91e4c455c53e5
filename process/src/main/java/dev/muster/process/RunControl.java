package dev.muster.process;

import static java.util.Objects.requireNonNull;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.files.fetch.Localizer.Localization;
import dev.muster.model.Outcome;
import dev.muster.model.Usage;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.cgroup.GroupedProcess;
import dev.muster.process.journal.Journal;
import dev.muster.process.journal.JournalEntry;
import dev.muster.process.spawn.Child;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run, shared by the thread that carries it out and those that end or pace it. Each
 * change is made here, under one lock.
 */
final class RunControl {
  private final Launch launch;
  private final Journal journal;
  private ProcessRunState state = ProcessRunState.CREATED;
  private EndRequest endRequest = EndRequest.NONE;
  private Pace pace;

  /** There while {@link ProcessRunState#RUNNING}. */
  private @Nullable GroupedProcess live;

  private Localization files = Localization.NOTHING;
  private Optional<Outcome> excess = Optional.empty();

  RunControl(Launch launch, Journal journal) {
    this.launch = launch;
    this.journal = journal;
    this.pace = launch.pace();
  }

  synchronized ProcessRunState state() {
    return state;
  }

  synchronized void become(ProcessRunState next) {
    assert state.canBecome(next) : state + " cannot become " + next;
    state = next;
  }

  /** From now on the process can be signalled; at once if the run was asked to end meanwhile. */
  synchronized void running(Cgroup group, Child child) {
    live = new GroupedProcess(group, child);
    become(ProcessRunState.RUNNING);
    if (isEndRequested()) {
      live.end(endRequest == EndRequest.FORCED);
    }
  }

  synchronized GroupedProcess live() {
    return requireNonNull(live);
  }

  /** The group is another run's once it is given back, so a late order must not reach it. */
  synchronized GroupedProcess exited() {
    var ended = live();
    live = null;
    become(ProcessRunState.EXITED);
    return ended;
  }

  synchronized boolean isEndRequested() {
    return endRequest != EndRequest.NONE;
  }

  synchronized void end(boolean force) {
    if (!isEndRequested()) {
      journal.add(new JournalEntry.EndRequested(launch.run()));
    }
    endRequest = endRequest.and(force);
    if (live == null) {
      files.close();
    } else {
      live.end(force);
    }
  }

  synchronized Localization files() {
    return files;
  }

  synchronized void files(Localization needed) {
    files.close();
    files = needed;
    if (isEndRequested()) {
      files.close();
    }
  }

  synchronized boolean isAtFullPace() {
    return pace == Pace.FULL;
  }

  synchronized void pace(Pace wanted) {
    if (pace != wanted) {
      pace = wanted;
      recordPromotion();
      applyPace();
    }
  }

  /** A run that is to end keeps its full share. */
  synchronized void applyPace() {
    if (live != null && !isEndRequested()) {
      live.pace(pace);
    }
  }

  /** Of the runs that began slow, only a promoted run reaches full pace. */
  synchronized void recordPromotion() {
    if (pace == Pace.FULL && launch.pace() != Pace.FULL) {
      journal.add(new JournalEntry.RunPromoted(launch.run()));
    }
  }

  /** What the process has used so far; empty where none runs. */
  synchronized Optional<Usage> usage() {
    return Optional.ofNullable(live).map(GroupedProcess::usage);
  }

  synchronized boolean exceeds(boolean over, Outcome limit) {
    if (over) {
      excess = Optional.of(limit);
    }
    return over;
  }

  synchronized Optional<Outcome> excess() {
    return excess;
  }

  /** Whether the end of a run was requested. */
  enum EndRequest {
    NONE,
    ASKED,
    FORCED;

    /** A forced end stays forced. */
    EndRequest and(boolean force) {
      return force || this == FORCED ? FORCED : ASKED;
    }
  }
}
