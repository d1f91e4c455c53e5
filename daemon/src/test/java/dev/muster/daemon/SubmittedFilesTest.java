package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmittedFilesTest {

  @TempDir private Path home;

  @BeforeEach
  void write() throws IOException {
    for (var name : List.of("a", "b", "c")) {
      Files.writeString(home.resolve(name), "this is " + name);
    }
  }

  private JobSpec job(String... files) {
    var plain = StageSpec.of("plain", 1, Resources.NONE, List.of("run"));
    var read = StageSpec.of("read", 1, Resources.NONE, List.of("run")).withFiles(files);
    return JobSpec.of("job", plain, read).withTokens(3).withHome(home.toString());
  }

  @Test
  void filesAreHadByWhatTheyHoldOnceTheirJobIsOffered() throws IOException {
    var submitted = new SubmittedFiles(10);
    var job = submitted.offer(job("a", "b"));
    assertThat(job.tokens()).isEqualTo(3);
    assertThat(job.stages().getFirst().files().contents()).isEmpty();
    var contents = job.stages().getLast().files().contents();
    assertThat(contents).extracting(file -> file.path()).containsExactly("a", "b");
    try (var lease = submitted.find(contents.getFirst().sha256()).orElseThrow()) {
      assertThat(lease.path()).hasContent("this is a");
    }
    assertThat(submitted.find("0".repeat(64))).isEmpty();
  }

  @Test
  void pastItsLimitItOffersNoMore() throws IOException {
    var submitted = new SubmittedFiles(3);
    submitted.offer(job("a", "b"));
    assertThatThrownBy(() -> submitted.offer(job("b", "c")))
        .isInstanceOf(IOException.class)
        .hasMessage("the cell offers its limit of 3 files; start another one for more jobs");
    submitted.offer(job("c"));
  }
}
