package dev.muster.files.content;

import dev.muster.model.FileRef;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds what lies in directories, and hashes it. */
public final class DirectoryScan {
  /** More files than this are to be packed into one by whoever has them. */
  static final int MAX_FILES = 10_000;

  private final List<FileRef> files = new ArrayList<>();
  private final Map<String, Path> paths = new TreeMap<>();
  private final int maxFiles;

  public DirectoryScan() {
    this(MAX_FILES);
  }

  public DirectoryScan(int maxFiles) {
    this.maxFiles = maxFiles;
  }

  public List<FileRef> files() {
    return List.copyOf(files);
  }

  Map<String, Path> paths() {
    return paths;
  }

  /** Adds a file under this name, or a directory with all that is in it. */
  public void add(String name, Path thing) throws IOException {
    if (Files.isDirectory(thing)) {
      addDirectory(name, thing);
    } else if (Files.isRegularFile(thing)) {
      addFile(name, thing);
    } else {
      throw new IOException("`" + name + "` is neither a file nor a directory");
    }
  }

  private void addDirectory(String name, Path directory) throws IOException {
    var entries = entries(directory);
    for (var entry : entries) {
      add(name + "/" + entry.getFileName(), entry);
    }
    if (entries.isEmpty()) {
      add(FileRef.emptyDirectory(name));
    }
  }

  private void addFile(String name, Path file) throws IOException {
    var hash = new Sha256();
    long bytes = hash.add(file);
    var sha256 = hash.hex();
    add(new FileRef(name, sha256, bytes, Files.isExecutable(file)));
    paths.putIfAbsent(sha256, file);
  }

  private void add(FileRef file) throws IOException {
    if (files.size() >= maxFiles) {
      throw new IOException(
          "there are more than %s files; pack them into one"
              .formatted(Quantity.formatCount(maxFiles)));
    }
    files.add(file);
  }

  /** In the order of their names, so that the same directory is listed in the same way. */
  public static List<Path> entries(Path directory) throws IOException {
    var entries = new ArrayList<Path>();
    try (var stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    entries.sort(null);
    return entries;
  }
}
