package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.muster.sim.experiment.PaperClaim.ClaimPart;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaperClaimsTest {

  private static final String SMALL = "nodes=10,load=0.5,d=2,jobs=50";

  private static Stream<String> ids(String letter, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number);
  }

  @Test
  void everyClaimIsThereOnceAndInOrder() {
    var expected =
        Stream.of(ids("S", 9), ids("O", 7), ids("P", 9), ids("A", 19), ids("M", 9))
            .flatMap(each -> each)
            .toList();

    assertThat(PaperClaims.all()).extracting(PaperClaim::id).containsExactlyElementsOf(expected);
    assertThat(PaperClaims.papers())
        .containsExactly("sparrow", "omega", "parsync", "apollo", "mercury");
  }

  @Test
  void everyRunBehindAClaimCanBeTypedAndSpeaksToIt() {
    for (var claim : PaperClaims.all()) {
      assertThat(claim.runs().isEmpty()).isEqualTo(claim.id().equals("S9"));
      for (var run : claim.runs()) {
        var experiment = Experiments.named(run.experiment()).orElseThrow();
        assertThatCode(() -> Settings.of(experiment, List.of(run.settings().split(","))))
            .as(run.command())
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void allTogetherTakeThirtyFiveMinutesAtMost() {
    Map<String, Integer> secondsOf = new TreeMap<>();
    for (var claim : PaperClaims.all()) {
      claim.runs().forEach(run -> secondsOf.put(run.command(), run.seconds()));
    }
    int seconds = secondsOf.values().stream().mapToInt(each -> each).sum();
    assertThat(seconds).isLessThanOrEqualTo(35 * 60);
  }

  @Test
  void whatIsBehindSeveralClaimsRunsOnce() {
    var run = new ClaimRun("sparrow/idle", SMALL, 10);
    var claims =
        List.of(
            new PaperClaim("S5", "sparrow", run),
            new PaperClaim("S5", "sparrow", run).summedUpBy(_ -> List.of()),
            new PaperClaim("S4", "sparrow", run));
    List<ClaimPart> parts = new ArrayList<>();
    List<String> answered = new ArrayList<>();
    List<Double> steps = new ArrayList<>();

    new ClaimSession(claims)
        .run(
            steps::add,
            (claim, found) -> {
              answered.add(claim.id() + " " + found.size());
              parts.addAll(found);
            });

    assertThat(answered).containsExactly("S5 1", "S5 0", "S4 0");
    assertThat(parts.getFirst().seed()).isEqualTo(1);
    assertThat(parts.getFirst().wallSeconds()).isPositive();
    assertThat(steps).as("one run, and the end").isSorted().last().isEqualTo(1.0);
  }

  @Test
  void aRunMayStandForAPartOfAClaim() {
    var whole =
        new PaperClaim("S7", "sparrow", new ClaimRun("sparrow/tpch", "nodes=50,jobs=50", 1));
    var part =
        new PaperClaim(
            "S7", "sparrow", new ClaimRun("sparrow/tpch", "nodes=50,jobs=50", 1).about("p95"));
    List<Integer> sizes = new ArrayList<>();
    new ClaimSession(List.of(whole, part)).run(_ -> {}, (_, found) -> sizes.add(found.size()));

    assertThat(sizes).containsExactly(2, 1);
  }

  @Test
  void whatNoSimulationShowsIsNotMeasured() {
    var overhead = PaperClaims.all().get(8);
    var parts = overhead.parts(List.of());

    assertThat(parts).singleElement().matches(part -> Double.isNaN(part.finding().measured()));
    assertThat(overhead.note()).contains("bench sampled");
  }
}
