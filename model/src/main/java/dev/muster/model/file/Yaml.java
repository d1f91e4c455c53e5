package dev.muster.model.file;

import java.util.List;

/** A YAML document as a tree in which every part knows where it was written. */
sealed interface Yaml {

  /** Counts from 1. */
  int line();

  /** Counts from 1. */
  int column();

  /** How many scalars and collections this is, aliases filled in. */
  long size();

  /** What it is, for "expected a list, found …". */
  String found();

  /**
   * A single value, as its author wrote it: {@code on}, {@code 01} and {@code 1e3} are texts until
   * a field says otherwise.
   *
   * @param plain written without quotes
   */
  record Scalar(int line, int column, String text, boolean plain) implements Yaml {

    private static final int MAX_QUOTED = 60;

    /** A key with nothing after it, or an explicit null. */
    boolean isNothing() {
      return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public long size() {
      return 1;
    }

    @Override
    public String found() {
      return isNothing() ? "nothing" : quote(text);
    }

    /** Short and harmless to a terminal. */
    static String quote(String text) {
      var start = text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
      return "`" + start.replaceAll("\\p{Cntrl}", "?") + "`";
    }
  }

  record Sequence(int line, int column, List<Yaml> values, long size) implements Yaml {
    @Override
    public String found() {
      return "a list";
    }
  }

  record Mapping(int line, int column, List<Entry> entries, long size) implements Yaml {
    @Override
    public String found() {
      return "a map";
    }
  }

  /** One key of a mapping and its value. */
  record Entry(Yaml key, Yaml value) {}
}
