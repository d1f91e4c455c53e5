package dev.muster.link;

import dev.muster.wire.EventCodec;
import io.grpc.Metadata;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself when it dials.
 *
 * @param secret what all processes of the cell know, and nobody else
 * @param layout how it lays out events as bytes
 * @param node a name of the node's own making, the same in all of its lives
 * @param index the number that it had in this cell before
 * @param at where its files are
 */
public record Hello(String secret, long layout, String node, OptionalInt index, Whereabouts at) {

  private static final Metadata.Key<String> SECRET = key("muster-secret");
  private static final Metadata.Key<String> LAYOUT = key("muster-layout");
  private static final Metadata.Key<String> NODE = key("muster-node");
  private static final Metadata.Key<String> INDEX = key("muster-index");

  /** Of a node that was built as we were. */
  public static Hello of(String secret, String node, OptionalInt index) {
    return new Hello(secret, EventCodec.fingerprint(), node, index, Whereabouts.UNKNOWN);
  }

  public Hello from(Whereabouts whereabouts) {
    return new Hello(secret, layout, node, index, whereabouts);
  }

  static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  Metadata headers() {
    var headers = new Metadata();
    headers.put(SECRET, secret);
    headers.put(LAYOUT, HexFormat.of().toHexDigits(layout));
    headers.put(NODE, node);
    at.add(headers);
    index.ifPresent(number -> headers.put(INDEX, Integer.toString(number)));
    return headers;
  }

  /**
   * @throws NumberFormatException if one of them is not what we would write
   */
  static Hello of(Metadata headers) {
    var index = headers.get(INDEX);
    return new Hello(
        text(headers.get(SECRET)),
        HexFormat.fromHexDigitsToLong(text(headers.get(LAYOUT))),
        text(headers.get(NODE)),
        index == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(index)),
        Whereabouts.of(headers));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
