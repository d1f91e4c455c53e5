package dev.muster.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The components of a record, in the order of their declaration. */
final class RecordType implements WireType {

  private static final MethodType ACCESSOR = MethodType.methodType(Object.class, Object.class);
  private static final MethodType CONSTRUCTOR = MethodType.methodType(Object.class, Object[].class);

  private record Component(String name, MethodHandle accessor, WireType layout) {}

  private final Class<?> type;
  private final List<Component> components = new ArrayList<>();
  private final MethodHandle constructor;

  RecordType(Class<?> type, WireTypes types) {
    this.type = type;
    var parts = type.getRecordComponents();
    for (var part : parts) {
      components.add(
          new Component(part.getName(), accessor(part), types.of(part.getGenericType())));
    }
    this.constructor = constructor(type, parts);
  }

  @Override
  public void write(Object value, WireWriter out) {
    for (var component : components) {
      component.layout.write(valueOf(component, value), out);
    }
  }

  @Override
  public Object read(WireReader in) throws WireException {
    var values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = components.get(i).layout.read(in);
    }
    return create(values, in);
  }

  @Override
  public String layout() {
    var text = new StringBuilder(type.getSimpleName()).append('(');
    for (var component : components) {
      text.append(component.name).append(' ').append(component.layout.layout()).append(';');
    }
    return text.append(')').toString();
  }

  private static Object valueOf(Component component, Object value) {
    try {
      return component.accessor.invokeExact(value);
    } catch (Throwable broken) {
      throw new IllegalStateException(
          "cannot read " + component.name + " of " + value.getClass(), broken);
    }
  }

  /** A record that refuses its components means that they are not what its writer had. */
  private Object create(Object[] values, WireReader in) throws WireException {
    try {
      return constructor.invokeExact(values);
    } catch (RuntimeException refused) {
      var malformed = in.malformed("a " + type.getSimpleName() + " that cannot be");
      malformed.initCause(refused);
      throw malformed;
    } catch (Throwable broken) {
      throw new IllegalStateException("cannot make a " + type, broken);
    }
  }

  private static MethodHandle accessor(RecordComponent part) {
    try {
      return MethodHandles.publicLookup().unreflect(part.getAccessor()).asType(ACCESSOR);
    } catch (IllegalAccessException hidden) {
      throw new IllegalArgumentException(part.getDeclaringRecord() + " must be public", hidden);
    }
  }

  private static MethodHandle constructor(Class<?> type, RecordComponent[] parts) {
    var types = Arrays.stream(parts).map(RecordComponent::getType).toList();
    try {
      return MethodHandles.publicLookup()
          .findConstructor(type, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, parts.length)
          .asType(CONSTRUCTOR);
    } catch (ReflectiveOperationException hidden) {
      throw new IllegalArgumentException(type + " must be public", hidden);
    }
  }
}
