package dev.muster.schema;

import dev.muster.schema.SchemaFile.Definition;
import dev.muster.schema.SchemaFile.SchemaField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares the schema with the records; each problem says which line to write. */
final class SchemaCheck {

  /** The only field of a list within a list or map. */
  private static final String VALUES = "values";

  private record Expected(String type, String name) {}

  private final SchemaFile schema;
  private final Map<String, List<Expected>> expected = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SchemaCheck(SchemaFile schema, RecordGraph graph) {
    this.schema = schema;
    graph.records().forEach((type, components) -> expect(type.getSimpleName(), components));
    for (var union : RecordGraph.UNIONS.keySet()) {
      expected.put(
          union.getSimpleName(),
          RecordGraph.alternatives(union).stream()
              .map(Class::getSimpleName)
              .map(name -> new Expected(name, alternative(name)))
              .toList());
    }
  }

  static List<String> problems(SchemaFile schema, RecordGraph graph) {
    var check = new SchemaCheck(schema, graph);
    check.problems.addAll(schema.problems());
    check.problems.addAll(graph.problems());
    check.expected.forEach(check::message);
    graph.enums().forEach(check::constants);
    schema.messages().keySet().stream()
        .filter(name -> !check.expected.containsKey(name))
        .forEach(name -> check.problems.add("message " + name + ": no record has this name"));
    return check.problems;
  }

  /** Names of fields begin with a small letter. */
  private static String alternative(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private void expect(String name, List<RecordGraph.Component> components) {
    expected.put(
        name,
        components.stream()
            .map(each -> new Expected(each.type().inSchema(), each.name()))
            .toList());
    components.forEach(each -> expectLists(each.type()));
  }

  private void expectLists(JavaType type) {
    switch (type) {
      case JavaType.ListType(JavaType.ListType inner) -> expectList(inner);
      case JavaType.MapType(_, JavaType.ListType inner) -> expectList(inner);
      default -> {}
    }
  }

  private void expectList(JavaType.ListType inner) {
    expected.put(inner.asElement(), List.of(new Expected(inner.inSchema(), VALUES)));
  }

  private void message(String name, List<Expected> fields) {
    var found = schema.messages().get(name);
    if (found == null) {
      problems.add("there is no message " + name + "; add\n" + whole(name, fields));
      return;
    }
    fields.forEach(each -> field(found, each));
    for (var field : found.fields().values()) {
      if (fields.stream().noneMatch(each -> each.name.equals(field.name()))) {
        problems.add(
            "message %s: the record has no component `%s`; replace its line by\n  reserved %d;"
                .formatted(name, field.name(), field.number()));
      }
    }
  }

  private static String whole(String name, List<Expected> fields) {
    boolean union =
        RecordGraph.UNIONS.keySet().stream().anyMatch(c -> name.equals(c.getSimpleName()));
    var text = new StringBuilder("message ").append(name).append(" {");
    int number = 1;
    for (var each : fields) {
      text.append("\n  ").append(new SchemaField(number++, each.type, each.name));
    }
    return text.append(fields.isEmpty() ? "}" : "\n}").append(union ? " // oneof" : "").toString();
  }

  private void field(Definition message, Expected wanted) {
    var found =
        message.fields().values().stream()
            .filter(field -> field.name().equals(wanted.name))
            .findFirst();
    var line = new SchemaField(message.nextNumber(1), wanted.type, wanted.name);
    if (found.isEmpty()) {
      problems.add(
          "message " + message.name() + " has no number for `" + wanted.name + "`; add\n  " + line);
    } else if (!found.get().type().equals(wanted.type)) {
      problems.add(
          "message %s: `%s` is %s in the schema and %s in the record; stored bytes have the former:"
                  .formatted(message.name(), wanted.name, found.get().type(), wanted.type)
              + " name the component anew and replace the line by\n  reserved %d;\n  %s"
                  .formatted(found.get().number(), line));
    }
  }

  private void constants(Class<?> type) {
    var name = type.getSimpleName();
    var found =
        schema.enums().getOrDefault(name, new Definition(name, new TreeMap<>(), new TreeSet<>()));
    var missing = new ArrayList<String>();
    int number = found.nextNumber(0);
    for (var constant : type.getEnumConstants()) {
      var wanted = constantName(type, (Enum<?>) constant);
      if (found.fields().values().stream().noneMatch(each -> each.name().equals(wanted))) {
        missing.add("  " + wanted + " = " + number++ + ";");
      }
    }
    if (!missing.isEmpty()) {
      problems.add("enum " + name + " {: add\n" + String.join("\n", missing));
    } else if (!found.fields().containsKey(0)) {
      problems.add("enum " + name + ": one constant must have the number 0, for bytes without it");
    }
  }

  /** The language wants constants to differ within a file. */
  static String constantName(Class<?> type, Enum<?> constant) {
    var prefix = type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_");
    return prefix.toUpperCase(Locale.ROOT) + "_" + constant.name();
  }
}
