package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import dev.muster.files.content.FileCache;
import dev.muster.link.Welcome;
import dev.muster.link.Whereabouts;
import dev.muster.model.Resources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePlaceTest {

  @TempDir private Path root;

  private NodePlace open() throws IOException {
    var cell = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    return NodePlace.open(
        new NodeDaemon.Options(
            cell,
            "secret",
            root.resolve("home"),
            root.resolve("state"),
            Resources.NONE,
            Map.of(),
            FileChoice.STANDARD));
  }

  private static Welcome welcome(String home) {
    return new Welcome("cell", 3, new Whereabouts(":7000", home));
  }

  @Test
  void aNodeThatSeesTheHomeOfTheCellUsesItAndAnyOtherHasAPartOfItsOwn() throws IOException {
    try (var place = open()) {
      var mark = place.whereabouts().home();
      assertThat(place.home(welcome(mark))).isEqualTo(root.resolve("home"));
      assertThat(place.home(welcome("abc@boot"))).isEqualTo(root.resolve("home/cells/abc"));
      assertThat(place.cell(welcome(mark)).address().getPort()).isEqualTo(7000);
    }
  }

  @Test
  void filesAreClosedWithItThoughTheNodeNeverStarted() throws IOException {
    var cache = root.resolve("state/cache");
    try (var place = open()) {
      place.files(welcome("abc@boot"));
      assertThatThrownBy(() -> FileCache.open(cache, 1)).hasMessageContaining("in use");
    }
    FileCache.open(cache, 1).close();
  }
}
