package dev.muster.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Why the file system refused something, in words: some of its exceptions only name the file. */
public final class IoErrors {
  private IoErrors() {}

  /** What the kernel says where the machine, and not the caller, is the cause. */
  private static final List<String> OF_THE_MACHINE =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "Read-only file system",
          "Input/output error",
          "Too many open files",
          "Resource temporarily unavailable",
          "Cannot allocate memory");

  /** Whether another machine could have done what this one refused. */
  public static boolean isOfTheMachine(IOException cause) {
    var message = String.valueOf(cause.getMessage());
    return OF_THE_MACHINE.stream().anyMatch(message::contains);
  }

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
