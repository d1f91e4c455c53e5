package dev.muster.files.content;

import dev.muster.host.IoErrors;
import dev.muster.model.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files of a stage by what they hold, as the submitter has them: what a stage lists under
 * {@code files}, where {@code name} is the thing itself and {@code name/} is all that it holds.
 */
public final class Manifest implements ContentStore {
  private final List<FileRef> files;
  private final Map<String, Path> paths;

  private Manifest(DirectoryScan survey) {
    this.files = survey.files();
    this.paths = survey.paths();
  }

  /** Reads and hashes the files of these names, which are relative to the home. */
  public static Manifest of(Path home, List<String> names) throws IOException {
    var survey = new DirectoryScan();
    Set<String> taken = new HashSet<>();
    for (var name : names) {
      try {
        for (var thing : things(home, name)) {
          add(thing, taken, survey);
        }
      } catch (IOException refused) {
        throw new IOException("`" + name + "` of `files`: " + IoErrors.reason(refused), refused);
      }
    }
    return new Manifest(survey);
  }

  private static List<Path> things(Path home, String name) throws IOException {
    var thing = home.resolve(name);
    return name.endsWith("/") ? DirectoryScan.entries(thing) : List.of(thing);
  }

  private static void add(Path thing, Set<String> taken, DirectoryScan survey) throws IOException {
    var name = thing.getFileName().toString();
    if (!Files.exists(thing)) {
      throw new IOException("no such file or directory: " + thing);
    }
    if (!taken.add(name)) {
      throw new IOException("brings a second `" + name + "`");
    }
    survey.add(name, thing);
  }

  public List<FileRef> files() {
    return files;
  }

  @Override
  public Optional<PinnedFile> find(String sha256) {
    return Optional.ofNullable(paths.get(sha256)).flatMap(PinnedFile::unmanaged);
  }
}
