package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Lifecycle;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a scheduler avoids because their tasks fail unlike those of others: each for a
 * time that grows with every trial that fails.
 */
public final class BlamedNodes {

  /** The first pause, which doubles up to the longest. */
  static final long FIRST_PAUSE_NS = 10_000_000_000L;

  static final long MAX_PAUSE_NS = 600_000_000_000L;

  /** How long a trial keeps other tasks away: its task may take long, or be lost. */
  static final long TRIAL_NS = 30_000_000_000L;

  /**
   * <pre>
   *   AVOIDED --pause over, a task starts there--> TRIAL --the task succeeds--> CLEARED
   *      ^                                          | |                            ^
   *      +------------------ the task fails --------+ +-- or any other does -------+
   * </pre>
   */
  public enum BlameState implements Lifecycle.State<BlameState> {
    /** No task starts there until the pause is over. */
    AVOIDED,
    /** One task was started there, and no other for a while. */
    TRIAL,
    /** Tasks succeed there again. */
    CLEARED;

    @Override
    public boolean mayBecome(BlameState next) {
      return switch (this) {
        case AVOIDED -> next != AVOIDED;
        case TRIAL -> next != TRIAL;
        case CLEARED -> false;
      };
    }
  }

  private static final class BlamedNode {

    private final String problem;
    private final long pauseNs;
    private BlameState state = BlameState.AVOIDED;

    /** Until when nothing else starts there. */
    private long untilNs;

    BlamedNode(String problem, long nowNs, long pauseNs) {
      this.problem = problem;
      this.pauseNs = pauseNs;
      this.untilNs = nowNs + pauseNs;
    }
  }

  private final Lifecycle<BlameState> lifecycle = new Lifecycle<>(BlameState.class);
  private final TreeMap<Integer, BlamedNode> byNode = new TreeMap<>();

  boolean isEmpty() {
    return byNode.isEmpty();
  }

  public boolean contains(int node) {
    return byNode.containsKey(node);
  }

  /** How many get no task now. */
  public int avoided(long nowNs) {
    int count = 0;
    for (var blamed : byNode.values()) {
      count += blamed.untilNs > nowNs ? 1 : 0;
    }
    return count;
  }

  /** Forgets the nodes that are not here any longer. */
  void see(View view) {
    byNode.keySet().removeIf(node -> view.find(node) < 0);
  }

  /** Avoids a node; longer than before where the node was avoided and is on trial. */
  public void blame(long nowNs, int node, String problem) {
    var before = byNode.get(node);
    if (before == null) {
      byNode.put(node, new BlamedNode(problem, nowNs, FIRST_PAUSE_NS));
    } else if (before.state == BlameState.TRIAL) {
      before.state = lifecycle.change(before.state, BlameState.AVOIDED);
      long pauseNs = Math.min(2 * before.pauseNs, MAX_PAUSE_NS);
      byNode.put(node, new BlamedNode(problem, nowNs, pauseNs));
    }
  }

  /** A task has succeeded there. */
  public void clear(int node) {
    var blamed = byNode.remove(node);
    if (blamed != null) {
      blamed.state = lifecycle.change(blamed.state, BlameState.CLEARED);
    }
  }

  /** A task starts there: the trial of a node whose pause is over. */
  void started(long nowNs, int node) {
    var blamed = byNode.get(node);
    if (blamed != null && blamed.untilNs <= nowNs) {
      if (blamed.state == BlameState.AVOIDED) {
        blamed.state = lifecycle.change(blamed.state, BlameState.TRIAL);
      }
      blamed.untilNs = nowNs + TRIAL_NS;
    }
  }

  /** Why no task is to start there now; null where one may. */
  @Nullable String problem(long nowNs, int node) {
    var blamed = byNode.get(node);
    return blamed != null && blamed.untilNs > nowNs ? blamed.problem : null;
  }

  public Lifecycle<BlameState> lifecycle() {
    return lifecycle;
  }
}
