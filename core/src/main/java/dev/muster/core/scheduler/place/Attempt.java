package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Timing;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import org.jspecify.annotations.Nullable;

/** One try of a task on a node. */
public final class Attempt extends Held {

  /** In place of a time, of which any may be below zero: not started, as far as reports say. */
  public static final long NOT_STARTED = Long.MIN_VALUE;

  /**
   * What the node of an attempt last reported of it.
   *
   * @param expectedStartNs when the node expects to start it; {@link WaitMatrix#NEVER} where it
   *     cannot say
   * @param startedNs or {@link #NOT_STARTED}
   */
  private record Reported(AttemptPhase phase, long expectedStartNs, long startedNs, Usage usage) {

    static final Reported NOTHING =
        new Reported(AttemptPhase.QUEUED, WaitMatrix.NEVER, NOT_STARTED, Usage.NONE);
  }

  /** What the placer of an attempt has to remember of it, whatever that is. */
  public interface PlacerNote {}

  private final int task;
  private final int number;
  private TierState tier;
  private int tokens;
  private double drawWeight = 1;
  private Reported reported = Reported.NOTHING;
  private boolean isReported;
  private long expectedRunNs;
  private long expectedComputeNs;
  private long memoryBytes;
  private AttemptState state;
  private long placedNs;
  private boolean claimed;
  private @Nullable PlacerNote note;

  /** An older attempt of the same task that is still under way. */
  private @Nullable Attempt older;

  /** For the stage alone: {@link StageTasks} has the ways to start one. */
  public Attempt(
      long id,
      StageTasks stage,
      int node,
      int task,
      int number,
      Tier tier,
      AttemptState state,
      long nowNs) {
    super(id, stage, node, nowNs);
    this.task = task;
    this.number = number;
    this.tier = TierState.of(tier);
    this.state = state;
    this.placedNs = nowNs;
  }

  /** The index of the task in its stage. */
  public int task() {
    return task;
  }

  /** Counts the attempts of the task, from 1. */
  public int number() {
    return number;
  }

  /** As the node has it: an attempt that is being promoted is still opportunistic. */
  public Tier tier() {
    return tier.tier();
  }

  public TierState tierState() {
    return tier;
  }

  void become(TierState next) {
    tier = next;
  }

  /** How many tokens of its job cover the attempt. */
  public int tokens() {
    return tokens;
  }

  /** For the stage alone, which keeps account of them. */
  public void cover(int count) {
    tokens = count;
  }

  /** Its weight when the node draws among opportunistic tasks. */
  public double drawWeight() {
    return drawWeight;
  }

  /** For the stage alone: {@link StageTasks#weigh} keeps account of weights. */
  public void weigh(double weight) {
    drawWeight = weight;
  }

  /** How much memory the attempt has. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** For the stage alone, which knows how much its tasks need. */
  public void giveMemory(long bytes) {
    memoryBytes = bytes;
  }

  /**
   * The node was told that the attempt runs so long.
   *
   * @param computeNs without reading
   */
  public void expect(long runNs, long computeNs) {
    expectedRunNs = runNs;
    expectedComputeNs = computeNs;
  }

  /** As the node was told last; 0 for nothing. */
  public long expectedRunNs() {
    return expectedRunNs;
  }

  /** Of that, what is not reading. */
  public long expectedComputeNs() {
    return expectedComputeNs;
  }

  // What its node reports, of an attempt that is watched.

  /** Whether its node has reported anything of it. */
  @SuppressWarnings("ReferenceEquality") // a report may say as little as no report
  public boolean isReported() {
    return isReported;
  }

  /** Queued, before a report says otherwise. */
  public AttemptPhase phase() {
    return reported.phase;
  }

  /** When the node expected to start it; {@link WaitMatrix#NEVER} where that is not known. */
  public long expectedStartNs() {
    return reported.expectedStartNs;
  }

  /** When the attempt started, by the clock of the scheduler, or {@link #NOT_STARTED}. */
  public long startedNs() {
    return reported.startedNs;
  }

  /** What the attempt has used so far. */
  public Usage usage() {
    return reported.usage;
  }

  /** The attempt waits, and is expected to start in so long. */
  public void queued(long nowNs, long waitNs) {
    long expectedNs = Timing.later(nowNs, waitNs);
    isReported = true;
    if (reported.startedNs == NOT_STARTED) { // else the report was overtaken
      reported = new Reported(AttemptPhase.QUEUED, expectedNs, NOT_STARTED, Usage.NONE);
    }
  }

  /**
   * The attempt has run for so long.
   *
   * @return whether that is the first that is heard of it
   */
  public boolean ran(long nowNs, AttemptPhase phase, long wallNs, Usage usage) {
    boolean starts = reported.startedNs == NOT_STARTED;
    long startedNs = starts ? nowNs - wallNs : reported.startedNs;
    reported = new Reported(phase, reported.expectedStartNs, startedNs, usage);
    isReported = true;
    return starts;
  }

  public AttemptState state() {
    return state;
  }

  void become(AttemptState next) {
    state = next;
  }

  /** When the attempt was bound to its node, or its claim accepted. */
  public long placedNs() {
    return placedNs;
  }

  /** The claim is accepted: the task is sent to its node now. */
  public void placed(long nowNs) {
    placedNs = nowNs;
    confirmed(nowNs);
  }

  /** Whether the cell state has a claim of the same number for the attempt. */
  public boolean isClaimed() {
    return claimed;
  }

  public void claimed() {
    claimed = true;
  }

  /** What its placer noted; null where there is nothing. */
  public @Nullable PlacerNote note() {
    return note;
  }

  /** For its placer alone: with the attempt, so that nothing need be searched. */
  public void note(@Nullable PlacerNote other) {
    note = other;
  }

  public @Nullable Attempt older() {
    return older;
  }

  public void follow(@Nullable Attempt other) {
    older = other;
  }
}
