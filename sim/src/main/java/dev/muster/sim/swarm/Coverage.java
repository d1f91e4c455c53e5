package dev.muster.sim.swarm;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.event.Wake;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.sim.fault.Fault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts what runs reached: of everything that can occur, how often it did.
 *
 * <p>What can occur is read off the code: the records of sealed interfaces, the constants of enums
 * and the transitions that life cycles allow. So whatever is added to the core is missing from the
 * swarm until the swarm reaches it.
 */
public final class Coverage implements Observer {

  /** The kinds of things that can occur. */
  public enum ReachKind {
    SENT,
    DELIVERED,
    NOTICE,
    LOG_ENTRY,
    REJECTION_REASON,
    RETURN_REASON,
    SHORTAGE,
    OUTCOME,
    JOB_STATE,
    TRANSITION,
    TIMER,
    FAULT;

    /** As it is printed. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One thing that can occur.
   *
   * @param why it cannot occur in a simulated cell; empty where it can
   */
  public record Reached(ReachKind kind, String name, long count, String why) {

    public boolean isMissing() {
      return count == 0 && why.isEmpty();
    }
  }

  private static final List<Class<?>> EVENTS =
      List.of(
          ClientEvent.class,
          MasterEvent.class,
          MonitorEvent.class,
          SchedulerEvent.class,
          NodeEvent.class);

  private static final ClassValue<String> NAMES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          var outer = type.getDeclaringClass();
          return outer == null
              ? type.getSimpleName()
              : outer.getSimpleName() + "." + type.getSimpleName();
        }
      };

  private final Map<ReachKind, Map<String, Long>> counts = new EnumMap<>(ReachKind.class);

  /** The kinds of timers that were seen, all constants of which are expected. */
  private final Set<Class<?>> timers = new HashSet<>();

  public Coverage() {
    for (var events : EVENTS) {
      expect(ReachKind.SENT, events);
      expect(ReachKind.DELIVERED, events);
    }
    expect(ReachKind.NOTICE, Notice.class);
    expect(ReachKind.LOG_ENTRY, MasterEntry.class);
    expect(ReachKind.LOG_ENTRY, CellEntry.class);
    expect(ReachKind.REJECTION_REASON, RejectionReason.values());
    expect(ReachKind.RETURN_REASON, ReturnReason.values());
    expect(ReachKind.SHORTAGE, ContainerShortage.values());
    expect(ReachKind.OUTCOME, Outcome.values());
    expect(ReachKind.JOB_STATE, JobState.values());
    expect(ReachKind.FAULT, Fault.values());
  }

  private void expect(ReachKind kind, Class<?> sealed) {
    for (var each : sealed.getPermittedSubclasses()) {
      if (each.isSealed()) {
        expect(kind, each);
      } else if (each != Wake.class && each != CellChanged.class) {
        count(kind, NAMES.get(each), 0);
      }
    }
  }

  private void expect(ReachKind kind, Enum<?>[] constants) {
    for (var constant : constants) {
      count(kind, constant.name(), 0);
    }
  }

  private void count(ReachKind kind, String name, long times) {
    counts.computeIfAbsent(kind, _ -> new TreeMap<>()).merge(name, times, Long::sum);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    count(ReachKind.SENT, NAMES.get(event.getClass()), 1);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof Wake wake) {
      woke(wake.timer());
      return;
    }
    count(ReachKind.DELIVERED, NAMES.get(event.getClass()), 1);
    switch (event) {
      case EntryCommitted committed -> committed(committed.entry());
      case ReservationReturned back -> count(ReachKind.RETURN_REASON, back.reason().name(), 1);
      case TaskFinished end -> count(ReachKind.OUTCOME, end.result().outcome().name(), 1);
      case JobEnded end -> count(ReachKind.JOB_STATE, end.report().state().name(), 1);
      case ContainersAwaited waits -> count(ReachKind.SHORTAGE, waits.why().why().name(), 1);
      case TransactionDecided decided ->
          decided.result().rejected().stream()
              .map(Rejection::reason)
              .forEach(reason -> count(ReachKind.REJECTION_REASON, reason.name(), 1));
      default -> {} // its name says it all
    }
  }

  private void woke(Timer timer) {
    var all = ((Enum<?>) timer).getDeclaringClass();
    var name = all.getSimpleName();
    if (timers.add(all)) {
      for (var each : all.getEnumConstants()) {
        count(ReachKind.TIMER, name + "." + each.name(), 0);
      }
    }
    count(ReachKind.TIMER, name + "." + timer.name(), 1);
  }

  private void committed(LogEntry entry) {
    var change = entry instanceof CellChanged changed ? changed.entry() : entry;
    count(ReachKind.LOG_ENTRY, NAMES.get(change.getClass()), 1);
  }

  void published(Event event) {
    if (event instanceof Notice) {
      count(ReachKind.NOTICE, NAMES.get(event.getClass()), 1);
    }
  }

  void injected(Fault fault) {
    count(ReachKind.FAULT, fault.name(), 1);
  }

  /** Adds the transitions that things of actors made, when the run is over. */
  void over(List<Lifecycle<?>> lifecycles) {
    for (var lifecycle : lifecycles) {
      lifecycle.visit(
          (from, to, times) ->
              count(ReachKind.TRANSITION, lifecycle.name() + " " + from + " -> " + to, times));
    }
  }

  /** Adds what another run reached. */
  void add(Coverage other) {
    other.counts.forEach((kind, names) -> names.forEach((name, times) -> count(kind, name, times)));
  }

  /** All that can occur, in the order of kinds and names. */
  public List<Reached> rows() {
    List<Reached> rows = new ArrayList<>();
    counts.forEach(
        (kind, names) ->
            names.forEach(
                (name, times) ->
                    rows.add(new Reached(kind, name, times, NotReachable.why(kind, name)))));
    return rows;
  }
}
