package dev.muster.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import java.util.BitSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a cell of 10 cpus and 100 bytes. */
class DominantSharesTest {

  private static final int FIRST = 0;
  private static final int SECOND = 1;

  private final DominantShares shares = new DominantShares(2);
  private final BitSet both = new BitSet();

  @BeforeEach
  void cell() {
    shares.add(new Resources(4_000, 60));
    shares.add(new Resources(6_000, 40));
    both.set(FIRST);
    both.set(SECOND);
  }

  @Test
  void aShareIsThatOfWhatAFrameworkHasMostOf() {
    shares.occupy(FIRST, new Resources(1_000, 5), 2);
    shares.occupy(SECOND, new Resources(500, 15), 2);

    assertThat(shares.of(FIRST)).isEqualTo(0.2);
    assertThat(shares.of(SECOND)).isEqualTo(0.3);
  }

  @Test
  void whoHasLessIsNextWhicheverResourceItIs() {
    shares.occupy(FIRST, new Resources(4_000, 0), 1);
    shares.occupy(SECOND, new Resources(0, 30), 1);
    assertThat(shares.least(both)).isEqualTo(SECOND);

    shares.occupy(SECOND, new Resources(0, 15), 1);
    assertThat(shares.least(both)).isEqualTo(FIRST);

    shares.occupy(SECOND, new Resources(0, 15), -1);
    assertThat(shares.least(both)).isEqualTo(SECOND);
  }

  @Test
  void onlyThoseWhoAskAreChosenFrom() {
    shares.occupy(FIRST, new Resources(4_000, 0), 1);
    both.clear(SECOND);
    assertThat(shares.least(both)).isEqualTo(FIRST);

    both.clear(FIRST);
    assertThat(shares.least(both)).isEqualTo(DominantShares.NOBODY);
  }

  @Test
  void withEqualSharesTheFirstIsNext() {
    assertThat(shares.least(both)).isEqualTo(FIRST);
  }
}
