package dev.muster.model;

import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The attributes that a node must have for a task to run there.
 *
 * @param anyOf the allowed values, by the name of the attribute
 */
public record Require(Map<String, List<String>> anyOf) {

  /** An attribute of every node: its name, as in {@code node-3}. */
  public static final String NODE = "node";

  /** Allows any node. */
  public static final Require NOTHING = new Require(Collections.emptyMap());

  public Require {
    var sorted = new TreeMap<String, List<String>>();
    anyOf.forEach((name, values) -> sorted.put(name, List.copyOf(values)));
    anyOf = Collections.unmodifiableMap(sorted);
  }

  public static Require of(String name, String... values) {
    return new Require(Collections.singletonMap(name, List.of(values)));
  }

  /** Both; of an attribute that both name, the values that both allow. */
  public Require and(Require other) {
    var both = new TreeMap<>(anyOf);
    other.anyOf.forEach((name, values) -> both.merge(name, values, Require::common));
    return new Require(both);
  }

  private static List<String> common(List<String> mine, List<String> theirs) {
    var common = new ArrayList<>(mine);
    common.retainAll(theirs);
    return common;
  }

  public boolean isNothing() {
    return anyOf.isEmpty();
  }

  /** Whether a node with these attributes is allowed. */
  public boolean holds(int node, Map<String, String> attributes) {
    for (var wanted : anyOf.entrySet()) {
      if (!wanted.getValue().contains(attribute(wanted.getKey(), node, attributes))) {
        return false;
      }
    }
    return true;
  }

  /** The value of an attribute of a node; empty where the node has none. */
  public static String attribute(String name, int node, Map<String, String> attributes) {
    return name.equals(NODE) ? NodeName.format(node) : attributes.getOrDefault(name, "");
  }

  /** As in {@code disk=ssd, zone=a or b}. */
  @Override
  public String toString() {
    return anyOf.entrySet().stream()
        .map(wanted -> wanted.getKey() + "=" + String.join(" or ", wanted.getValue()))
        .collect(Collectors.joining(", "));
  }
}
