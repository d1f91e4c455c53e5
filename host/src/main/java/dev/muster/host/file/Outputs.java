package dev.muster.host.file;

import dev.muster.model.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What tasks left on this node, for peers to read. An output never changes once it is published, so
 * it is hashed when a peer first asks, and that is kept.
 */
public final class Outputs {

  /** How many lists are kept in memory beside those on disk. */
  static final int MAX_REMEMBERED = 100;

  private static final int LOCKS = 64;

  /** Where outputs lie; it refuses the name of a stage that would lead elsewhere. */
  public interface Layout {

    /** The directory of what the tasks of a stage left: one of theirs each, by its number. */
    Path outputs(long job, String stage);

    /** Where the lists of these are kept. */
    Path listings(long job, String stage);

    /** The directories of a stage's tasks, one each by its number, with what they wrote. */
    Path tasks(long job, String stage);

    /** The directories of all that is kept of a job's outputs. */
    List<Path> all(long job);
  }

  private final Layout layout;
  private final Object[] locks = new Object[LOCKS];
  private final Map<TaskOutput, List<FileRef>> remembered = new LinkedHashMap<>();

  public Outputs(Layout layout) {
    this.layout = layout;
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  Path directory(TaskOutput output) {
    return layout.outputs(output.job(), output.stage()).resolve(Integer.toString(output.index()));
  }

  /** Makes the directory of a stage's outputs: it is there even if no task left anything. */
  void create(long job, String stage) throws IOException {
    Files.createDirectories(layout.outputs(job, stage));
  }

  /** Where an output that comes from a peer is put together. */
  Path incoming(TaskOutput output) throws IOException {
    var listings = layout.listings(output.job(), output.stage());
    return Files.createTempDirectory(
        Files.createDirectories(listings), output.index() + ".incoming-");
  }

  boolean has(TaskOutput output) {
    return Files.isDirectory(directory(output));
  }

  /** The tasks of a stage whose outputs are here, in order. */
  List<Integer> held(long job, String stage) throws IOException {
    var outputs = layout.outputs(job, stage);
    if (!Files.isDirectory(outputs)) {
      return List.of();
    }
    var held = new ArrayList<Integer>();
    for (var entry : Survey.entries(outputs)) {
      index(entry).ifPresent(held::add);
    }
    held.sort(null);
    return held;
  }

  private static Optional<Integer> index(Path entry) {
    try {
      return Optional.of(Integer.parseInt(entry.getFileName().toString()));
    } catch (NumberFormatException noTask) {
      return Optional.empty();
    }
  }

  /** The files of an output. */
  List<FileRef> listing(TaskOutput output) throws IOException {
    synchronized (locks[Math.floorMod(output.hashCode(), LOCKS)]) {
      var known = recall(output);
      if (known.isPresent()) {
        return known.get();
      }
      var files = read(output);
      remember(output, files);
      return files;
    }
  }

  private List<FileRef> read(TaskOutput output) throws IOException {
    if (!has(output)) {
      throw new NoSuchFileException(output.toString());
    }
    var kept =
        layout.listings(output.job(), output.stage()).resolve(Integer.toString(output.index()));
    if (Files.exists(kept)) {
      return Listing.parse(Files.readString(kept));
    }
    var files = survey(directory(output));
    keep(kept, Listing.format(files));
    return files;
  }

  private static List<FileRef> survey(Path directory) throws IOException {
    var survey = new Survey();
    Links.checkInside(directory);
    for (var entry : Survey.entries(directory)) {
      survey.add(entry.getFileName().toString(), entry);
    }
    return survey.files();
  }

  private static void keep(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    var whole = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(whole, text);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Optional<List<FileRef>> recall(TaskOutput output) {
    synchronized (remembered) {
      return Optional.ofNullable(remembered.get(output));
    }
  }

  private void remember(TaskOutput output, List<FileRef> files) {
    synchronized (remembered) {
      remembered.put(output, files);
      if (remembered.size() > MAX_REMEMBERED) {
        remembered.remove(remembered.keySet().iterator().next());
      }
    }
  }

  /** One file of an output, by what it holds; only what is listed can be had. */
  Shelf shelf(TaskOutput output) throws IOException {
    var files = listing(output);
    var directory = directory(output);
    return sha256 ->
        files.stream()
            .filter(file -> file.sha256().equals(sha256))
            .findFirst()
            .flatMap(file -> Links.inside(directory, file.path()))
            .flatMap(Lease::ofLasting);
  }
}
