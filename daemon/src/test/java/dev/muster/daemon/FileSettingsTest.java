package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.serve.FilePort;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FileSettingsTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private static FilePort bind(String listen) throws IOException {
    return new FileSettings(listen, 1, Duration.ofDays(1)).bind(HERE);
  }

  @Test
  void aPortIsTakenWhereOneWasChosenElseWhereverOneIsFree() throws IOException {
    int free;
    try (var any = bind("")) {
      assertThat(any.address().getAddress()).isEqualTo(HERE);
      free = any.address().getPort();
      assertThat(free).isPositive();
      assertThatThrownBy(() -> bind(Integer.toString(free)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot serve files at ");
    }
    try (var all = bind("0.0.0.0:0")) {
      assertThat(all.address().getAddress().isAnyLocalAddress()).isTrue();
    }
  }

  @Test
  void onlySomeNameAHost() {
    assertThat(FileSettings.STANDARD.namesHost()).isFalse();
    assertThat(new FileSettings("80", 1, Duration.ZERO).namesHost()).isFalse();
    assertThat(new FileSettings("host:80", 1, Duration.ZERO).namesHost()).isTrue();
  }
}
