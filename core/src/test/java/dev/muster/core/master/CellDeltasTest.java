package dev.muster.core.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellConfig;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose turns a scheduler may have, by what all of them said last. */
final class CellDeltasTest {

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(" "))
        .filter(word -> !word.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "5 0 3, 0, 1", // the busiest has the turns of those that are idle
    "5 0 3, 2, ''",
    "5 0 3, 1, ''", // no use for any
    "5 0 0, 0, 1 2",
    "0 4 4, 1, 0", // as busy: the lower number
    "0 4 4, 2, ''",
    "4 4 0, 0, 2",
    "4 4 0, 1, ''",
    "2 3 1, 1, ''", // nobody is idle
    "0 0 0, 0, ''",
    "7,     0, ''",
  })
  void theBusiestHasTheTurnsOfThoseThatAreIdle(String waiting, int scheduler, String lenders) {
    var state = new MasterState(1, 1, CellConfig.standard());
    var deltas = new CellDeltas(state.cell(), new CommitService(state, new LeaderLog(1), false));
    var stages = numbers(waiting);
    for (int each = 0; each < stages.size(); each++) {
      deltas.lenders(each, stages.get(each));
    }
    assertThat(deltas.lenders(scheduler, stages.get(scheduler))).isEqualTo(numbers(lenders));
  }
}
