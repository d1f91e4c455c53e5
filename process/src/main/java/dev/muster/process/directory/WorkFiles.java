package dev.muster.process.directory;

import dev.muster.files.content.DirectoryScan;
import dev.muster.host.IoErrors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Links what a stage lists under {@code files} into a work directory: {@code name} is the thing
 * itself, {@code name/} is all that the directory holds.
 */
public record WorkFiles(Path home, Path work) {

  public void link(List<String> files) throws IOException {
    for (var file : files) {
      var source = home.resolve(file);
      if (!Files.isReadable(source)) {
        throw new IOException("cannot read `" + file + "` of `files`: " + problem(source));
      }
      if (file.endsWith("/")) {
        linkContents(file, source);
      } else {
        link(file, source);
      }
    }
  }

  private void linkContents(String file, Path directory) throws IOException {
    for (var entry : entries(file, directory)) {
      link(file, entry);
    }
  }

  private static List<Path> entries(String file, Path directory) throws IOException {
    try {
      return DirectoryScan.entries(directory);
    } catch (IOException unreadable) {
      throw new IOException(
          "cannot read `" + file + "` of `files`: " + IoErrors.reason(unreadable), unreadable);
    }
  }

  private void link(String file, Path source) throws IOException {
    var link = work.resolve(source.getFileName());
    try {
      Files.createSymbolicLink(link, source);
    } catch (FileAlreadyExistsException twice) {
      throw new IOException(
          "`" + file + "` of `files` brings a second `" + link.getFileName() + "`");
    } catch (IOException refused) {
      throw new IOException(
          "cannot link `" + file + "` of `files`: " + IoErrors.reason(refused), refused);
    }
  }

  private static String problem(Path source) {
    return (Files.exists(source) ? "permission denied: " : "no such file or directory: ") + source;
  }
}
