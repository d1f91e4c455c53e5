package dev.muster.core.node;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.model.Admission;
import dev.muster.model.RunResult;

/**
 * Whether the node can start tasks, and why not. The node is sick while its machine says so, and
 * when tasks in a row were not started. After launches failed nobody can say that they would work
 * again, so one task is let through as a trial, after a pause that grows with every trial in vain.
 */
final class NodeHealth {

  /** So many launches must fail in a row. */
  static final int MAX_NOT_STARTED = 3;

  /** The first pause, which doubles up to the longest. */
  static final long FIRST_PAUSE_NS = 1_000_000_000L;

  static final long MAX_PAUSE_NS = 60_000_000_000L;

  /** A trial that runs for so long has started: launches fail sooner. */
  static final long TRIAL_NS = 5_000_000_000L;

  private static final long NONE = Long.MIN_VALUE;

  /**
   * <pre>
   *   WELL --the machine has a problem, or launches fail--> SICK --pause over--> TRIAL
   *     ^ ^                                                 | ^                  | |
   *     | +-------------- the machine is well again --------+ +-- it fails ------+ |
   *     +------------------------------- a task has started -----------------------+
   * </pre>
   */
  enum HealthState implements Lifecycle.State<HealthState> {
    WELL,
    /** The node returns what waits and takes nothing. */
    SICK,
    /** The node starts one task and no other before that has started. */
    TRIAL;

    @Override
    public boolean mayBecome(HealthState next) {
      return switch (this) {
        case WELL -> next == SICK;
        case SICK, TRIAL -> next != this;
      };
    }
  }

  private final Lifecycle<HealthState> lifecycle;
  private HealthState state = HealthState.WELL;
  private String ofMachine = "";
  private String ofLaunches = "";
  private int notStarted;
  private long pauseNs = FIRST_PAUSE_NS;
  private long pauseOverNs;

  /** The task that the trial is made with, and since when. */
  private long trial = NONE;

  private long trialSinceNs;

  NodeHealth(Lifecycle<HealthState> lifecycle) {
    this.lifecycle = lifecycle;
  }

  // What happens. Each says whether the state has changed.

  /** What the driver says of its machine; empty where nothing is wrong. */
  boolean ofMachine(String problem) {
    ofMachine = problem;
    if (!problem.isEmpty()) {
      return state != HealthState.SICK && become(HealthState.SICK);
    }
    return state == HealthState.SICK && ofLaunches.isEmpty() && become(HealthState.WELL);
  }

  /** A run has exited, or never began. */
  boolean exited(long nowNs, long run, RunResult result) {
    endTrial(run);
    return switch (result.outcome()) {
      case NOT_STARTED -> notStarted(nowNs, result.detail());
      case SUCCEEDED, FAILED, TIMED_OUT, LOG_LIMIT, OUTPUT_LIMIT, OUT_OF_MEMORY -> started();
      case EVICTED, KILLED, LOST, INPUT_MISSING, UNSTARTABLE -> false; // says nothing
    };
  }

  private boolean notStarted(long nowNs, String detail) {
    notStarted++;
    boolean enough = state == HealthState.TRIAL || notStarted == MAX_NOT_STARTED;
    if (!enough || state == HealthState.SICK) {
      return false;
    }
    ofLaunches = "launches fail: " + detail;
    pauseOverNs = nowNs + pauseNs;
    pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
    return become(HealthState.SICK);
  }

  private boolean started() {
    notStarted = 0;
    return state == HealthState.TRIAL && become(HealthState.WELL);
  }

  /** A task has an allocation; in a trial no other gets one for now. */
  void allocated(long nowNs, long task) {
    if (state == HealthState.TRIAL) {
      trial = task;
      trialSinceNs = nowNs;
    }
  }

  /** A task with an allocation has come to nothing before it was launched. */
  void dropped(long task) {
    endTrial(task);
  }

  private void endTrial(long task) {
    trial = trial == task ? NONE : trial;
  }

  /** At every beat: the pause may be over, or the trial have lasted. */
  boolean beat(long nowNs, KnownTasks known) {
    return switch (state) {
      case WELL -> false;
      case SICK -> ofMachine.isEmpty() && nowNs >= pauseOverNs && become(HealthState.TRIAL);
      case TRIAL -> trial != NONE && (isEvicted(known) || (hasLasted(nowNs, known) && started()));
    };
  }

  private boolean hasLasted(long nowNs, KnownTasks known) {
    return nowNs - trialSinceNs >= TRIAL_NS && known.run(trial) != null;
  }

  /** Whether the task of the trial had to go before it was launched: another is tried. */
  private boolean isEvicted(KnownTasks known) {
    if (known.contains(trial)) {
      return false;
    }
    trial = NONE;
    return true;
  }

  private boolean become(HealthState next) {
    state = lifecycle.change(state, next);
    trial = NONE;
    if (next == HealthState.WELL) {
      ofLaunches = "";
      notStarted = 0;
      pauseNs = FIRST_PAUSE_NS;
    }
    return true;
  }

  // Questions.

  /** Whether the node accepts a task that has just come, to run it now or later. */
  boolean accepts(QueuedTask task) {
    boolean startsNow = task.demand().admission() == Admission.RESERVED;
    return state != HealthState.SICK && (!startsNow || mayStart());
  }

  /** Whether one more task may have an allocation. */
  boolean mayStart() {
    return switch (state) {
      case WELL -> true;
      case SICK -> false;
      case TRIAL -> trial == NONE;
    };
  }

  boolean isSick() {
    return state == HealthState.SICK;
  }

  /** Why the node takes nothing; empty where it does. */
  String problem() {
    return isSick() ? reason() : "";
  }

  /** Why the node is sick, or was until its trial. */
  String reason() {
    return ofMachine.isEmpty() ? ofLaunches : ofMachine;
  }
}
