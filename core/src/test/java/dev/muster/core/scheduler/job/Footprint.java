package dev.muster.core.scheduler.job;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many bytes objects take, by counting fields and array elements as a 64-bit JVM with
 * compressed references lays them out. The same in every run, unlike what a heap says.
 */
final class Footprint {

  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int TREE_ENTRY = 40;
  private static final int BOXED = 16;

  private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
  private final Map<String, Long> byClass = new TreeMap<>();
  private final ArrayDeque<Object> pending = new ArrayDeque<>();
  private long bytes;

  /** What can be reached from here is not counted. */
  Footprint without(Object... others) {
    for (var other : others) {
      seen.put(other, true);
    }
    return this;
  }

  long of(Object root) {
    push(root);
    while (!pending.isEmpty()) {
      var next = pending.remove();
      long size = aligned(size(next));
      bytes += size;
      byClass.merge(next.getClass().getSimpleName(), size, Long::sum);
    }
    return bytes;
  }

  /** Where they are, for whoever wants fewer. */
  Map<String, Long> byClass() {
    return byClass;
  }

  private void push(Object found) {
    boolean isShared = found == null || found instanceof Enum<?> || found instanceof String;
    if (!isShared && seen.put(found, true) == null) {
      pending.add(found);
    }
  }

  private static long aligned(long size) {
    return (size + 7) / 8 * 8;
  }

  private long size(Object one) {
    var type = one.getClass();
    if (type.isArray()) {
      return sizeOfArray(one, type.getComponentType());
    }
    if (one instanceof BitSet bits) {
      return HEADER + 12 + aligned(ARRAY_HEADER + bits.size() / 8);
    }
    if (one instanceof Collection<?> some) {
      some.forEach(this::push);
      return HEADER + 12 + ARRAY_HEADER + (long) some.size() * REFERENCE;
    }
    if (one instanceof Map<?, ?> map) {
      map.values().forEach(this::push);
      return HEADER + 36 + (long) map.size() * (TREE_ENTRY + BOXED);
    }
    return type.getName().startsWith("dev.muster.") && !type.isHidden() ? sizeOfFields(one) : BOXED;
  }

  private long sizeOfArray(Object array, Class<?> of) {
    int length = Array.getLength(array);
    for (int i = 0; i < length && !of.isPrimitive(); i++) {
      push(Array.get(array, i));
    }
    return ARRAY_HEADER + (long) length * width(of);
  }

  private long sizeOfFields(Object one) {
    long size = HEADER;
    for (Class<?> type = one.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (var field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          size += width(field.getType());
          pushValue(field, one);
        }
      }
    }
    return size;
  }

  private void pushValue(Field field, Object of) {
    if (!field.getType().isPrimitive()) {
      try {
        field.setAccessible(true);
        push(field.get(of));
      } catch (IllegalAccessException cannot) {
        throw new AssertionError(cannot);
      }
    }
  }

  private static int width(Class<?> type) {
    if (type == long.class || type == double.class) {
      return Long.BYTES;
    }
    if (type == byte.class || type == boolean.class) {
      return 1;
    }
    return type == short.class || type == char.class ? Short.BYTES : REFERENCE;
  }
}
