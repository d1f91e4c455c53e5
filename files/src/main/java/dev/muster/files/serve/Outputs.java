package dev.muster.files.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.files.content.Content;
import dev.muster.files.content.ContentStore;
import dev.muster.files.content.Directories;
import dev.muster.files.content.DirectoryScan;
import dev.muster.files.content.PinnedFile;
import dev.muster.model.FileRef;
import dev.muster.model.text.JobNumber;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
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
    Path outputs(long job, String stage);

    Path listings(long job, String stage);

    Path tasks(long job, String stage);

    List<Path> all(long job);
  }

  private final Layout layout;
  private final Object[] locks = new Object[LOCKS];
  private final Map<OutputKey, List<FileRef>> remembered =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<OutputKey, List<FileRef>> eldest) {
              return size() > MAX_REMEMBERED;
            }
          });

  public Outputs(Layout layout) {
    this.layout = layout;
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  public Path directory(OutputKey output) {
    return layout.outputs(output.job(), output.stage()).resolve(Integer.toString(output.index()));
  }

  /** Makes the directory of a stage's outputs: it is there even if no task left anything. */
  public void create(long job, String stage) throws IOException {
    Files.createDirectories(layout.outputs(job, stage));
  }

  public boolean isCreated(long job, String stage) {
    return Files.isDirectory(layout.outputs(job, stage));
  }

  public Path incoming(OutputKey output) throws IOException {
    var listings = layout.listings(output.job(), output.stage());
    return Files.createTempDirectory(
        Files.createDirectories(listings), output.index() + ".incoming-");
  }

  public boolean has(OutputKey output) {
    return Files.isDirectory(directory(output));
  }

  public List<Integer> held(long job, String stage) throws IOException {
    var outputs = layout.outputs(job, stage);
    if (!Files.isDirectory(outputs)) {
      return List.of();
    }
    var held = new ArrayList<Integer>();
    for (var entry : DirectoryScan.entries(outputs)) {
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

  public List<FileRef> listing(OutputKey output) throws IOException {
    synchronized (locks[Math.floorMod(output.hashCode(), LOCKS)]) {
      var files = remembered.get(output);
      if (files == null) {
        files = read(output);
        remembered.put(output, files);
      }
      return files;
    }
  }

  private List<FileRef> read(OutputKey output) throws IOException {
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
    var survey = new DirectoryScan();
    Directories.checkLinks(directory);
    for (var entry : DirectoryScan.entries(directory)) {
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

  /** One file of an output, by what it holds; only what is listed can be had. */
  public ContentStore store(OutputKey output) throws IOException {
    var files = listing(output);
    var directory = directory(output);
    return sha256 ->
        files.stream()
            .filter(file -> file.sha256().equals(sha256))
            .findFirst()
            .flatMap(file -> Directories.realPathInside(directory, file.path()))
            .flatMap(PinnedFile::unmanaged);
  }

  /**
   * A list of files as text, a line for each: hash, length, {@code x} for a program, and the path
   * in the way of URLs. What has nothing to say is a dash.
   */
  public static final class Listing {
    private static final String NOTHING = "-";
    private static final String PROGRAM = "x";
    private static final int COLUMNS = 4;

    private Listing() {}

    public static String format(List<FileRef> files) {
      var text = new StringBuilder();
      for (var file : files) {
        text.append(file.isDirectory() ? NOTHING : file.sha256())
            .append(' ')
            .append(file.bytes())
            .append(' ')
            .append(file.executable() ? PROGRAM : NOTHING)
            .append(' ')
            .append(URLEncoder.encode(file.path(), UTF_8))
            .append('\n');
      }
      return text.toString();
    }

    public static List<FileRef> parse(String text) throws IOException {
      var files = new ArrayList<FileRef>();
      for (var line : text.lines().toList()) {
        try {
          files.add(file(line.split(" ")));
        } catch (IllegalArgumentException malformed) {
          throw new IOException("a list of files with the line `" + line + "`", malformed);
        }
      }
      return List.copyOf(files);
    }

    private static FileRef file(String[] columns) {
      if (columns.length != COLUMNS) {
        throw new IllegalArgumentException("not " + COLUMNS + " columns");
      }
      var path = URLDecoder.decode(columns[3], UTF_8);
      if (columns[0].equals(NOTHING)) {
        return new FileRef(path.endsWith("/") ? path : path + "/", "", 0, false);
      }
      var content = new Content(columns[0], Long.parseLong(columns[1]));
      return new FileRef(path, content.sha256(), content.bytes(), columns[2].equals(PROGRAM));
    }
  }

  /** What one task that ended well left, by whose it is. */
  public record OutputKey(long job, String stage, int index) {
    /** As people see it: {@code job-7/count[3]}. */
    @Override
    public String toString() {
      return JobNumber.format(job) + "/" + stage + "[" + index + "]";
    }
  }
}
