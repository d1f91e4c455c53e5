package dev.muster.link;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * The cell's answer to a node that may join.
 *
 * @param cell a name of this life of the cell: another one knows nothing of what this one started
 * @param index the number of the node
 * @param at where the files of the cell are
 */
public record Welcome(String cell, int index, Whereabouts at) {

  private static final Metadata.Key<String> CELL = Hello.key("muster-cell");
  private static final Metadata.Key<String> INDEX = Hello.key("muster-index");

  Metadata headers() {
    var headers = new Metadata();
    headers.put(CELL, cell);
    headers.put(INDEX, Integer.toString(index));
    at.add(headers);
    return headers;
  }

  /** Null if these are no answer of a cell. */
  static @Nullable Welcome of(Metadata headers) {
    var cell = headers.get(CELL);
    var index = headers.get(INDEX);
    return cell == null || index == null
        ? null
        : new Welcome(cell, Integer.parseInt(index), Whereabouts.of(headers));
  }
}
