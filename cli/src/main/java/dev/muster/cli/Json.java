package dev.muster.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** How JSON is written: one value on one line, and texts as they are. */
final class Json {

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Json() {}

  /** A JSON tree, or records and lists of them by the names of their components. */
  static void print(Console console, Object value) {
    console.out().println(GSON.toJson(value));
  }
}
