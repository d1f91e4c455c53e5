package dev.muster.schema;

import dev.muster.schema.RecordGraph.Component;
import dev.muster.schema.SchemaFile.Definition;
import java.util.List;
import java.util.Objects;

/**
 * The source of the codecs: for each record a method that writes its fields and one that reads them
 * in any order, straight-line, so that the compiler of a node has little to do.
 *
 * <p>A field with the value zero or empty is not written; a missing field is read as that.
 */
final class CodecSource {

  static final String PATH = "dev/muster/wire/RecordCodecs.java";

  private static final String HEAD =
      """
      package dev.muster.wire;

      import java.util.List;
      import java.util.Map;
      import org.jspecify.annotations.Nullable;

      /** Written by the build from muster.proto. */
      @javax.annotation.processing.Generated("dev.muster.schema.GenerateCodecs")
      public final class RecordCodecs {

        private RecordCodecs() {}
      """;

  private final SchemaFile schema;
  private final SourceLines out = new SourceLines();

  private CodecSource(SchemaFile schema) {
    this.schema = schema;
  }

  static String of(SchemaFile schema, RecordGraph graph) {
    var source = new CodecSource(schema);
    graph.parts().forEach(type -> source.empty(type, graph.components(type)));
    graph.records().forEach(source::record);
    var alternatives = new AlternativeSource(schema, source.out);
    RecordGraph.UNIONS.keySet().forEach(alternatives::union);
    graph.enums().forEach(alternatives::constants);
    return HEAD + source.out + "}\n";
  }

  private Definition message(Class<?> type) {
    return Objects.requireNonNull(schema.messages().get(type.getSimpleName()));
  }

  static String javaName(Class<?> type) {
    return type.getCanonicalName();
  }

  static int number(Definition message, String name) {
    return message.fields().values().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow()
        .number();
  }

  /** What stands for a record whose bytes are missing: one object for all. */
  private void empty(Class<?> type, List<Component> components) {
    var values = String.join(", ", components.stream().map(this::missing).toList());
    var name = javaName(type);
    if (type.getTypeParameters().length == 0) {
      out.line(
          "private static final %s %s = new %s(%s);".formatted(name, missing(type), name, values));
      return;
    }
    out.line(
        "private static final %s<?> NO_%s = new %s<>(%s);"
            .formatted(name, type.getSimpleName(), name, values));
    out.open(
        "@SuppressWarnings(\"unchecked\")",
        "private static %s %s {".formatted(generic(type), missing(type)));
    out.line("return (%s<E>) NO_%s;".formatted(name, type.getSimpleName()));
    out.close();
  }

  private static boolean isNull(Component component) {
    return component.isUnion() || component.mayBeNull();
  }

  private String missing(Component component) {
    return isNull(component) ? "null" : missing(component.type());
  }

  private static String missing(Class<?> record) {
    return record.getTypeParameters().length == 0
        ? "NO_" + record.getSimpleName()
        : "no" + record.getSimpleName() + "()";
  }

  /** The return type of a method, with type parameters where the record has one. */
  private static String generic(Class<?> type) {
    var parameters = type.getTypeParameters();
    return parameters.length == 0
        ? javaName(type)
        : "<E extends %s> %s<E>"
            .formatted(parameters[0].getBounds()[0].getTypeName(), javaName(type));
  }

  private String missing(JavaType type) {
    return switch (type) {
      case JavaType.Scalar scalar ->
          switch (scalar) {
            case LONG -> "0L";
            case INT -> "0";
            case DOUBLE -> "0.0";
            case BOOLEAN -> "false";
            case TEXT -> "\"\"";
          };
      case JavaType.EnumType(var named) ->
          javaName(named) + "." + EmptyRecords.zero(schema, named).name();
      case JavaType.MessageType(var record) -> missing(record);
      case JavaType.ListType _ -> "List.of()";
      case JavaType.MapType _ -> "Map.of()";
      case JavaType.ArrayType(var element) ->
          element == JavaType.Scalar.LONG ? "WireReader.NO_LONGS" : "WireReader.NO_INTS";
    };
  }

  private void record(Class<?> type, List<Component> components) {
    writeRecord(type, components);
    readRecord(type, components);
  }

  /** In the order of their numbers, so that the same value has the same bytes in all builds. */
  private void writeRecord(Class<?> type, List<Component> components) {
    boolean generic = type.getTypeParameters().length > 0;
    out.open(
        "public static void write%s(%s%s value, WireWriter out) {"
            .formatted(type.getSimpleName(), javaName(type), generic ? "<?>" : ""));
    for (var field : message(type).fields().values()) {
      var component = named(components, field.name());
      var value = "value." + field.name() + "()";
      if (component.mayBeNull()) {
        out.open("if (%s != null) {".formatted(value));
        WriteSource.writeElement(component.type(), field.number(), value, out);
        out.close();
      } else {
        WriteSource.write(component.type(), field.number(), value, out);
      }
    }
    out.close();
  }

  private void readRecord(Class<?> type, List<Component> components) {
    out.open(
        "public static %s read%s(WireReader in) throws WireException {"
            .formatted(generic(type), type.getSimpleName()));
    for (var each : components) {
      var declared = isNull(each) ? nullable(each.javaName()) : each.javaName();
      out.line("%s %s_ = %s;".formatted(declared, each.name(), missing(each)));
    }
    out.open("while (in.hasMore()) {");
    out.line("int tag = in.tag();");
    out.open("switch (tag) {");
    for (var each : components) {
      int tag = ReadSource.tag(each.type(), number(message(type), each.name()));
      out.open("case " + tag + " -> {");
      ReadSource.read(each.type(), each.name() + "_", out, this::missing);
      out.close();
    }
    out.line("default -> in.skip(tag);");
    out.close();
    out.close();
    create(type, components);
    out.close();
  }

  private void create(Class<?> type, List<Component> components) {
    for (var each : components) {
      if (each.isUnion()) {
        out.open("if (" + each.name() + "_ == null) {");
        out.line("throw in.unknown(\"%s.%s\");".formatted(type.getSimpleName(), each.name()));
        out.close();
      }
    }
    boolean generic = type.getTypeParameters().length > 0;
    var arguments =
        components.stream().map(each -> ReadSource.sealed(each.type(), each.name() + "_"));
    out.line(
        "return new %s%s(%s);"
            .formatted(javaName(type), generic ? "<>" : "", String.join(", ", arguments.toList())));
  }

  /** A type annotation stands before the simple name. */
  static String nullable(String type) {
    int simple = type.lastIndexOf('.') + 1;
    return type.substring(0, simple) + "@Nullable " + type.substring(simple);
  }

  private static Component named(List<Component> components, String name) {
    return components.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
