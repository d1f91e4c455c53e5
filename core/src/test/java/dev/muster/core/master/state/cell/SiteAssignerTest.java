package dev.muster.core.master.state.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Site;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SiteAssignerTest {

  @Test
  void machinesStandWhereTheySay() {
    var sites = new SiteAssigner(4);

    var plain = sites.of(6, Map.of());
    var named = sites.of(7, Map.of("rack", "r7", "partition", "north"));
    var like = sites.of(8, Map.of("rack", "r7", "partition", "north"));

    assertThat(plain.partition()).isEqualTo(2);
    assertThat(named.partition()).isEqualTo(0);
    assertThat(named.rack()).isNotEqualTo(plain.rack());
    assertThat(like).isEqualTo(named);
  }

  @Test
  void machinesOfARackAreInOnePartition() {
    var sites = new SiteAssigner(2);

    var partitions =
        Stream.of("a", "a", "b", "b", "c", "c")
            .map(rack -> sites.of(5, Map.of("rack", rack)).partition())
            .toList();

    assertThat(partitions).containsExactly(0, 0, 1, 1, 0, 0);
  }

  @Test
  void pastTheLimitKindsBecomeOneAndThoseBeforeStayApart() {
    var sites = new SiteAssigner(1, 3);

    var kinds =
        Stream.of("a", "b", "c", "d", "a", "e", "c", "b")
            .map(disk -> sites.of(0, Map.of("disk", disk)).kind())
            .toList();

    assertThat(kinds).containsExactly(0, 1, 2, 2, 0, 2, 2, 1);
  }

  @Test
  void aScoreGradesAMachineAndWhatIsNoneDoesNot() {
    var sites = new SiteAssigner(1);

    var good = sites.of(0, Map.of("disk", "ssd", "score", "12.34"));
    var nameless = sites.of(1, Map.of("disk", "ssd", "score", "fast"));

    assertThat(good.grade()).isEqualTo(123);
    assertThat(nameless.grade()).isZero();
    assertThat(sites.of(2, Map.of("score", "1e9")).grade()).isEqualTo(Site.MAX_GRADES - 1);
    assertThat(good.kind()).as("one stands in for the other").isEqualTo(nameless.kind());
  }
}
