package dev.muster.core.master.state;

/**
 * What holds for the whole cell.
 *
 * @param maxClaims how many claims the cell holds; more are refused
 * @param rollbackAdvances whether a refused gang still advances the sequence numbers of the
 *     machines that it got as far as: so does the simulator of the Omega paper, and only a
 *     comparison with it wants that
 */
public record CellRules(Preemption preemption, int maxClaims, boolean rollbackAdvances) {

  /** As many as their table can number. */
  public static final int MOST_CLAIMS = 1 << 25;

  public CellRules {
    if (maxClaims < 1 || maxClaims > MOST_CLAIMS) {
      throw new IllegalArgumentException(
          "maxClaims must be between 1 and " + MOST_CLAIMS + ": " + maxClaims);
    }
  }

  public static CellRules standard() {
    return new CellRules(Preemption.OPPORTUNISTIC, MOST_CLAIMS, false);
  }

  public CellRules with(Preemption other) {
    return new CellRules(other, maxClaims, rollbackAdvances);
  }

  public CellRules withMaxClaims(int most) {
    return new CellRules(preemption, most, rollbackAdvances);
  }

  public CellRules withRollbackAdvances() {
    return new CellRules(preemption, maxClaims, true);
  }
}
