package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentRequestersTest {

  @Test
  void whoAskedFirstIsForgottenFirst() {
    var recent = new RecentRequesters(3);
    assertThat(recent.before("a")).isEmpty();
    assertThat(recent.before("b")).containsExactly("a");
    assertThat(recent.before("a")).as("not oneself").containsExactly("b");
    assertThat(recent.before("c")).containsExactly("b", "a");
    assertThat(recent.before("d")).containsExactly("b", "a", "c");
    assertThat(recent.before("e")).containsExactly("a", "c", "d");
  }
}
