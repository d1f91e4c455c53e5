package dev.muster.wire;

/** How the values of one type are laid out. */
interface WireType {

  void write(Object value, WireWriter out);

  Object read(WireReader in) throws WireException;

  /** The layout in words: equal for two builds exactly if they lay it out alike. */
  String layout();
}
