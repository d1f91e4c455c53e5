package dev.muster.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why the file system refused something, in words: some of its exceptions only name the file. */
public final class IoErrors {
  private IoErrors() {}

  public static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "no such file or directory: " + e.getFile();
      case AccessDeniedException e -> "permission denied: " + e.getFile();
      case FileAlreadyExistsException e -> "already there: " + e.getFile();
      case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
      case FileSystemException e -> "can't be written: " + e.getFile();
      default -> String.valueOf(cause.getMessage());
    };
  }
}
