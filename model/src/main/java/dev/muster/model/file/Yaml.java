package dev.muster.model.file;

import dev.muster.model.text.Nearest;
import java.util.List;

/** A YAML document as a tree; every part has its line and column. */
public sealed interface Yaml {

  /** Counts from 1. */
  int line();

  /** Counts from 1. */
  int column();

  /** The number of scalars and collections, aliases filled in. */
  long size();

  /** For "expected a list, found …". */
  String found();

  /**
   * A single value, as its author wrote it: {@code on}, {@code 01} and {@code 1e3} are texts until
   * a field says otherwise.
   *
   * @param plain written without quotes
   */
  record Text(int line, int column, String text, boolean plain) implements Yaml {

    /** A key with nothing after it, or an explicit null. */
    public boolean isNothing() {
      return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public long size() {
      return 1;
    }

    @Override
    public String found() {
      return isNothing() ? "nothing" : Nearest.quote(text);
    }
  }

  record Sequence(int line, int column, List<Yaml> values, long size) implements Yaml {
    @Override
    public String found() {
      return "a list";
    }
  }

  record Mapping(int line, int column, List<Pair> pairs, long size) implements Yaml {
    @Override
    public String found() {
      return "a map";
    }
  }

  /** One key of a mapping and its value. */
  record Pair(Yaml key, Yaml value) {}
}
