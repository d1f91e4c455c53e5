package dev.muster.core.monitor;

/**
 * What the monitor has nodes do about opportunistic tasks, beside gathering loads: nothing, unless
 * it is configured to, and then only while some scheduler wants loads.
 */
public record MonitorConfig(Shedding shedding, Policing policing) {

  private static final long S = 1_000_000_000;

  public static final MonitorConfig OFF = new MonitorConfig(Shedding.OFF, Policing.OFF);

  /**
   * Where opportunistic tasks wait much longer than elsewhere, some are returned to their
   * schedulers: above the mean of the queueing delays of all nodes, and so many standard deviations
   * more.
   *
   * @param sigmas infinite for no limit
   * @param leastNs no limit is lower: what waits no longer than a task takes to come back and find
   *     another node gains nothing by it
   */
  public record Shedding(double sigmas, long leastNs) {

    public static final long USUAL_LEAST_NS = 2 * S;

    public static final Shedding OFF = new Shedding(Double.POSITIVE_INFINITY, USUAL_LEAST_NS);

    public Shedding {
      if (!(sigmas >= 0) || leastNs < 0) {
        throw new IllegalArgumentException("a limit is not negative: " + sigmas + ", " + leastNs);
      }
    }

    /** At the mean and so many standard deviations. */
    public static Shedding above(double sigmas) {
      return new Shedding(sigmas, USUAL_LEAST_NS);
    }

    boolean isOn() {
      return sigmas < Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Opportunistic tasks may have what guaranteed ones are expected to leave, so that few of them
   * have to give way. What guaranteed tasks needed at the most in one horizon says what they need
   * in the next ({@link GuaranteedForecast}).
   *
   * @param horizonNs how far ahead; 0 for no forecast
   * @param historyNs how long a horizon of the past counts: after so long to a third
   * @param deviations how much more is kept for guaranteed tasks than they need on average
   */
  public record Policing(long horizonNs, long historyNs, double deviations) {

    public static final Policing OFF = new Policing(0, 0, 0);

    /** A minute ahead, by what happened in the last five or so. */
    public static final Policing STANDARD = new Policing(60 * S, 300 * S, 1);

    public Policing {
      if (horizonNs < 0 || historyNs < horizonNs || !(deviations >= 0)) {
        throw new IllegalArgumentException(
            "no history is shorter than the horizon: " + historyNs + ", " + horizonNs);
      }
    }

    boolean isOn() {
      return horizonNs > 0;
    }
  }

  boolean isOff() {
    return !shedding.isOn() && !policing.isOn();
  }

  public MonitorConfig with(Shedding other) {
    return new MonitorConfig(other, policing);
  }

  public MonitorConfig with(Policing other) {
    return new MonitorConfig(shedding, other);
  }
}
