package dev.muster.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;

/** How JSON is written: one value on one line, and texts as they are. */
final class Json {

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Json() {}

  /** With the members of one of its members moved up beside it. */
  static JsonObject unwrap(Object value, String member) {
    var tree = GSON.toJsonTree(value).getAsJsonObject();
    tree.remove(member)
        .getAsJsonObject()
        .entrySet()
        .forEach(e -> tree.add(e.getKey(), e.getValue()));
    return tree;
  }

  /** A JSON tree, or records and lists of them by the names of their components. */
  static void print(Console console, Object value) {
    console.out().println(GSON.toJson(value));
  }
}
