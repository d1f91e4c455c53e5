package dev.muster.files.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  private static final byte[] LINK_LOCAL =
      HexFormat.of().parseHex("fe800000000000000000000000000001");

  @ParameterizedTest
  @CsvSource({
    "host:1, host, 1",
    "10.0.0.7:65535, 10.0.0.7, 65535",
    "[::1]:4711, ::1, 4711",
    "a-b.example:80, a-b.example, 80",
  })
  void bothWays(String text, String host, int port) {
    var address = HostPort.parse(text);
    assertThat(address.getHostString()).isEqualTo(host);
    assertThat(address.getPort()).isEqualTo(port);
    assertThat(HostPort.format(address)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", ":80", "host:", "host:x", "host:65536", "host:-1"})
  void nonsenseIsRefused(String text) {
    assertThatThrownBy(() -> HostPort.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAddressForOthersNamesNoInterfaceOfThisComputer() throws IOException {
    assertThat(HostPort.forOthers(InetAddress.ofLiteral("10.0.0.7"), 80)).isEqualTo("10.0.0.7:80");
    assertThat(HostPort.forOthers(InetAddress.ofLiteral("::1"), 80))
        .isEqualTo("[0:0:0:0:0:0:0:1]:80");
    var scoped = Inet6Address.getByAddress(null, LINK_LOCAL, 3);
    assertThatThrownBy(() -> HostPort.forOthers(scoped, 80))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the address of its files, `[fe80:0:0:0:0:0:0:1%3]:80`, means nothing to other computers:"
                + " give --files HOST:PORT");
  }
}
