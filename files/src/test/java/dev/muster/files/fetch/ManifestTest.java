package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.content.DirectoryScan;
import dev.muster.files.content.Manifest;
import dev.muster.files.serve.Outputs;
import dev.muster.model.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a stage, as their submitter lists them. */
class ManifestTest {
  private static final String HASH_OF_A =
      "559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd";

  @TempDir private Path home;

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(home.resolve("parts/deep"));
    Files.createDirectories(home.resolve("parts/empty"));
    Files.writeString(home.resolve("parts/a"), "A");
    Files.writeString(home.resolve("parts/deep/b b"), "BB");
    Files.writeString(home.resolve("tool"), "#!/bin/sh\n");
    assertThat(home.resolve("tool").toFile().setExecutable(true)).isTrue();
  }

  private List<String> names(String... files) throws IOException {
    return Manifest.of(home, List.of(files)).files().stream().map(FileRef::path).toList();
  }

  @Test
  void aNameIsTheThingItself() throws IOException {
    assertThat(names("parts", "tool"))
        .containsExactly("parts/a", "parts/deep/b b", "parts/empty/", "tool");
  }

  @Test
  void aSlashIsAllThatItHolds() throws IOException {
    assertThat(names("parts/")).containsExactly("a", "deep/b b", "empty/");
    assertThat(names("parts/deep/", "./parts/a")).containsExactly("b b", "a");
  }

  @Test
  void itKnowsWhatEachHolds() throws IOException {
    var files = Manifest.of(home, List.of("parts/a", "tool")).files();
    assertThat(files.get(0)).isEqualTo(new FileRef("a", HASH_OF_A, 1, false));
    assertThat(files.get(1).executable()).isTrue();
  }

  @Test
  void itsFilesCanBeReadByTheirContent() throws IOException {
    var manifest = Manifest.of(home, List.of("parts"));
    try (var pinned = manifest.find(HASH_OF_A).orElseThrow()) {
      assertThat(pinned.path()).hasContent("A");
      assertThat(pinned.bytes()).isEqualTo(1);
    }
    assertThat(manifest.find(Sample.of(1, 1).content().sha256())).isEmpty();
  }

  @Test
  void whatIsMissingOrThereTwiceIsSaid() {
    assertThatThrownBy(() -> names("data/x"))
        .hasMessage("`data/x` of `files`: no such file or directory: " + home.resolve("data/x"));
    assertThatThrownBy(() -> names("parts/a", "parts/"))
        .hasMessage("`parts/` of `files`: brings a second `a`");
  }

  @Test
  void tooManyFilesAreRefused() throws IOException {
    new DirectoryScan(3).add("parts", home.resolve("parts"));
    assertThatThrownBy(() -> new DirectoryScan(2).add("parts", home.resolve("parts")))
        .hasMessage("there are more than 2 files; pack them into one");
  }

  @Test
  void aListSurvivesBeingText() throws IOException {
    var files = Manifest.of(home, List.of("parts", "tool")).files();
    assertThat(Outputs.Listing.parse(Outputs.Listing.format(files))).isEqualTo(files);
    var odd = List.of(new FileRef("a\nb %+ü", HASH_OF_A, 1, true));
    assertThat(Outputs.Listing.parse(Outputs.Listing.format(odd))).isEqualTo(odd);
  }

  @Test
  void aListThatIsNoneIsRefused() {
    for (var line : List.of("x", HASH_OF_A + " 1 -", "abc 1 - a", HASH_OF_A + " one - a")) {
      assertThatThrownBy(() -> Outputs.Listing.parse(line))
          .isInstanceOf(IOException.class)
          .hasMessage("a list of files with the line `" + line + "`");
    }
  }
}
