package dev.muster.schema;

import dev.muster.schema.JavaType.MapType;
import dev.muster.schema.JavaType.Scalar;

/** The statements that write one field. */
final class WriteSource {

  private WriteSource() {}

  static void write(JavaType type, int number, String value, SourceLines out) {
    switch (type) {
      case Scalar scalar ->
          out.line("out.%s(%d, %s);".formatted(scalarMethod(scalar), number, value));
      case JavaType.EnumType _ -> out.line("out.number(%d, number(%s));".formatted(number, value));
      case JavaType.MessageType(var record) -> {
        var at = out.begin(number);
        out.line("write%s(%s, out);".formatted(record.getSimpleName(), value));
        out.line("out.end(%d, %s);".formatted(number, at));
        out.close();
      }
      case JavaType.ArrayType(var element) ->
          out.line(
              "out.%s(%d, %s);"
                  .formatted(element == Scalar.LONG ? "longs" : "ints", number, value));
      case JavaType.ListType(var element) -> writeList(element, number, value, out);
      case MapType(var key, var each) -> {
        var entry = out.name("entry");
        out.open("for (var %s : %s.entrySet()) {".formatted(entry, value));
        var at = out.begin(number);
        write(key, MapType.KEY, entry + ".getKey()", out);
        writeValue(each, entry + ".getValue()", out);
        out.line("out.endElement(%s);".formatted(at));
        out.close();
        out.close();
      }
    }
  }

  /** A record is written even if it is empty. */
  static void writeElement(JavaType type, int number, String value, SourceLines out) {
    if (!(type instanceof JavaType.MessageType(var record))) {
      throw new IllegalArgumentException("the generator knows no " + type + " that may be null");
    }
    var at = out.begin(number);
    out.line("write%s(%s, out);".formatted(record.getSimpleName(), value));
    out.line("out.endElement(%s);".formatted(at));
    out.close();
  }

  /** A list is a message with a list there. */
  private static void writeValue(JavaType type, String value, SourceLines out) {
    if (type instanceof JavaType.ListType) {
      var at = out.begin(MapType.VALUE);
      write(type, MapType.KEY, value, out);
      out.line("out.end(%d, %s);".formatted(MapType.VALUE, at));
      out.close();
    } else {
      write(type, MapType.VALUE, value, out);
    }
  }

  private static void writeList(JavaType element, int number, String value, SourceLines out) {
    var each = out.name("each");
    var loop = "for (var %s : %s) {".formatted(each, value);
    if (JavaType.isPacked(element)) {
      out.open("if (!%s.isEmpty()) {".formatted(value));
      var at = out.begin(number);
      out.open(loop);
      writePacked(element, each, out);
      out.close();
      out.line("out.endElement(%s);".formatted(at));
      out.close();
      out.close();
      return;
    }
    out.open(loop);
    switch (element) {
      case Scalar _ -> out.line("out.textElement(%d, %s);".formatted(number, each));
      case JavaType.MessageType _ -> writeElement(element, number, each, out);
      case JavaType.ListType inner -> {
        var at = out.begin(number);
        write(inner, MapType.KEY, each, out);
        out.line("out.endElement(%s);".formatted(at));
        out.close();
      }
      default -> throw new IllegalArgumentException("the generator knows no list of " + element);
    }
    out.close();
  }

  private static void writePacked(JavaType element, String each, SourceLines out) {
    switch (element) {
      case JavaType.EnumType _ -> out.line("out.unsigned(number(%s));".formatted(each));
      case Scalar scalar when scalar == Scalar.LONG || scalar == Scalar.INT ->
          out.line("out.signed(%s);".formatted(each));
      default -> throw new IllegalArgumentException("the generator knows no list of " + element);
    }
  }

  private static String scalarMethod(Scalar scalar) {
    return switch (scalar) {
      case LONG, INT -> "signed";
      case DOUBLE -> "fraction";
      case BOOLEAN -> "flag";
      case TEXT -> "text";
    };
  }
}
