package dev.muster.files.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.content.Sha256;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What goes back to one who asked the {@link FileServer}. */
public record HttpAnswer(HttpExchange exchange) {
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int NO_BODY = -1;

  void text(int status, String text) throws IOException {
    var bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    begin(status, bytes.length);
    if (!isHead()) {
      exchange.getResponseBody().write(bytes);
    }
  }

  void ok(String text) throws IOException {
    text(HttpURLConnection.HTTP_OK, text);
  }

  void notFound() throws IOException {
    text(HttpURLConnection.HTTP_NOT_FOUND, "not here\n");
  }

  void file(PinnedFile pinned) throws IOException {
    try (var file =
        FileChannel.open(
            pinned.path(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      long size = file.size();
      var range = ByteRange.of(exchange.getRequestHeaders().getFirst("Range"), size);
      var headers = exchange.getResponseHeaders();
      headers.set("Accept-Ranges", "bytes");
      headers.set("Content-Type", "application/octet-stream");
      if (range.isBeyond(size)) {
        headers.set("Content-Range", "bytes */" + size);
        text(RANGE_NOT_SATISFIABLE, "the file has " + size + " bytes\n");
        return;
      }
      if (range.isWhole(size)) {
        begin(HttpURLConnection.HTTP_OK, size);
      } else {
        headers.set("Content-Range", range.header(size));
        begin(HttpURLConnection.HTTP_PARTIAL, range.length());
      }
      send(file, range);
    }
  }

  private void begin(int status, long length) throws IOException {
    if (isHead()) {
      exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
    }
    exchange.sendResponseHeaders(status, isHead() || length == 0 ? NO_BODY : length);
  }

  private void send(FileChannel file, ByteRange range) throws IOException {
    if (isHead() || range.length() == 0) {
      return;
    }
    var in = Channels.newInputStream(file.position(range.from()));
    var chunk = new byte[Sha256.CHUNK_BYTES];
    for (long left = range.length(); left > 0; ) {
      int read = in.read(chunk, 0, (int) Math.min(chunk.length, left));
      if (read < 0) {
        throw new IOException("the file became shorter");
      }
      exchange.getResponseBody().write(chunk, 0, read);
      left -= read;
    }
  }

  private boolean isHead() {
    return exchange.getRequestMethod().equals("HEAD");
  }

  /** A part of a file, up to but without the byte {@code end}. */
  public record ByteRange(long from, long end) {
    private static final Pattern FORM = Pattern.compile("bytes=(\\d{1,18})-(\\d{0,18})");

    /**
     * What is asked for; all of the file where nothing is, or in a form that we don't know.
     *
     * @param header as HTTP has it: {@code bytes=100-}
     */
    public static ByteRange of(@Nullable String header, long size) {
      var form = FORM.matcher(header == null ? "" : header);
      if (!form.matches()) {
        return new ByteRange(0, size);
      }
      var last = form.group(2);
      long end = last.isEmpty() ? size : Math.min(size, Long.parseLong(last) + 1);
      return new ByteRange(Long.parseLong(form.group(1)), end);
    }

    public long length() {
      return end - from;
    }

    boolean isBeyond(long size) {
      return !isWhole(size) && (from >= size || length() <= 0);
    }

    boolean isWhole(long size) {
      return from == 0 && end == size;
    }

    public String header(long size) {
      return "bytes " + from + "-" + (end - 1) + "/" + size;
    }
  }
}
