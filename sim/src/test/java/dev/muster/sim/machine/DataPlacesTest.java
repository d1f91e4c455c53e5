package dev.muster.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RackLayout of ten nodes: 0 to 9, 10 to 19 and so on. */
class DataPlacesTest {

  private static final long JOB = 7;

  private final DataPlaces places = new DataPlaces(new RackLayout(10));

  private ReadBytes read(int node, Consumer<TaskReads> reads) {
    var bytes = new ReadBytes();
    reads.accept(places.from(JOB, node, bytes));
    return bytes;
  }

  private static List<Long> byDistance(ReadBytes bytes) {
    return List.of(
        bytes.at(InputDistance.LOCAL),
        bytes.at(InputDistance.RACK),
        bytes.at(InputDistance.REMOTE));
  }

  /** Of two attempts of a task the one that succeeded first is where others read. */
  @Test
  void outputsAreWhereTheirTaskSucceededFirst() {
    places.made(JOB, 0, 3, 12, 100);
    places.made(JOB, 0, 3, 25, 100);

    assertThat(byDistance(read(12, to -> to.output(0, 3, 40)))).containsExactly(40L, 0L, 0L);
    assertThat(byDistance(read(13, to -> to.output(0, 3, 40)))).containsExactly(0L, 40L, 0L);
    assertThat(byDistance(read(25, to -> to.output(0, 3, 40)))).containsExactly(0L, 0L, 40L);
    assertThat(byDistance(read(12, to -> to.outputs(0)))).containsExactly(100L, 0L, 0L);
  }

  @Test
  void allOutputsOfAStageAreSummedByDistance() {
    places.made(JOB, 1, 0, 11, 1);
    places.made(JOB, 1, 1, 11, 2);
    places.made(JOB, 1, 2, 12, 4);
    places.made(JOB, 1, 3, 30, 8);
    places.made(JOB + 1, 1, 0, 11, 1_000);
    places.made(JOB, 2, 0, 11, 1_000);

    assertThat(byDistance(read(11, to -> to.outputs(1)))).containsExactly(3L, 4L, 8L);
    assertThat(byDistance(read(19, to -> to.outputs(1)))).containsExactly(0L, 7L, 8L);
    assertThat(byDistance(read(9, to -> to.outputs(1)))).containsExactly(0L, 0L, 15L);
    assertThat(read(11, to -> to.outputs(1)).moved()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({"5, 10, 0, 0", "15, 0, 10, 0", "35, 0, 0, 10", "20, 10, 0, 0"})
  void theNearestOfSeveralHoldersIsRead(int node, long local, long rack, long remote) {
    assertThat(byDistance(read(node, to -> to.outside(10, List.of(12, 5, 20)))))
        .containsExactly(local, rack, remote);
  }

  @Test
  void whatNobodyMadeOrHoldsIsAsFarAsCanBe() {
    assertThat(byDistance(read(0, to -> to.output(0, 0, 5)))).containsExactly(0L, 0L, 5L);
    assertThat(byDistance(read(0, to -> to.outside(5, List.of())))).containsExactly(0L, 0L, 5L);
    assertThat(read(0, to -> to.outputs(0)).total()).isZero();
  }

  @Test
  void ofAJobThatIsOverNothingIsLeft() {
    places.made(JOB, 1, 0, 11, 10);
    places.forget(JOB, 2);
    assertThat(read(11, to -> to.outputs(1)).total()).isZero();
  }

  /** 160, 100 and 80 MB/s. */
  @Test
  void readingTakesTheSumOfItsParts() {
    places.made(JOB, 0, 0, 11, 160_000_000);
    places.made(JOB, 0, 1, 12, 100_000_000);
    places.made(JOB, 0, 2, 30, 160_000_000);
    var bytes = read(11, to -> to.outputs(0));

    assertThat(bytes.readNs(CompletionModel.STANDARD)).isEqualTo(4_000_000_000L);
    assertThat(bytes.mostly()).isEqualTo(InputDistance.LOCAL);
  }

  @Test
  void withoutRacksAllOthersAreRemote() {
    assertThat(RackLayout.NONE.distance(0, 1)).isEqualTo(InputDistance.REMOTE);
    assertThat(RackLayout.NONE.attributes(3)).isEmpty();
    assertThat(new RackLayout(2).attributes(3))
        .extracting(own -> own.get("rack"))
        .containsExactly("r0", "r0", "r1");
  }
}
