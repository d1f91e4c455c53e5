package dev.muster.link;

import java.util.regex.Pattern;

/**
 * Where a process serves its files.
 *
 * @param files where it serves them, as HOST:PORT; without HOST at the host where the process
 *     itself was found; empty if it serves none
 * @param home a mark of the directory in which it keeps jobs: who has the same sees the same
 */
public record FileEndpoint(String files, String home) {

  public static final FileEndpoint UNKNOWN = new FileEndpoint("", "");

  private static final Pattern ADDRESS = Pattern.compile("[\\[\\]:.\\w-]{0,253}:\\d{1,5}");
  private static final Pattern MARK = Pattern.compile("[\\w@-]{0,100}");

  /** Whether the form is one that other processes can use. */
  boolean isSound() {
    return (files.isEmpty() || ADDRESS.matcher(files).matches()) && MARK.matcher(home).matches();
  }

  FileEndpoint withFiles(String address) {
    return new FileEndpoint(address, home);
  }

  FileEndpoint withHome(String mark) {
    return new FileEndpoint(files, mark);
  }
}
