package dev.muster.files.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.host.IoErrors;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.time.Duration;

/** One question to a peer's {@link FileServer}. */
public record PeerRequest(URI uri, String secret) {
  static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** How long a transfer may stand still. */
  static final Duration STALL_LIMIT = Duration.ofSeconds(30);

  /** How long a peer may take to answer a question. */
  static final Duration ASK_LIMIT = Duration.ofSeconds(10);

  /** How long it may take to list an output, which it may have to hash first. */
  static final Duration THINK_LIMIT = Duration.ofMinutes(5);

  static final int MAX_TEXT_BYTES = 32 << 20;

  String text() throws IOException {
    return text(ASK_LIMIT);
  }

  String text(Duration limit) throws IOException {
    try (var in = answer(0, limit, false)) {
      var bytes = in.readNBytes(MAX_TEXT_BYTES + 1);
      if (bytes.length > MAX_TEXT_BYTES) {
        throw new IOException("answers with more than " + MAX_TEXT_BYTES + " bytes");
      }
      return new String(bytes, UTF_8);
    }
  }

  /**
   * @param yields whether the peer may let others go first
   */
  InputStream open(long from, boolean yields) throws IOException {
    return answer(from, STALL_LIMIT, yields);
  }

  private InputStream answer(long from, Duration readLimit, boolean yields) throws IOException {
    var connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout((int) CONNECT_LIMIT.toMillis());
    connection.setReadTimeout((int) readLimit.toMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty(FileServer.SECRET_HEADER, secret);
    if (yields) {
      connection.setRequestProperty(FileServer.YIELDS_HEADER, "1");
    }
    if (from > 0) {
      connection.setRequestProperty("Range", "bytes=" + from + "-");
    }
    connect(connection);
    return body(connection, from);
  }

  private static void connect(HttpURLConnection connection) throws Unreachable {
    try {
      connection.connect();
    } catch (IOException refused) {
      throw new Unreachable(refused);
    }
  }

  private InputStream body(HttpURLConnection connection, long from) throws IOException {
    int status = connection.getResponseCode();
    return switch (status) {
      case HttpURLConnection.HTTP_OK -> skip(connection.getInputStream(), from);
      case HttpURLConnection.HTTP_PARTIAL -> ranged(connection, from);
      case HttpURLConnection.HTTP_NOT_FOUND -> throw new NoSuchFileException(uri.getPath());
      case HttpURLConnection.HTTP_FORBIDDEN ->
          throw new IOException("refuses our secret; all nodes of a cell need the same");
      case HttpURLConnection.HTTP_UNAVAILABLE -> throw new Busy();
      default -> throw new IOException("answers " + status + errorText(connection));
    };
  }

  /** A server that does not know ranges sends it all. */
  private static InputStream skip(InputStream in, long bytes) throws IOException {
    in.skipNBytes(bytes);
    return in;
  }

  private static InputStream ranged(HttpURLConnection connection, long from) throws IOException {
    var range = String.valueOf(connection.getHeaderField("Content-Range"));
    if (!range.startsWith("bytes " + from + "-")) {
      throw new IOException("sends another range than asked for: " + range);
    }
    return connection.getInputStream();
  }

  private static String errorText(HttpURLConnection connection) throws IOException {
    try (var in = connection.getErrorStream()) {
      return in == null ? "" : ": " + new String(in.readNBytes(FileServer.MAX_ERROR_BYTES), UTF_8);
    }
  }

  /** A peer has too much to do now, and will answer later. */
  public static final class Busy extends IOException {

    Busy() {
      super("has too much to do");
    }
  }

  /** No process listens at the address of the peer. */
  public static final class Unreachable extends IOException {

    Unreachable(IOException why) {
      super(IoErrors.reason(why), why);
    }
  }
}
