package dev.muster.link;

import io.grpc.Metadata;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the files of a process are.
 *
 * @param files where it serves them, as HOST:PORT; without HOST at the host where the process
 *     itself was found; empty if it serves none
 * @param home a mark of the directory in which it keeps jobs: who has the same sees the same
 */
public record Whereabouts(String files, String home) {

  public static final Whereabouts UNKNOWN = new Whereabouts("", "");

  private static final Metadata.Key<String> FILES = Hello.key("muster-files");
  private static final Metadata.Key<String> HOME = Hello.key("muster-home");
  private static final Pattern ADDRESS = Pattern.compile("[\\[\\]:.\\w-]{0,253}:\\d{1,5}");
  private static final Pattern MARK = Pattern.compile("[\\w@-]{0,100}");

  /** Whether it is in a form that others can be told. */
  boolean isSound() {
    return (files.isEmpty() || ADDRESS.matcher(files).matches()) && MARK.matcher(home).matches();
  }

  void add(Metadata headers) {
    headers.put(FILES, files);
    headers.put(HOME, home);
  }

  static Whereabouts of(Metadata headers) {
    return new Whereabouts(text(headers.get(FILES)), text(headers.get(HOME)));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
