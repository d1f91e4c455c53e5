package dev.muster.sim.replay;

import static dev.muster.sim.replay.Workflows.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataPlacesTest {

  /** Of two attempts of a task the one that succeeded first is where others read. */
  @Test
  void filesAreWhereTheirTaskSucceededFirst() {
    var places = new DataPlaces(new Workflows().task(1, MIB).task(1, 0, 0).named("pair"));
    assertThat(places.fetch(0, 1)).isZero();
    assertThat(places.fetch(0, 2)).isZero();
    places.made(0, 2);
    places.made(0, 1);
    assertThat(places.remoteBytes(1, 2)).isZero();
    assertThat(places.fetch(1, 1)).isEqualTo(MIB);
    assertThat(places.movedBytes()).isEqualTo(MIB);
  }
}
