package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Timing;

/**
 * The settings of the policy, where the paper names none or leaves one to the operator.
 *
 * @param model bandwidths, and what a failure costs
 * @param matching how tasks meet nodes
 * @param corrections what becomes of decisions that turn out to be poor
 * @param maxDrawWeight how much an opportunistic task may weigh at most, where they are few
 * @param learns whether tasks that run or have ended refine the estimates of others
 */
public record EstimatedOptions(
    CompletionModel model,
    MatchingOptions matching,
    Corrections corrections,
    double maxDrawWeight,
    boolean learns) {

  public static final EstimatedOptions STANDARD =
      new EstimatedOptions(
          CompletionModel.STANDARD, MatchingOptions.STANDARD, Corrections.STANDARD, 8, true);

  public EstimatedOptions with(MatchingOptions other) {
    return new EstimatedOptions(model, other, corrections, maxDrawWeight, learns);
  }

  public EstimatedOptions with(Corrections other) {
    return new EstimatedOptions(model, matching, other, maxDrawWeight, learns);
  }

  public EstimatedOptions with(CompletionModel other) {
    return new EstimatedOptions(other, matching, corrections, maxDrawWeight, learns);
  }

  /** Estimates stay as jobs have them. */
  public EstimatedOptions withoutLearning() {
    return new EstimatedOptions(model, matching, corrections, maxDrawWeight, false);
  }

  /**
   * How tasks meet nodes.
   *
   * @param maxBatch how many tasks are matched at once
   * @param maxIterations of the matcher
   * @param lightCandidates how many lightly loaded nodes are drawn for each task
   * @param significantShare of its input that makes a holder a candidate
   * @param randomShare the random term of an estimate, at most: in intervals of reports
   * @param confidentIntervals a wait matrix older than so many intervals is read one level higher;
   *     the list of lightly loaded nodes is not used
   * @param acceptedTimes a match waits for the next round where its wait is above so many times the
   *     expected time of the task
   * @param acceptedIntervals but never where the wait is below so many intervals of reports
   */
  public record MatchingOptions(
      int maxBatch,
      int maxIterations,
      int lightCandidates,
      double significantShare,
      double randomShare,
      int confidentIntervals,
      double acceptedTimes,
      int acceptedIntervals) {

    public static final MatchingOptions STANDARD =
        new MatchingOptions(1_000, StableMatcher.MAX_ITERATIONS, 2, 0.1, 0.1, 3, 0.5, 2);

    /** How old what the monitor said may be. */
    long confidentNs(Timing.Reports reports) {
      return confidentIntervals * reports.loadEveryNs();
    }

    public MatchingOptions withRandomShare(double intervals) {
      return new MatchingOptions(
          maxBatch,
          maxIterations,
          lightCandidates,
          significantShare,
          intervals,
          confidentIntervals,
          acceptedTimes,
          acceptedIntervals);
    }

    public MatchingOptions withLightCandidates(int count) {
      return new MatchingOptions(
          maxBatch,
          maxIterations,
          count,
          significantShare,
          randomShare,
          confidentIntervals,
          acceptedTimes,
          acceptedIntervals);
    }
  }

  /**
   * What becomes of decisions that turn out to be poor.
   *
   * @param higherTimes a wait is significantly higher than another above so many times that,
   * @param higherIntervals and so many intervals of reports
   * @param savingShare another node is clearly better where it saves this share of the time left
   * @param maxTwins how many duplicates a task may have, one after another
   * @param stragglerTimes a copy is started where the time left is above so many times its own
   * @param maxCopyShare of a stage's tasks that may have copies of stragglers at once; one always
   */
  public record Corrections(
      double higherTimes,
      double higherIntervals,
      double savingShare,
      int maxTwins,
      double stragglerTimes,
      double maxCopyShare) {

    public static final Corrections STANDARD = new Corrections(2, 2, 0.3, 2, 1.5, 0.05);

    /** Decisions stand. */
    public static final Corrections NONE =
        new Corrections(Double.MAX_VALUE, 0, 1, 0, Double.MAX_VALUE, 0);
  }
}
