package dev.muster.host.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Links what a stage lists under {@code files} into a work directory: {@code name} is the thing
 * itself, {@code name/} is all that the directory holds.
 */
final class WorkFiles {

  private final Path home;
  private final Path work;

  WorkFiles(Path home, Path work) {
    this.home = home;
    this.work = work;
  }

  void link(List<String> files) throws CannotStart {
    for (var file : files) {
      var source = home.resolve(file);
      if (!Files.isReadable(source)) {
        throw new CannotStart("cannot read `" + file + "` of `files`: " + problem(source));
      }
      if (file.endsWith("/")) {
        linkContents(file, source);
      } else {
        link(file, source);
      }
    }
  }

  private void linkContents(String file, Path directory) throws CannotStart {
    try (var entries = Files.newDirectoryStream(directory)) {
      for (var entry : entries) {
        link(file, entry);
      }
    } catch (IOException unreadable) {
      throw new CannotStart("cannot read `" + file + "` of `files`", unreadable);
    }
  }

  private void link(String file, Path source) throws CannotStart {
    var link = work.resolve(source.normalize().getFileName());
    try {
      Files.createSymbolicLink(link, source);
    } catch (FileAlreadyExistsException twice) {
      throw new CannotStart(
          "`" + file + "` of `files` brings a second `" + link.getFileName() + "`");
    } catch (IOException refused) {
      throw new CannotStart("cannot link `" + file + "` of `files`", refused);
    }
  }

  private static String problem(Path source) {
    return (Files.exists(source) ? "permission denied: " : "no such file or directory: ") + source;
  }
}
