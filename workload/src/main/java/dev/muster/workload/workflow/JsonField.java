package dev.muster.workload.workflow;

import static dev.muster.model.text.Quantity.formatCount;

import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;

/**
 * A value of a JSON document with its path, so that every problem names the field.
 *
 * @param path as in {@code workflow.execution.tasks[3].runtimeInSeconds}; empty for the document
 */
record JsonField(String path, JsonElement value) {

  /** How much of a wrong value is shown. */
  private static final int MAX_SHOWN = 60;

  boolean has(String name) throws UnreadableWorkflow {
    return isObject() && value.getAsJsonObject().has(name);
  }

  private boolean isObject() throws UnreadableWorkflow {
    if (!value.isJsonObject()) {
      throw wrong("an object");
    }
    return true;
  }

  JsonField at(String name) throws UnreadableWorkflow {
    var below = path.isEmpty() ? name : path + "." + name;
    if (!has(name)) {
      throw new UnreadableWorkflow(below + " is missing");
    }
    return new JsonField(below, value.getAsJsonObject().get(name));
  }

  List<JsonField> list() throws UnreadableWorkflow {
    if (!value.isJsonArray()) {
      throw wrong("a list");
    }
    List<JsonField> all = new ArrayList<>();
    for (var each : value.getAsJsonArray()) {
      all.add(new JsonField(path + "[" + all.size() + "]", each));
    }
    return all;
  }

  /** The values of a list that need not be there. */
  List<JsonField> listOrNone(String name) throws UnreadableWorkflow {
    return has(name) ? at(name).list() : List.of();
  }

  String text() throws UnreadableWorkflow {
    if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw wrong("a text");
    }
    return value.getAsString();
  }

  double number(long most) throws UnreadableWorkflow {
    boolean isNumber = value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
    double number = isNumber ? value.getAsDouble() : Double.NaN;
    if (number >= 0 && number <= most) {
      return number;
    }
    throw wrong("a number from 0 to " + formatCount(most));
  }

  /** A number where the field is there. */
  double numberOr(String name, long most, double absent) throws UnreadableWorkflow {
    return has(name) ? at(name).number(most) : absent;
  }

  private UnreadableWorkflow wrong(String expected) {
    var text = value.toString();
    var shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    return problem("must be " + expected + ", not " + shown);
  }

  UnreadableWorkflow problem(String what) {
    return new UnreadableWorkflow((path.isEmpty() ? "the document" : path) + " " + what);
  }
}
