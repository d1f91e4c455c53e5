package dev.muster.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.model.Resources;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CgroupTicketTest {
  @Test
  void aTicketIsReadAsItWasWritten() {
    var ticket = new CgroupTicket("17-0/4", List.of(123L, 1L));
    assertThat(CgroupTicket.parse(ticket.toString())).contains(ticket);
    assertThat(ticket.before(1)).isEqualTo(1);
    assertThat(ticket.before(2)).isZero();
    assertThat(CgroupTicket.parse("")).isEmpty();
    assertThat(CgroupTicket.parse("17-0/4 many")).isEmpty();
    assertThat(CgroupTicket.names(Set.of("17-0/4 123 1", "", "17-0/5")))
        .containsOnly("17-0/4", "17-0/5");
  }

  @Test
  void aGroupIsFoundAgainByItsTicketAndGoneIsGone() throws Exception {
    try (var groups = Cgroups.open()) {
      assumeTrue(groups.confine(), "no control groups can be made here");
      var ticket = groups.take(new Resources(100, 64L << 20)).ticket();
      try (var others = Cgroups.open()) {
        var found = others.find(ticket);
        assertThat(found).isNotSameAs(Cgroup.NONE);
        assertThat(found.ticket()).isEqualTo(ticket);
        assertThat(found.finish().outOfMemory()).isFalse();
        assertThat(others.find(ticket)).isSameAs(Cgroup.NONE);
      }
    }
  }
}
