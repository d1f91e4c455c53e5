package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.content.FileCache;
import dev.muster.link.FileEndpoint;
import dev.muster.link.HandshakeAccepted;
import dev.muster.model.Resources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeStorageTest {

  @TempDir private Path root;

  private NodeStorage open() throws IOException {
    var cell = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    return NodeStorage.open(
        new NodeDaemon.NodeOptions(
            cell,
            "secret",
            root.resolve("home"),
            root.resolve("state"),
            Resources.NONE,
            Map.of(),
            FileSettings.STANDARD,
            ""));
  }

  private static HandshakeAccepted accepted(String home) {
    return new HandshakeAccepted("cell", 3, new FileEndpoint(":7000", home));
  }

  @Test
  void aNodeThatSeesTheHomeOfTheCellUsesItAndAnyOtherHasAPartOfItsOwn() throws IOException {
    try (var storage = open()) {
      var mark = storage.endpoint().home();
      assertThat(storage.home(accepted(mark))).isEqualTo(root.resolve("home"));
      assertThat(storage.home(accepted("abc@boot"))).isEqualTo(root.resolve("home/cells/abc"));
      assertThat(storage.cell(accepted(mark)).address().getPort()).isEqualTo(7000);
    }
  }

  @Test
  void filesAreClosedWithItThoughTheNodeNeverStarted() throws IOException {
    var cache = root.resolve("state/cache");
    try (var storage = open()) {
      storage.files(accepted("abc@boot"));
      assertThatThrownBy(() -> FileCache.open(cache, 1)).hasMessageContaining("in use");
    }
    FileCache.open(cache, 1).close();
  }
}
