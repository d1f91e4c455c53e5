package dev.muster.core.scheduler.place.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.hybrid.TierDelays.TierSample;
import dev.muster.core.scheduler.place.hybrid.TierRule.RuleReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** How t_d and p_q move as delays do. */
final class TierControllerTest {

  private static final double S = 1e9;
  private static final HybridOptions START = HybridOptions.SHORT_10_70_Q;

  /** After so many steps p_q rests. */
  private static final int SETTLED = 150;

  /** So much p_q may overshoot, which averages see late. */
  private static final double LITTLE = 0.02;

  private final List<TierRule> rules = new ArrayList<>();
  private TierController controller = new TierController(START);

  /**
   * Two lines that share the work: what each loses grows without bounds as its part nears what it
   * can do.
   *
   * @param work that comes, as a part of what both can do
   */
  private record Plant(double work, double guaranteedRate, double opportunisticRate) {

    private static final int TASKS = 100;

    static Plant of(double work) {
      return new Plant(work, 0.5, 0.5);
    }

    private static double delay(double load) {
      double used = Math.min(0.98, load);
      return S * used / (1 - used);
    }

    double guaranteed(double share) {
      return delay(work * (1 - share) / guaranteedRate);
    }

    double opportunistic(double share) {
      return delay(work * share / opportunisticRate);
    }

    /** As the controller compares them. */
    double gap(double share) {
      double little = TierController.LITTLE_NS;
      return Math.log((guaranteed(share) + little) / (opportunistic(share) + little));
    }
  }

  private void run(int steps, Plant plant, ToDoubleFunction<Integer> noise) {
    for (int step = 0; step < steps; step++) {
      double share = controller.rule().share();
      int guaranteed = (int) Math.round(Plant.TASKS * (1 - share));
      int opportunistic = Plant.TASKS - guaranteed;
      controller.step(
          sample(plant.guaranteed(share) * noise.applyAsDouble(step), guaranteed),
          sample(plant.opportunistic(share) * noise.applyAsDouble(step), opportunistic));
      rules.add(controller.rule());
    }
  }

  private static TierSample sample(double delayNs, int started) {
    return new TierSample(delayNs * started, started);
  }

  private static double exact(Integer step) {
    return 1;
  }

  private List<Double> shares(int from, int to) {
    return rules.subList(from, to).stream().map(TierRule::share).toList();
  }

  private static double spread(List<Double> values) {
    double most = values.stream().mapToDouble(each -> each).max().orElseThrow();
    return most - values.stream().mapToDouble(each -> each).min().orElseThrow();
  }

  /** How often it turns round and goes back by more than {@link #LITTLE}. */
  private static int turns(List<Double> values) {
    int turns = 0;
    int up = 0;
    double furthest = values.getFirst();
    for (double value : values) {
      if (up == 0 && Math.abs(value - furthest) > LITTLE) {
        up = value > furthest ? 1 : -1;
      } else if (up != 0 && (furthest - value) * up > LITTLE) {
        turns++;
        up = -up;
        furthest = value;
      }
      furthest = up == 0 ? furthest : up * Math.max(up * furthest, up * value);
    }
    return turns;
  }

  @Test
  void bothTiersComeToLoseAboutAsMuch() {
    var plant = Plant.of(0.8);
    run(SETTLED + 100, plant, TierControllerTest::exact);
    var rest = shares(SETTLED, SETTLED + 100);
    assertThat(spread(rest)).as("it rests").isLessThan(0.01);
    assertThat(Math.abs(plant.gap(rest.getLast()))).isLessThan(TierController.DEAD_BAND + 0.1);
    assertThat(turns(shares(0, SETTLED))).as("without swinging").isZero();
    assertThat(rest.getLast()).isBetween(0.48, 0.6);
    assertThat(controller.rule().belowNs()).as("p_q was enough").isEqualTo(START.belowNs());
  }

  @Test
  void whatIsBalancedRests() {
    controller = new TierController(HybridOptions.HALF_Q);
    run(50, Plant.of(0.9), TierControllerTest::exact);
    assertThat(shares(0, 50)).containsOnly(0.5);
    assertThat(controller.rule().why()).isEqualTo(RuleReason.BALANCED);
  }

  @Test
  void anIdleCellChangesNothing() {
    run(100, Plant.of(0.02), TierControllerTest::exact);
    assertThat(shares(0, 100)).containsOnly(START.share());
  }

  @Test
  void stepsOfTheLoadUpAndDownAreFollowedWithoutSwinging() {
    run(SETTLED, new Plant(0.5, 0.5, 0.5), TierControllerTest::exact);
    double before = controller.rule().share();
    run(SETTLED, new Plant(0.95, 0.7, 0.3), TierControllerTest::exact);
    double high = controller.rule().share();
    run(SETTLED, new Plant(0.5, 0.5, 0.5), TierControllerTest::exact);
    double after = controller.rule().share();
    assertThat(high).isLessThan(before - 0.15).isCloseTo(0.3, offset(0.06));
    assertThat(after).isGreaterThan(high);
    assertThat(turns(shares(0, 3 * SETTLED))).as("once for each step").isLessThanOrEqualTo(2);
    for (int phase = 1; phase <= 3; phase++) {
      assertThat(spread(shares(phase * SETTLED - 30, phase * SETTLED)))
          .as("phase %d rests at its end", phase)
          .isLessThan(0.01);
    }
  }

