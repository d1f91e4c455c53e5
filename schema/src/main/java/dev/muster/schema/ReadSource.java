package dev.muster.schema;

import dev.muster.schema.JavaType.MapType;
import dev.muster.schema.JavaType.Scalar;
import java.util.function.Function;

/** The statements that read one field. */
final class ReadSource {

  private static final int TAG_SHIFT = 3;
  private static final int NUMBER = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int LENGTH = 2;

  private ReadSource() {}

  static int tag(JavaType type, int number) {
    int kind =
        switch (type) {
          case Scalar scalar ->
              switch (scalar) {
                case LONG, INT, BOOLEAN -> NUMBER;
                case DOUBLE -> EIGHT_BYTES;
                case TEXT -> LENGTH;
              };
          case JavaType.EnumType _ -> NUMBER;
          default -> LENGTH;
        };
    return number << TAG_SHIFT | kind;
  }

  /**
   * @param missing the value of a type whose bytes are missing
   */
  static void read(
      JavaType type, String target, SourceLines out, Function<JavaType, String> missing) {
    switch (type) {
      case Scalar _, JavaType.EnumType _ -> out.line("%s = %s;".formatted(target, one(type)));
      case JavaType.MessageType(var record) -> {
        var end = out.enter();
        out.line("%s = read%s(in);".formatted(target, record.getSimpleName()));
        out.line("in.leave(%s);".formatted(end));
      }
      case JavaType.ArrayType(var element) ->
          out.line(
              "%s = in.%s(%s);"
                  .formatted(target, element == Scalar.LONG ? "longs" : "ints", target));
      case JavaType.ListType(var element) -> readList(element, target, out, missing);
      case MapType map -> readEntry(map, target, out, missing);
    }
  }

  private static void readList(
      JavaType element, String target, SourceLines out, Function<JavaType, String> missing) {
    if (element == Scalar.TEXT) {
      out.line("%s = in.append(%s, in.text());".formatted(target, target));
      return;
    }
    var end = out.enter();
    if (JavaType.isPacked(element)) {
      out.open("while (in.hasMore()) {");
      out.line("%s = in.append(%s, %s);".formatted(target, target, one(element)));
      out.close();
    } else if (element instanceof JavaType.ListType inner) {
      var list = out.name("list");
      out.line("%s %s = List.of();".formatted(javaName(inner), list));
      readFields(out, () -> readCase(inner, MapType.KEY, list, out, missing));
      out.line("%s = in.append(%s, WireReader.sealed(%s));".formatted(target, target, list));
    } else {
      out.line("%s = in.append(%s, %s);".formatted(target, target, one(element)));
    }
    out.line("in.leave(%s);".formatted(end));
  }

  private static void readEntry(
      MapType map, String target, SourceLines out, Function<JavaType, String> missing) {
    var end = out.enter();
    var key = out.name("key");
    var value = out.name("value");
    out.line("%s %s = %s;".formatted(javaName(map.key()), key, missing.apply(map.key())));
    out.line("%s %s = %s;".formatted(javaName(map.value()), value, missing.apply(map.value())));
    readFields(
        out,
        () -> {
          readCase(map.key(), MapType.KEY, key, out, missing);
          if (map.value() instanceof JavaType.ListType inner) {
            readWrapped(inner, value, out, missing);
          } else {
            readCase(map.value(), MapType.VALUE, value, out, missing);
          }
        });
    out.line("%s = in.put(%s, %s, %s);".formatted(target, target, key, sealed(map.value(), value)));
    out.line("in.leave(%s);".formatted(end));
  }

  private static void readWrapped(
      JavaType.ListType inner, String value, SourceLines out, Function<JavaType, String> missing) {
    out.open("case " + tag(inner, MapType.VALUE) + " -> {");
    var end = out.enter();
    readFields(out, () -> readCase(inner, MapType.KEY, value, out, missing));
    out.line("in.leave(%s);".formatted(end));
    out.close();
  }

  private static void readFields(SourceLines out, Runnable cases) {
    var tag = out.name("tag");
    out.open("while (in.hasMore()) {");
    out.line("int %s = in.tag();".formatted(tag));
    out.open("switch (" + tag + ") {");
    cases.run();
    out.line("default -> in.skip(%s);".formatted(tag));
    out.close();
    out.close();
  }

  private static void readCase(
      JavaType type,
      int number,
      String target,
      SourceLines out,
      Function<JavaType, String> missing) {
    out.open("case " + tag(type, number) + " -> {");
    read(type, target, out, missing);
    out.close();
  }

  private static String one(JavaType type) {
    return switch (type) {
      case Scalar.LONG -> "in.signed()";
      case Scalar.INT -> "in.signedInt()";
      case Scalar.DOUBLE -> "in.fraction()";
      case Scalar.BOOLEAN -> "in.flag()";
      case Scalar.TEXT -> "in.text()";
      case JavaType.EnumType(var named) -> "read" + named.getSimpleName() + "(in)";
      case JavaType.MessageType(var record) -> "read" + record.getSimpleName() + "(in)";
      default -> throw new IllegalArgumentException("the generator knows no list of " + type);
    };
  }

  /** Readers of a record cannot change it. */
  static String sealed(JavaType type, String value) {
    return type instanceof JavaType.ListType || type instanceof MapType
        ? "WireReader.sealed(" + value + ")"
        : value;
  }

  private static String javaName(JavaType type) {
    return switch (type) {
      case Scalar.LONG -> "Long";
      case Scalar.INT -> "Integer";
      case Scalar.TEXT -> "String";
      case JavaType.ListType(var element) -> "List<" + javaName(element) + ">";
      case JavaType.MessageType(var record) -> record.getCanonicalName();
      default -> throw new IllegalArgumentException("the generator knows no map with " + type);
    };
  }
}
