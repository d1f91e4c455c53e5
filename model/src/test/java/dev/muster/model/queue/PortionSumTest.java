package dev.muster.model.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionSumTest {

  private static PortionSum cpu(long fixed, double share) {
    return new PortionSum(Portion.CPU, fixed, share);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "40000, 0, 40",
    "500, 0, 0.5",
    "0, 0.7, 70%",
    "0, 0.3333333, 33.3333%",
    "10000, 0.7, 70% + 10",
    "-10000, 0.3, 30% less 10",
    "10000, -0.3, 10 less 30%",
    "0, -0.3, -30%",
    "7, 1e-12, 0.007"
  })
  void isWrittenAsInFiles(long fixed, double share, String text) {
    assertThat(cpu(fixed, share).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1073741824, 1Gi",
    "1610612736, 1536Mi",
    "1152921504606846976, 1Ei",
    "1000, 1000 B",
    "48103633715, 44.8 GiB"
  })
  void memoryIsExactWhereAUnitIs(long bytes, String text) {
    assertThat(new PortionSum(Portion.MEMORY, bytes, 0).text()).isEqualTo(text);
  }

  @Test
  void whatIsCountedHasNoUnit() {
    assertThat(new PortionSum("gpu", 1_000_000, 0).text()).isEqualTo("1000000");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.5, 0, 0.4, true",
    "0, 0.4, 0, 0.4, false",
    "2, 0, 1, 0, true",
    "1, 0, 1, 0, false",
    "1, 0.4, 0, 0.4, true",
    "1, 0.4, 1, 0.3, true",
    "1, 0.3, 0, 0.4, false",
    "5, 0, 0, 0.4, false",
    "0, 0.4, 5, 0, false",
    "0, 0.30000000000000004, 0, 0.3, false",
  })
  void whatIsMoreInAnyCell(long fixed, double share, long limit, double ofCell, boolean is) {
    assertThat(cpu(fixed, share).exceeds(cpu(limit, ofCell))).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 0, 0, 0.4, 10, true",
    "4, 0, 0, 0.4, 10, false",
    "0, 0.4, 3, 0, 10, true",
    "0, 0.4, 4, 0, 10, false",
    "1, 0, 0, 1, 0, true",
    "0, 1, 0, 0.5, 0, false",
    "2, 0, 1, 0, 1000000000000, true",
  })
  void whatIsMoreInACell(
      long fixed, double share, long limit, double ofCell, long whole, boolean is) {
    assertThat(cpu(fixed, share).exceeds(cpu(limit, ofCell), whole)).isEqualTo(is);
  }

  /** Against the amounts themselves, in cells of many sizes. */
  @Test
  void whatIsMoreInAnyCellIsMoreInEachOne() {
    var random = new Random(13);
    for (int i = 0; i < 100_000; i++) {
      var a = cpu(random.nextInt(4), random.nextInt(5) / 4.0);
      var b = cpu(random.nextInt(4), random.nextInt(5) / 4.0);
      long whole = 1L + random.nextInt(1_000);
      boolean isMore = a.fixed() + a.share() * whole > b.fixed() + b.share() * whole;
      assertThat(a.exceeds(b, whole)).as("%s %s %d", a, b, whole).isEqualTo(isMore);
      assertThat(isMore || !a.exceeds(b)).as("%s %s %d", a, b, whole).isTrue();
    }
  }

  @Test
  void sumsDoNotOverflow() {
    var most = cpu(Long.MAX_VALUE, 0);
    assertThat(most.plus(cpu(1, 0)).fixed()).isEqualTo(Long.MAX_VALUE);
    assertThat(cpu(Long.MAX_VALUE, 1).in(100).fixed()).isEqualTo(Long.MAX_VALUE);
    assertThat(cpu(3, 0.5).in(101).fixed()).isEqualTo(54);
  }
}
