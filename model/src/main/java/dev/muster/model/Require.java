package dev.muster.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a node must be for a task to run there: each attribute named here has one of its values.
 *
 * @param anyOf the values that will do, by the name of the attribute
 */
public record Require(Map<String, List<String>> anyOf) {

  /** The attribute that every node has by itself: its name, as in {@code node-3}. */
  public static final String NODE = "node";

  /** Any node will do. */
  public static final Require NOTHING = new Require(Collections.emptyMap());

  public Require {
    var sorted = new TreeMap<String, List<String>>();
    anyOf.forEach((name, values) -> sorted.put(name, List.copyOf(values)));
    anyOf = Collections.unmodifiableMap(sorted);
  }

  public static Require of(String name, String... values) {
    return new Require(Collections.singletonMap(name, List.of(values)));
  }

  /** Both at once; where both name an attribute, what both allow. */
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

  /** Whether a node with these attributes will do. */
  public boolean holds(int node, Map<String, String> attributes) {
    for (var wanted : anyOf.entrySet()) {
      if (!wanted.getValue().contains(attribute(wanted.getKey(), node, attributes))) {
        return false;
      }
    }
    return true;
  }

  /** What a node has of an attribute; empty, which no attribute may be, where it has none. */
  public static String attribute(String name, int node, Map<String, String> attributes) {
    return name.equals(NODE) ? NodeName.format(node) : attributes.getOrDefault(name, "");
  }

  /** As people say it: {@code disk=ssd, zone=a or b}. */
  @Override
  public String toString() {
    return anyOf.entrySet().stream()
        .map(wanted -> wanted.getKey() + "=" + String.join(" or ", wanted.getValue()))
        .collect(Collectors.joining(", "));
  }
}