  @Test
  void noStepIsLargerThanItsLimit() {
    run(SETTLED, new Plant(0.99, 0.99, 0.01), TierControllerTest::exact);
    var all = shares(0, SETTLED);
    for (int at = 1; at < all.size(); at++) {
      assertThat(Math.abs(all.get(at) - all.get(at - 1)))
          .isLessThanOrEqualTo(TierController.MAX_SHARE_STEP + 1e-9);
    }
    assertThat(all.getLast()).isEqualTo(TierController.MIN_SHARE);
  }

  @Test
  void noiseMovesLittle() {
    var chance = Chance.of(7, "noise");
    run(SETTLED + 300, Plant.of(0.8), _ -> StrictMath.exp(0.5 * chance.nextGaussian()));
    assertThat(spread(shares(SETTLED, SETTLED + 300))).isLessThan(0.1);
    assertThat(shares(SETTLED, SETTLED + 300)).allMatch(share -> share > 0.42 && share < 0.62);
    assertThat(controller.rule().belowNs()).isEqualTo(START.belowNs());
  }

  @Test
  void withoutSamplesOfBothTiersNothingMoves() {
    var some = sample(5 * S, 10);
    for (int step = 0; step < 50; step++) {
      controller.step(TierSample.NONE, TierSample.NONE);
    }
    assertThat(controller.rule().why()).isEqualTo(RuleReason.UNKNOWN);
    for (int step = 0; step < 50; step++) {
      controller.step(some, TierSample.NONE);
    }
    assertThat(controller.rule())
        .isEqualTo(
            new TierRule(START.belowNs(), START.share(), (long) (5 * S), 0, RuleReason.UNKNOWN));
    controller.step(some, sample(0, 10));
    controller.step(some, sample(0, 10));
    assertThat(controller.rule().share()).as("two are too few").isEqualTo(START.share());
    controller.step(some, sample(0, 10));
    assertThat(controller.rule().share()).isGreaterThan(START.share());
  }

  @Test
  void aTierOfWhichNothingIsHeardForLongIsNotKnown() {
    for (int step = 0; step < 5; step++) {
      controller.step(sample(5 * S, 10), sample(0, 10));
    }
    for (int step = 0; step < TierController.MAX_SILENT; step++) {
      controller.step(sample(5 * S, 10), TierSample.NONE);
    }
    double share = controller.rule().share();
    assertThat(controller.rule().why()).isEqualTo(RuleReason.UNKNOWN);
    controller.step(sample(5 * S, 10), TierSample.NONE);
    assertThat(controller.rule().share()).isEqualTo(share);
  }

  @Test
  void whatIsOverMovesNothing() {
    for (int step = 0; step < 20; step++) {
      controller.step(sample(0, 10), sample(9 * S, 10));
    }
    double share = controller.rule().share();
    controller.step(sample(9 * S, 10), sample(0, 10));
    assertThat(controller.rule())
        .as("averages still say the other")
        .returns(share, TierRule::share)
        .returns(RuleReason.BALANCED, TierRule::why)
        .matches(rule -> rule.opportunisticNs() > 5 * rule.guaranteedNs() / 2);
  }

  @Test
  void aLineInWhichNothingStartsIsSlow() {
    for (int step = 0; step < 30; step++) {
      controller.step(new TierSample(20 * S, 0), sample(S, 10));
    }
    assertThat(controller.rule().why()).isEqualTo(RuleReason.MORE_OPPORTUNISTIC);
    assertThat(controller.rule().share()).isEqualTo(TierController.MAX_SHARE);
  }

  @Test
  void lengthMovesOnlyOnceTheShareIsAtItsBound() {
    int steps = 0;
    while (controller.rule().share() < TierController.MAX_SHARE) {
      controller.step(sample(20 * S, 10), sample(0, 10));
      steps++;
      assertThat(controller.rule().belowNs()).isEqualTo(START.belowNs());
    }
    assertThat(steps).isBetween(13, 20);
    for (int step = 1; step < TierController.PATIENT_STEPS; step++) {
      controller.step(sample(20 * S, 10), sample(0, 10));
    }
    assertThat(controller.rule().belowNs()).isEqualTo(START.belowNs());
    controller.step(sample(20 * S, 10), sample(0, 10));
    assertThat(controller.rule().belowNs() / (double) START.belowNs())
        .isCloseTo(TierController.BELOW_FACTOR, offset(1e-6));
    for (int step = 0; step < 300; step++) {
      controller.step(sample(20 * S, 10), sample(0, 10));
    }
    assertThat(controller.rule().belowNs()).isEqualTo(TierController.MAX_BELOW_NS);
    for (int step = 0; step < 500; step++) {
      controller.step(sample(0, 10), sample(20 * S, 10));
    }
    assertThat(controller.rule().belowNs()).isEqualTo(TierController.MIN_BELOW_NS);
    assertThat(controller.rule().share()).isEqualTo(TierController.MIN_SHARE);
  }

  @Test
  void itBeginsWithinTheBounds() {
    assertThat(new TierController(HybridOptions.ONLY_G).rule())
        .returns(TierController.MIN_SHARE, TierRule::share)
        .returns(TierController.MAX_BELOW_NS, TierRule::belowNs);
    assertThat(new TierController(HybridOptions.of(1, 1)).rule())
        .returns(TierController.MAX_SHARE, TierRule::share)
        .returns(TierController.MIN_BELOW_NS, TierRule::belowNs);
  }
}
