package dev.muster.model.file;

import dev.muster.model.Edge;
import dev.muster.model.Edge.EdgeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the edges in the {@code after} of a stage: each is the name of another stage, {@code
 * name[i]}, or a map with {@code stage} and {@code edges}.
 */
final class EdgeReader {

  private static final String ONE_TO_ONE = "[i]";
  private static final String EXPECTED =
      "the name of another stage, such as count, count[i] or {stage: count, edges: one-to-one}";

  private final Fields stage;
  private final Problems problems;
  private final List<Edge> edges = new ArrayList<>();
  private final List<Yaml> places = new ArrayList<>();

  EdgeReader(Fields stage, Problems problems) {
    this.stage = stage;
    this.problems = problems;
  }

  List<Edge> read() {
    var path = stage.path("after");
    switch (stage.value("after").orElse(null)) {
      case null -> {}
      case Yaml.Sequence list -> {
        for (int i = 0; i < list.values().size(); i++) {
          read(list.values().get(i), path + "[" + i + "]");
        }
      }
      case Yaml alone -> read(alone, path);
    }
    return edges;
  }

  /** Where each of the edges stands. */
  List<Yaml> places() {
    return places;
  }

  private void read(Yaml given, String path) {
    switch (given) {
      case Yaml.Text name when !name.isNothing() -> {
        if (stage.usable(name, path)) {
          add(shortForm(name.text()), name);
        }
      }
      case Yaml.Mapping mapping ->
          readMapping(new Fields(mapping, path, List.of("stage", "edges"), problems));
      case Yaml other ->
          problems.add(other, path, "expected " + EXPECTED + ", found " + other.found());
    }
  }

  private static Edge shortForm(String text) {
    return text.endsWith(ONE_TO_ONE)
        ? Edge.oneToOne(text.substring(0, text.length() - ONE_TO_ONE.length()))
        : Edge.allToAll(text);
  }

  private void readMapping(Fields edge) {
    var kind = edge.choice("edges", List.of(EdgeKind.values()), EdgeKind::text);
    var name = edge.text("stage", "the name of another stage");
    if (!edge.has("stage")) {
      edge.reject("stage", "is missing; give the name of another stage");
    }
    name.ifPresent(
        text -> add(new Edge(text, kind.orElse(EdgeKind.ALL_TO_ALL)), edge.value("stage").get()));
  }

  private void add(Edge edge, Yaml place) {
    edges.add(edge);
    places.add(place);
  }
}
