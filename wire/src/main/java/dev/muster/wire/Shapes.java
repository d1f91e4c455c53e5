package dev.muster.wire;

import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.CellEntry;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the layout of a type, once; a type that has none is a mistake of ours, said at start. */
final class Shapes {

  private final Map<Type, Shape> known = new HashMap<>();

  Shapes() {
    known.put(long.class, Scalar.LONG);
    known.put(Long.class, Scalar.LONG);
    known.put(int.class, Scalar.INT);
    known.put(Integer.class, Scalar.INT);
    known.put(double.class, Scalar.DOUBLE);
    known.put(boolean.class, Scalar.BOOLEAN);
    known.put(Boolean.class, Scalar.BOOLEAN);
    known.put(String.class, Scalar.TEXT);
    known.put(long[].class, ArrayShape.LONGS);
    known.put(int[].class, ArrayShape.INTS);
    known.put(Timer.class, TimerShape.TIMER);
    known.put(CellEntry.class, union("change", Tags.CHANGES));
    known.put(LogEntry.class, union("entry", Tags.ENTRIES));
  }

  UnionShape union(String name, Map<Integer, Class<?>> tags) {
    return new UnionShape(
        name,
        tags.entrySet().stream()
            .map(e -> new UnionShape.Variant(e.getKey(), e.getValue(), of(e.getValue())))
            .toList());
  }

  Shape of(Type type) {
    var shape = known.get(type);
    if (shape == null) {
      shape = create(type);
      known.put(type, shape);
    }
    return shape;
  }

  private Shape create(Type type) {
    return switch (type) {
      case Class<?> record when record.isRecord() -> new RecordShape(record, this);
      case Class<?> named when named.isEnum() ->
          new EnumShape(List.of((Enum<?>[]) named.getEnumConstants()));
      case ParameterizedType generic -> parameterized(generic);
      default -> throw new IllegalArgumentException("no layout for " + type + "; add one here");
    };
  }

  private Shape parameterized(ParameterizedType type) {
    var parts = List.of(type.getActualTypeArguments());
    if (type.getRawType() == List.class) {
      return new ListShape(of(parts.get(0)));
    }
    if (type.getRawType() == Map.class) {
      return new MapShape(of(parts.get(0)), of(parts.get(1)));
    }
    return of(type.getRawType());
  }
}
