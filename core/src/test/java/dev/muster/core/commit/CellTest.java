package dev.muster.core.commit;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.Machine;
import org.junit.jupiter.api.Test;

final class CellTest {

  private final Cell cell = new Cell();

  @Test
  void machines_come_in_the_order_of_their_numbers_whenever_they_joined() {
    cell.put(9, size(1, 1));
    cell.put(2, size(2, 2));
    cell.put(5, size(3, 3));

    assertThat(cell.machines()).extracting(Machine::node).containsExactly(2, 5, 9);
    assertThat(cell.size()).isEqualTo(3);
  }

  @Test
  void the_version_grows_with_every_change() {
    assertThat(cell.version()).isZero();
    cell.put(0, size(1, 1));
    cell.put(0, size(2, 1));

    assertThat(cell.version()).isEqualTo(2);
  }

  @Test
  void the_largest_is_taken_of_each_resource_by_itself_and_shrinks_with_its_machine() {
    cell.put(0, size(8, 1));
    cell.put(1, size(1, 8));
    assertThat(cell.largest()).isEqualTo(size(8, 8));
    cell.put(0, size(2, 1));

    assertThat(cell.largest()).isEqualTo(size(2, 8));
  }

  @Test
  void only_another_capacity_is_news() {
    assertThat(cell.isNews(0, size(1, 1))).isTrue();
    cell.put(0, size(1, 1));

    assertThat(cell.isNews(0, size(1, 1))).isFalse();
    assertThat(cell.isNews(0, size(1, 2))).isTrue();
    assertThat(cell.isNews(1, size(1, 1))).isTrue();
  }
}
