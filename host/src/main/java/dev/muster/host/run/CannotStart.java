package dev.muster.host.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why an attempt never became a process, in words for the person who asked for it. */
final class CannotStart extends Exception {

  CannotStart(String why) {
    super(why);
  }

  CannotStart(String what, IOException cause) {
    super(what + ": " + reason(cause), cause);
  }

  String why() {
    return String.valueOf(getMessage());
  }

  static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "no such file or directory: " + e.getFile();
      case AccessDeniedException e -> "permission denied: " + e.getFile();
      case FileAlreadyExistsException e -> "already there: " + e.getFile();
      case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
      default -> String.valueOf(cause.getMessage());
    };
  }
}
