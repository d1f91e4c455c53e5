package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.hybrid.TierDelays.TierSample;
import dev.muster.core.scheduler.place.hybrid.TierRule.RuleReason;

/**
 * Moves p_q, and where that is not enough t_d, towards where tasks of both tiers lose as much
 * before they run for good.
 *
 * <pre>
 *   samples ─► EMA of what is lost, and of starts ─► delay of each tier ─► ln of their ratio
 *                                                                             │
 *        within the dead band: nothing moves ◄────────────────────────────────┤
 *        beyond: p_q by the gain, no more than its step ◄─────────────────────┤
 *        p_q at its bound for a while: t_d by its factor ◄────────────────────┘
 * </pre>
 *
 * <p>The latest sample has to say the same as the averages, which remember what was before a
 * change: else p_q would go too far and come back. Steps shrink towards the dead band, so that p_q
 * comes to rest at its edge and does not swing about it; they are small against what the averages
 * remember. The bounds leave some tasks to each tier: else nothing would be known of it.
 */
final class TierController {

  /** From one step to the next. */
  static final long INTERVAL_NS = 2_000_000_000L;

  /** Of the newest sample in the averages. */
  static final double WEIGHT = 0.2;

  /** Within this, of the logarithm of the ratio of both delays, nothing moves. */
  static final double DEAD_BAND = 0.3;

  /** How much p_q moves for each unit beyond the dead band, and the most in one step. */
  static final double GAIN = 0.02;

  static final double MAX_SHARE_STEP = 0.02;

  /** By how much t_d moves in one step. */
  static final double BELOW_FACTOR = 1.03;

  /** For so many steps p_q has to stand at its bound before t_d moves. */
  static final int PATIENT_STEPS = 5;

  static final double MIN_SHARE = 0.05;
  static final double MAX_SHARE = 0.95;
  static final long MIN_BELOW_NS = 1_000_000_000L;
  static final long MAX_BELOW_NS = 600_000_000_000L;

  /** So many intervals with samples are needed of each tier. */
  static final int MIN_SAMPLES = 3;

  /** After so many without one nothing is known of a tier. */
  static final int MAX_SILENT = 30;

  /** Delays far below this make no difference to anybody: heartbeats, messages, chance. */
  static final double LITTLE_NS = 1_000_000_000;

  /** Where hardly anything starts a delay is not known better than this. */
  private static final double MAX_DELAY_NS = 3_600e9;

  /** Of one tier. */
  private static final class Average {
    private double lostNs;
    private double started;
    private int samples;
    private int silent;
    private TierSample latest = TierSample.NONE;

    private void note(TierSample sample) {
      if (sample.isEmpty()) {
        silent++;
        samples = silent >= MAX_SILENT ? 0 : samples;
        return;
      }
      double weight = samples == 0 ? 1 : Math.max(WEIGHT, 1.0 / (samples + 1));
      lostNs += weight * (sample.lostNs() - lostNs);
      started += weight * (sample.started() - started);
      samples = Math.min(samples + 1, MIN_SAMPLES + (int) (1 / WEIGHT));
      silent = 0;
      latest = sample;
    }

    private boolean isKnown() {
      return samples >= MIN_SAMPLES;
    }

    private double delayNs() {
      return delayNs(lostNs, started);
    }

    /** By the latest interval in which there was anything. */
    private double latestNs() {
      return delayNs(latest.lostNs(), latest.started());
    }

    private static double delayNs(double lostNs, double started) {
      return started <= 0 ? MAX_DELAY_NS : Math.min(MAX_DELAY_NS, lostNs / started);
    }
  }

  private final Average guaranteed = new Average();
  private final Average opportunistic = new Average();
  private double share;
  private double belowNs;
  private RuleReason why = RuleReason.UNKNOWN;

  /** For how many steps p_q has stood at a bound, and should be beyond. */
  private int stuck;

  /** Begins with what these options say, as far as the bounds allow. */
  TierController(HybridOptions options) {
    share = Math.clamp(options.share(), MIN_SHARE, MAX_SHARE);
    belowNs = Math.clamp((double) options.belowNs(), MIN_BELOW_NS, MAX_BELOW_NS);
  }

  /** An interval is over in which these samples were taken. */
  void step(TierSample ofGuaranteed, TierSample ofOpportunistic) {
    guaranteed.note(ofGuaranteed);
    opportunistic.note(ofOpportunistic);
    if (!guaranteed.isKnown() || !opportunistic.isKnown()) {
      rest(RuleReason.UNKNOWN);
      return;
    }
    double average = gap(guaranteed.delayNs(), opportunistic.delayNs());
    double latest = gap(guaranteed.latestNs(), opportunistic.latestNs());
    if (average * latest <= 0 || nearest(average, latest) <= DEAD_BAND) {
      rest(RuleReason.BALANCED);
    } else {
      move(average > 0, nearest(average, latest) - DEAD_BAND);
    }
  }

  /** Above zero where guaranteed tasks lose more. */
  private static double gap(double guaranteedNs, double opportunisticNs) {
    return StrictMath.log((guaranteedNs + LITTLE_NS) / (opportunisticNs + LITTLE_NS));
  }

  private static double nearest(double one, double other) {
    return Math.min(Math.abs(one), Math.abs(other));
  }

  private void rest(RuleReason reason) {
    why = reason;
    stuck = 0;
  }

  private void move(boolean up, double beyond) {
    why = up ? RuleReason.MORE_OPPORTUNISTIC : RuleReason.FEWER_OPPORTUNISTIC;
    double step = Math.min(MAX_SHARE_STEP, GAIN * beyond);
    stuck = share == (up ? MAX_SHARE : MIN_SHARE) ? stuck + 1 : 0;
    share = Math.clamp(up ? share + step : share - step, MIN_SHARE, MAX_SHARE);
    if (stuck >= PATIENT_STEPS) {
      double factor = up ? BELOW_FACTOR : 1 / BELOW_FACTOR;
      belowNs = Math.clamp(belowNs * factor, MIN_BELOW_NS, MAX_BELOW_NS);
    }
  }

  TierRule rule() {
    return new TierRule(
        Math.round(belowNs), share, delayNs(guaranteed), delayNs(opportunistic), why);
  }

  private static long delayNs(Average tier) {
    return tier.isKnown() ? Math.round(tier.delayNs()) : 0;
  }
}
