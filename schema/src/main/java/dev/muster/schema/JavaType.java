package dev.muster.schema;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** The type of a component, by how its values are laid out. */
sealed interface JavaType {

  /** As the schema has it. */
  String inSchema();

  /** As an element of a list, or a value of a map. */
  default String asElement() {
    return inSchema();
  }

  enum Scalar implements JavaType {
    LONG("sint64"),
    INT("sint32"),
    DOUBLE("double"),
    BOOLEAN("bool"),
    TEXT("string");

    private final String inSchema;

    Scalar(String inSchema) {
      this.inSchema = inSchema;
    }

    @Override
    public String inSchema() {
      return inSchema;
    }
  }

  record EnumType(Class<?> type) implements JavaType {
    @Override
    public String inSchema() {
      return type.getSimpleName();
    }
  }

  /** A record, or one of the interfaces that are unions. */
  record MessageType(Class<?> type) implements JavaType {
    @Override
    public String inSchema() {
      return type.getSimpleName();
    }
  }

  record ListType(JavaType element) implements JavaType {
    @Override
    public String inSchema() {
      return "repeated " + element.asElement();
    }

    /** The language has no list of lists: the inner one is a message with a list. */
    @Override
    public String asElement() {
      var name = element.asElement();
      return Character.toUpperCase(name.charAt(0)) + name.substring(1) + "List";
    }
  }

  record MapType(JavaType key, JavaType value) implements JavaType {

    /** The numbers of the fields of an entry. */
    static final int KEY = 1;

    static final int VALUE = 2;

    @Override
    public String inSchema() {
      return "map<" + key.asElement() + ", " + value.asElement() + ">";
    }
  }

  /** An array of numbers: a list without an object for each. */
  record ArrayType(Scalar element) implements JavaType {
    @Override
    public String inSchema() {
      return "repeated " + element.inSchema();
    }
  }

  /** Whether elements of a list share one length, without a tag each. */
  static boolean isPacked(JavaType element) {
    return element instanceof EnumType || (element instanceof Scalar && element != Scalar.TEXT);
  }

  /**
   * @throws IllegalArgumentException if the generator does not know such components
   */
  static JavaType of(Type type) {
    return switch (type) {
      case Class<?> c when c == long.class || c == Long.class -> Scalar.LONG;
      case Class<?> c when c == int.class || c == Integer.class -> Scalar.INT;
      case Class<?> c when c == double.class -> Scalar.DOUBLE;
      case Class<?> c when c == boolean.class -> Scalar.BOOLEAN;
      case Class<?> c when c == String.class -> Scalar.TEXT;
      case Class<?> c when c == long[].class -> new ArrayType(Scalar.LONG);
      case Class<?> c when c == int[].class -> new ArrayType(Scalar.INT);
      case Class<?> c when c.isEnum() -> new EnumType(c);
      case Class<?> c when c.isRecord() || RecordGraph.UNIONS.containsKey(c) -> new MessageType(c);
      case ParameterizedType p when p.getRawType() == List.class ->
          new ListType(of(p.getActualTypeArguments()[0]));
      case ParameterizedType p when p.getRawType() == Map.class ->
          new MapType(of(p.getActualTypeArguments()[0]), of(p.getActualTypeArguments()[1]));
      // What an address may be sent is known to the compiler alone.
      case ParameterizedType p -> of(p.getRawType());
      default -> throw new IllegalArgumentException("the generator knows no " + type);
    };
  }
}
