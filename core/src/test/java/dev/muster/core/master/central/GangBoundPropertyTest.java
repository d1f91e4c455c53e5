package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.estimated;
import static dev.muster.core.master.central.CentralCell.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.Container;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In a cell that never empties, for small containers are wanted all the time, what is large and
 * first in line starts within a bound: nodes are kept for it once it has fitted nowhere for so long
 * and those before it have what was kept for them; then it waits for what is there, and for what
 * may still come because it is expected to end before.
 */
final class GangBoundPropertyTest {

  /** No container takes longer; estimates are as long at the most, and otherwise anything. */
  private static final long LONGEST_NS = 5 * S;

  private static final long STEP_NS = S / 20;

  /** Until nodes are kept; what is there then, and what is let in until that ends; and a step. */
  private static final long BOUND_NS =
      CentralOptions.STANDARD.reserving().afterNs()
          + ReservationChoice.INTERVAL_NS
          + 3 * LONGEST_NS
          + ReviewTimer.REVIEW_NS
          + CentralCell.BEAT_NS
          + STEP_NS;

  private static final int SMALL_JOBS = 3;
  private static final long FIRST_LARGE = 10;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 40);
  }

  private final CentralCell cell = new CentralCell();
  private final Map<Long, Container> running = new TreeMap<>();
  private final Map<Long, Long> endsNs = new TreeMap<>();
  private final Map<Long, Long> startedNs = new TreeMap<>();
  private final Map<Long, List<Long>> wanted = new TreeMap<>();
  private final Map<Long, Resources> needs = new TreeMap<>();
  private Chance chance = Chance.of(0, "bound");

  private void build(long seed) {
    chance = Chance.of(seed, "bound");
    for (int node = 0; node < 6; node++) {
      cell.join(node, size(4 + chance.nextInt(5), 8), Collections.emptyMap());
    }
    for (long job = 1; job <= SMALL_JOBS; job++) {
      cell.job(job, JobSpec.of("small", Jobs.stage("s", 99)));
      needs.put(job, new Resources(200 + chance.nextInt(1_800), GIB / 4 + chance.nextLong(GIB)));
      wanted.put(job, new ArrayList<>());
    }
  }

  private Resources need(long job) {
    return Objects.requireNonNull(needs.get(job));
  }

  private List<Long> wanted(long job) {
    return Objects.requireNonNull(wanted.get(job));
  }

  /** Small containers are wanted whatever comes; and the master does not forget the large ones. */
  private void repeat() {
    for (long job = FIRST_LARGE; wanted.containsKey(job); job++) {
      var claims = wanted(job);
      if (!claims.isEmpty()) {
        hear(cell.send(request(job, need(job), List.copyOf(claims))));
      }
    }
    for (long job = 1; job <= SMALL_JOBS; job++) {
      var claims = wanted(job);
      claims.addAll(cell.claims(40 - claims.size()));
      long estimateNs = chance.nextInt(3) == 0 ? 0 : chance.nextLong(LONGEST_NS);
      hear(cell.send(estimated(request(job, need(job), claims), estimateNs)));
    }
  }

  private void hear(RecordingEffects out) {
    hear(CentralCell.granted(out));
  }

  private void hear(List<Container> granted) {
    for (var container : granted) {
      wanted.forEach(
          (job, claims) -> {
            if (claims.remove(container.claim())) {
              running.put(container.claim(), container);
              endsNs.put(container.claim(), cell.nowNs() + 1 + chance.nextLong(LONGEST_NS));
              startedNs.putIfAbsent(job, cell.nowNs());
            }
          });
    }
  }

  private void step() {
    hear(cell.pass(STEP_NS));
    for (long claim : List.copyOf(running.keySet())) {
      if (endsNs.getOrDefault(claim, Long.MAX_VALUE) <= cell.nowNs()) {
        var over = running.remove(claim);
        if (over != null) {
          hear(cell.end(over));
        }
      }
    }
    assertThat(cell.isOvercommitted()).isFalse();
  }

  private void run(long ns) {
    for (long untilNs = cell.nowNs() + ns; cell.nowNs() < untilNs; ) {
      if (cell.nowNs() / STEP_NS % 10 == 0) {
        repeat();
      }
      step();
    }
  }

  private void wantGang(long job, int tasks, Resources need) {
    cell.job(
        job, JobSpec.of("gang", Jobs.stage("g", tasks, need).with(Gang.REPLACE)).withPriority(1));
    want(job, tasks, need);
  }

  private void want(long job, int tasks, Resources need) {
    needs.put(job, need);
    wanted.put(job, new ArrayList<>(cell.claims(tasks)));
    hear(cell.send(request(job, need, List.copyOf(wanted.get(job)))));
  }

  private int mostOf(Resources need) {
    return (int)
        cell.state.machines().machines().stream()
            .mapToLong(machine -> need.timesIn(machine.capacity()))
            .sum();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aGangThatFitsAnEmptyCellStartsWithinABound(long seed) {
    build(seed);
    run(10 * S);
    var need = new Resources(500 + chance.nextInt(3_500), GIB);
    long fromNs = cell.nowNs();
    wantGang(FIRST_LARGE, 1 + chance.nextInt(mostOf(need)), need);
    run(BOUND_NS);
    assertThat(startedNs.getOrDefault(FIRST_LARGE, Long.MAX_VALUE) - fromNs)
        .isLessThanOrEqualTo(BOUND_NS);
    assertThat(wanted.get(FIRST_LARGE)).as("as a whole").isEmpty();
    assertThat(running).as("the cell was never empty").isNotEmpty();
  }

  /** One after the other: none waits for nodes that are kept for another that waits for its own. */
  @ParameterizedTest
  @MethodSource("seeds")
  void gangsStartOneAfterTheOther(long seed) {
    build(seed);
    run(5 * S);
    var need = new Resources(2_000, 2 * GIB);
    int gangs = 3;
    for (long gang = 0; gang < gangs; gang++) {
      wantGang(FIRST_LARGE + gang, mostOf(need), need);
    }
    for (int turn = 0; turn < gangs; turn++) {
      run(BOUND_NS + LONGEST_NS);
      assertThat(wanted.get(FIRST_LARGE + turn)).as("gang %d", turn).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTaskAsLargeAsANodeStartsWithinTheBound(long seed) {
    build(seed);
    run(5 * S);
    var largest =
        cell.state.machines().machines().stream()
            .map(machine -> machine.capacity())
            .reduce(Resources.NONE, Resources::max);
    cell.job(FIRST_LARGE, JobSpec.of("large", Jobs.stage("l", 1)).withPriority(1));
    want(FIRST_LARGE, 1, largest);
    run(BOUND_NS);
    assertThat(wanted.get(FIRST_LARGE)).isEmpty();
  }
}
