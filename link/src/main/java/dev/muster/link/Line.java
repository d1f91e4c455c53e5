package dev.muster.link;

/** The cell's end of the stream of one node. */
record Line(int index, Stream stream) {

  Outbox outbox() {
    return stream.outbox();
  }

  /** Ends the stream from here; the node will dial again. */
  void close(String why) {
    stream.close(why);
  }
}
