package dev.muster.sim.swarm;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What machines keep of their runs while the processes of their nodes die: each run until its
 * result is acknowledged. A modelled journal.
 */
final class MachineRuns implements Observer {

  /**
   * @param result how it ended; null while it runs
   */
  record JournalledRun(int node, Launch launch, long startedNs, @Nullable RunResult result) {}

  private final LongSupplier nowNs;
  private final TreeMap<Long, JournalledRun> runs = new TreeMap<>();
  private final TreeSet<Long> frozen = new TreeSet<>();

  MachineRuns(LongSupplier nowNs) {
    this.nowNs = nowNs;
  }

  @Override
  public void launched(int node, Launch launch) {
    runs.put(launch.run(), new JournalledRun(node, launch, nowNs.getAsLong(), null));
  }

  @Override
  public void paced(int node, long run, Pace pace) {
    if (pace == Pace.FROZEN) {
      frozen.add(run);
    } else {
      frozen.remove(run);
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case TaskFinished end ->
          runs.computeIfPresent(
              end.reservation(),
              (_, run) ->
                  new JournalledRun(run.node(), run.launch(), run.startedNs(), end.result()));
      case TaskPromoted answer when answer.granted() ->
          runs.computeIfPresent(
              answer.reservation(),
              (_, run) ->
                  new JournalledRun(
                      run.node(), run.launch().promoted(), run.startedNs(), run.result()));
      default -> {} // changes no run
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof AcknowledgeResult acknowledge) {
      runs.remove(acknowledge.reservation());
    }
  }

  @Override
  public void crashed(int node) {
    runs.values().removeIf(run -> run.node() == node);
  }

  boolean isFrozen(long run) {
    return frozen.contains(run);
  }

  /** In the order of their numbers. */
  List<JournalledRun> of(int node) {
    List<JournalledRun> kept = new ArrayList<>(runs.values());
    kept.removeIf(run -> run.node() != node);
    return kept;
  }
}
