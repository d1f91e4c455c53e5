package dev.muster.cli.console;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.lang.reflect.Type;

/**
 * How JSON is written: one value on one line, texts as they are, whole numbers without fractions.
 */
public final class Json {

  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .registerTypeAdapter(double.class, (JsonSerializer<Double>) Json::number)
          .registerTypeAdapter(Double.class, (JsonSerializer<Double>) Json::number)
          .create();

  /** Beyond this doubles skip whole numbers. */
  private static final double MOST_EXACT = 1L << 53;

  private Json() {}

  private static JsonPrimitive number(double value, Type type, JsonSerializationContext context) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is no number of JSON");
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) <= MOST_EXACT;
    return whole ? new JsonPrimitive((long) value) : new JsonPrimitive(value);
  }

  /** With the members of one of its members moved up beside it. */
  public static JsonObject unwrap(Object value, String member) {
    var tree = GSON.toJsonTree(value).getAsJsonObject();
    tree.remove(member)
        .getAsJsonObject()
        .entrySet()
        .forEach(e -> tree.add(e.getKey(), e.getValue()));
    return tree;
  }

  public static JsonElement tree(Object value) {
    return GSON.toJsonTree(value);
  }

  /** A JSON tree, or records and lists of them by the names of their components. */
  public static void print(Console console, Object value) {
    console.out().println(GSON.toJson(value));
  }
}
