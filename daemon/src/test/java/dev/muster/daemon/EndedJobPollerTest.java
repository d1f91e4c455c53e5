package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.files.fetch.CellSources;
import dev.muster.files.fetch.NodeFiles;
import dev.muster.files.serve.FileLocations;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.Peer;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node learns which jobs have ended, so that their outputs go when their time is over. */
class EndedJobPollerTest {

  @TempDir private Path home;
  private final List<Long> running = new ArrayList<>();

  private final class Known implements FileLocations {
    @Override
    public List<HeldOutputs> holdings(long job, String stage, String asker) {
      return List.of();
    }

    @Override
    public List<Holder> holders(String sha256, String asker) {
      return List.of();
    }

    @Override
    public Running running() {
      return new Running(5, running);
    }
  }

  private static FilePort port() throws IOException {
    return FilePort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private void leave(long job, String path) throws IOException {
    var file = JobDirectory.of(home, job).root().resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
  }

  private Path mark(long job) {
    return home.resolve("ended").resolve(Long.toString(job));
  }

  @Test
  void theTimeOfOutputsRunsFromTheEndOfTheirJob() throws Exception {
    leave(3, "outputs/count/0/n");
    leave(4, "outputs/count/0/n");
    leave(5, "tasks/count/0/stdout.1");
    leave(6, "outputs/count/0/n");
    running.add(4L);
    var layout = JobDirectory.layout(home);
    var offer = FileServer.Catalog.ofCell(_ -> Optional.empty(), layout, new Known());
    try (var server = FileServer.start(port(), "secret", offer)) {
      var cell = new Peer("the cell", server.address(), "secret");
      var options = NodeFiles.NodeFileOptions.standard(home, port(), "secret");
      try (var files = NodeFiles.open(options, layout, new CellSources("node-0", cell, false))) {
        var jobs = new EndedJobPoller(home, cell, files);
        jobs.poll();
        assertThat(mark(3)).hasContent("PT168H");
        assertThat(mark(4)).doesNotExist();
        assertThat(mark(5)).as("it left nothing").doesNotExist();
        running.clear();
        jobs.poll();
        assertThat(mark(4)).exists();
        assertThat(mark(6)).as("another cell of the same home began it").doesNotExist();
      }
    }
  }
}
