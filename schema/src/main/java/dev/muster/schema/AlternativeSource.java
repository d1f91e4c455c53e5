package dev.muster.schema;

import static dev.muster.schema.CodecSource.javaName;
import static dev.muster.schema.CodecSource.nullable;
import static dev.muster.schema.CodecSource.number;

import dev.muster.schema.SchemaFile.SchemaField;
import java.util.Collection;
import java.util.Objects;

/**
 * The source of the codecs of unions, where one of several records may stand, and of enums. Bytes
 * with an alternative or a constant that the reader does not know are told from malformed ones.
 */
final class AlternativeSource {

  private final SchemaFile schema;
  private final SourceLines out;

  AlternativeSource(SchemaFile schema, SourceLines out) {
    this.schema = schema;
    this.out = out;
  }

  void union(Class<?> type) {
    var message = Objects.requireNonNull(schema.messages().get(type.getSimpleName()));
    writeUnion(type, message.fields().values());
    readUnion(type, message.fields().values());
  }

  private void writeUnion(Class<?> type, Collection<SchemaField> fields) {
    out.open(
        "public static void write%s(%s value, WireWriter out) {"
            .formatted(type.getSimpleName(), javaName(type)));
    for (var field : fields) {
      out.open("if (value instanceof %s it) {".formatted(javaName(named(field.type(), type))));
      out.line("int at = out.begin(%d);".formatted(field.number()));
      out.line("write%s(it, out);".formatted(field.type()));
      out.line("out.endElement(at);");
      out.line("return;");
      out.close();
    }
    out.line("throw new IllegalArgumentException(value.getClass() + \" is not in the schema\");");
    out.close();
  }

  private void readUnion(Class<?> type, Collection<SchemaField> fields) {
    var name = type.getSimpleName();
    out.open(
        "public static %s read%s(WireReader in) throws WireException {"
            .formatted(javaName(type), name));
    out.line("%s value = null;".formatted(nullable(javaName(type))));
    out.open("while (in.hasMore()) {");
    out.line("int tag = in.tag();");
    out.open("switch (tag) {");
    for (var field : fields) {
      var alternative = new JavaType.MessageType(named(field.type(), type));
      out.open("case " + ReadSource.tag(alternative, field.number()) + " -> {");
      var end = out.enter();
      out.line("value = read%s(in);".formatted(field.type()));
      out.line("in.leave(%s);".formatted(end));
      out.close();
    }
    out.line("default -> in.skip(tag);");
    out.close();
    out.close();
    out.open("if (value == null) {");
    out.line("throw in.unknown(\"%s\");".formatted(name));
    out.close();
    out.line("return value;");
    out.close();
  }

  private static Class<?> named(String name, Class<?> union) {
    return RecordGraph.alternatives(union).stream()
        .filter(type -> type.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  void constants(Class<?> type) {
    var name = type.getSimpleName();
    var definition = Objects.requireNonNull(schema.enums().get(name));
    out.open("private static int number(%s value) {".formatted(javaName(type)));
    out.open("return switch (value) {");
    for (var constant : type.getEnumConstants()) {
      var schemaName = SchemaCheck.constantName(type, (Enum<?>) constant);
      out.line(
          "case %s -> %d;".formatted(((Enum<?>) constant).name(), number(definition, schemaName)));
    }
    out.closeWith("};");
    out.close();
    out.open(
        "public static %s read%s(WireReader in) throws WireException {"
            .formatted(javaName(type), name));
    out.line("int number = in.number();");
    out.open("return switch (number) {");
    for (var constant : type.getEnumConstants()) {
      var schemaName = SchemaCheck.constantName(type, (Enum<?>) constant);
      out.line(
          "case %d -> %s.%s;"
              .formatted(
                  number(definition, schemaName), javaName(type), ((Enum<?>) constant).name()));
    }
    out.line("default -> throw in.unknown(\"%s \" + number);".formatted(name));
    out.closeWith("};");
    out.close();
  }
}
