package dev.muster.schema;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes without a field give it the value zero, empty or the constant with the number 0: each
 * record within another must accept these, or what an earlier build has written could not be read.
 */
final class EmptyRecords {

  private final SchemaFile schema;
  private final Map<Class<?>, Object> values = new HashMap<>();

  private EmptyRecords(SchemaFile schema) {
    this.schema = schema;
  }

  static List<String> problems(RecordGraph graph, SchemaFile schema) {
    var records = new EmptyRecords(schema);
    var problems = new ArrayList<String>();
    graph.parts().forEach(type -> records.create(type, graph.components(type), problems));
    return problems;
  }

  private void create(
      Class<?> type, List<RecordGraph.Component> components, List<String> problems) {
    var parts = type.getRecordComponents();
    var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      values.put(type, constructor.newInstance(arguments(components)));
    } catch (InvocationTargetException refused) {
      problems.add(
          "%s must accept zeros and empty values, which bytes without its fields mean: %s"
              .formatted(type.getSimpleName(), refused.getCause()));
    } catch (ReflectiveOperationException hidden) {
      problems.add(type.getSimpleName() + " must be public: " + hidden);
    }
  }

  private @Nullable Object[] arguments(List<RecordGraph.Component> components) {
    var arguments = new @Nullable Object[components.size()];
    for (int i = 0; i < arguments.length; i++) {
      var component = components.get(i);
      arguments[i] = component.mayBeNull() ? null : value(component.type());
    }
    return arguments;
  }

  private @Nullable Object value(JavaType type) {
    return switch (type) {
      case JavaType.Scalar scalar ->
          switch (scalar) {
            case LONG -> 0L;
            case INT -> 0;
            case DOUBLE -> 0.0;
            case BOOLEAN -> false;
            case TEXT -> "";
          };
      case JavaType.EnumType(var named) -> zero(schema, named);
      case JavaType.MessageType(var record) -> values.get(record);
      case JavaType.ListType _ -> List.of();
      case JavaType.MapType _ -> Map.of();
      case JavaType.ArrayType(var element) ->
          element == JavaType.Scalar.LONG ? new long[0] : new int[0];
    };
  }

  /** The constant with the number 0. */
  static Enum<?> zero(SchemaFile schema, Class<?> type) {
    var zero = Objects.requireNonNull(schema.enums().get(type.getSimpleName())).fields().get(0);
    var name = Objects.requireNonNull(zero).name();
    for (var constant : type.getEnumConstants()) {
      if (SchemaCheck.constantName(type, (Enum<?>) constant).equals(name)) {
        return (Enum<?>) constant;
      }
    }
    throw new IllegalStateException(name + " is no constant of " + type);
  }
}
