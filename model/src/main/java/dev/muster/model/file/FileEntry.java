package dev.muster.model.file;

/**
 * One entry of {@code files}: {@code dir/} stands for what is in the directory, {@code dir} or
 * {@code file} for the thing itself, which therefore must have a name.
 */
final class FileEntry {

  static final String EXPECTED =
      "must be relative to the job file's directory and end with a name, or with `/` for all that a"
          + " directory holds";

  private FileEntry() {}

  static boolean isValid(String entry) {
    if (entry.isBlank() || entry.startsWith("/")) {
      return false;
    }
    var last = entry.substring(entry.lastIndexOf('/') + 1);
    return !last.equals(".") && !last.equals("..");
  }
}
