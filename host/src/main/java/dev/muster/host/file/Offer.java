package dev.muster.host.file;

import java.util.Optional;

/** What a process has for others. */
public record Offer(
    Shelf files, Optional<Outputs> outputs, Optional<Logs> logs, Optional<Board> board) {

  /** Of a submitter that has nothing but files. */
  public static Offer of(Shelf files) {
    return new Offer(files, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Of a node: its cache, and what tasks left and wrote there. */
  static Offer ofNode(Shelf cache, Outputs outputs, Outputs.Layout layout) {
    return new Offer(cache, Optional.of(outputs), Optional.of(new Logs(layout)), Optional.empty());
  }

  /** Of a cell: the files of its jobs, what lies in its home, and what it knows of its nodes. */
  public static Offer ofCell(Shelf files, Outputs.Layout layout, Board board) {
    return new Offer(files, Optional.of(new Outputs(layout)), Optional.empty(), Optional.of(board));
  }
}
