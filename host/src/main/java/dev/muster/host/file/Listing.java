package dev.muster.host.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.model.FileRef;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of files as text, a line for each: hash, length, {@code x} for a program, and the path in
 * the way of URLs. What has nothing to say is a dash.
 */
final class Listing {

  private static final String NOTHING = "-";
  private static final String PROGRAM = "x";
  private static final int COLUMNS = 4;

  private Listing() {}

  static String format(List<FileRef> files) {
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

  static List<FileRef> parse(String text) throws IOException {
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
