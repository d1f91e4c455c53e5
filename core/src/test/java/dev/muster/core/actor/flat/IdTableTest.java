package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class IdTableTest {

  private static final class Named extends IdTable.Entry<Named> {

    private Named(long id) {
      super(id);
    }
  }

  private final IdTable table = new IdTable();

  @Test
  void findsNothingInAnEmptyTable() {
    assertThat(table.find(0)).isNull();
    table.remove(0);
    assertThat(table.size()).isZero();
  }

  @Test
  void anEntryTakesThePlaceOfTheOneWithItsId() {
    var first = new Named(7);
    var second = new Named(7);
    table.put(first);
    table.put(second);

    assertThat(table.find(7)).isSameAs(second);
    assertThat(table.size()).isEqualTo(1);
    table.remove(7);
    assertThat(table.find(7)).isNull();
  }

  @Test
  void anEntryThatWasRemovedMayComeBack() {
    var entry = new Named(7);
    table.put(entry);
    table.put(new Named(8));
    table.remove(7);
    table.put(entry);

    assertThat(all()).extracting(IdTable.Entry::id).containsExactlyInAnyOrder(7L, 8L);
  }

  @Test
  void holdsWhatAMapHoldsAfterAnyPutsAndRemoves() {
    var random = new Random(5);
    var expected = new TreeMap<Long, Named>();
    for (int step = 0; step < 20_000; step++) {
      long id = random.nextLong(200) << (step % 3 * 20);
      if (random.nextInt(3) == 0) {
        table.remove(id);
        expected.remove(id);
      } else {
        var entry = new Named(id);
        table.put(entry);
        expected.put(id, entry);
      }
      assertThat(table.size()).isEqualTo(expected.size());
      assertThat((Object) table.find(id)).isSameAs(expected.get(id));
    }
    assertThat(all()).hasSize(expected.size());
    expected.forEach((id, entry) -> assertThat((Object) table.find(id)).isSameAs(entry));
  }

  private List<IdTable.Entry<?>> all() {
    List<IdTable.Entry<?>> all = new ArrayList<>();
    table.forEach(all::add);
    return all;
  }
}
