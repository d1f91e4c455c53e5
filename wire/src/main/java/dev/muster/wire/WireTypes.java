package dev.muster.wire;

import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.CellEntry;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the layout of a type, once; a type that has none is a mistake of ours, said at start. */
final class WireTypes {

  private final Map<Type, WireType> known = new HashMap<>();

  WireTypes() {
    known.put(long.class, ScalarType.LONG);
    known.put(Long.class, ScalarType.LONG);
    known.put(int.class, ScalarType.INT);
    known.put(Integer.class, ScalarType.INT);
    known.put(double.class, ScalarType.DOUBLE);
    known.put(boolean.class, ScalarType.BOOLEAN);
    known.put(Boolean.class, ScalarType.BOOLEAN);
    known.put(String.class, ScalarType.TEXT);
    known.put(long[].class, ScalarType.LONGS);
    known.put(int[].class, ScalarType.INTS);
    known.put(Timer.class, TimerType.TIMER);
    known.put(CellEntry.class, union("change", Tags.CHANGES));
    known.put(LogEntry.class, union("entry", Tags.ENTRIES));
  }

  UnionType union(String name, Map<Integer, Class<?>> tags) {
    return new UnionType(
        name,
        tags.entrySet().stream()
            .map(e -> new UnionType.Variant(e.getKey(), e.getValue(), of(e.getValue())))
            .toList());
  }

  WireType of(Type type) {
    var layout = known.get(type);
    if (layout == null) {
      layout = create(type);
      known.put(type, layout);
    }
    return layout;
  }

  private WireType create(Type type) {
    return switch (type) {
      case Class<?> record when record.isRecord() -> new RecordType(record, this);
      case Class<?> named when named.isEnum() ->
          new EnumType(List.of((Enum<?>[]) named.getEnumConstants()));
      case ParameterizedType generic -> parameterized(generic);
      default -> throw new IllegalArgumentException("no layout for " + type + "; add one here");
    };
  }

  private WireType parameterized(ParameterizedType type) {
    var parts = List.of(type.getActualTypeArguments());
    if (type.getRawType() == List.class) {
      return new ListType(of(parts.get(0)));
    }
    if (type.getRawType() == Map.class) {
      return new MapType(of(parts.get(0)), of(parts.get(1)));
    }
    return of(type.getRawType());
  }

  private record EnumType(List<Enum<?>> values) implements WireType {

    @Override
    public void write(Object value, WireWriter out) {
      out.unsigned(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(WireReader in) throws WireException {
      return values.get(in.choice(values.size()));
    }

    @Override
    public String layout() {
      return values.stream().map(Enum::name).toList().toString();
    }
  }

  private record ListType(WireType element) implements WireType {

    @Override
    public void write(Object value, WireWriter out) {
      var list = (List<?>) value;
      out.unsigned(list.size());
      for (var each : list) {
        element.write(each, out);
      }
    }

    @Override
    public Object read(WireReader in) throws WireException {
      int count = in.count();
      var list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(element.read(in));
      }
      return Collections.unmodifiableList(list);
    }

    @Override
    public String layout() {
      return "list of " + element.layout();
    }
  }

  /** A count and so many keys with their values, in the order of the map. */
  private record MapType(WireType key, WireType value) implements WireType {

    @Override
    public void write(Object map, WireWriter out) {
      var entries = ((Map<?, ?>) map).entrySet();
      out.unsigned(entries.size());
      for (var each : entries) {
        key.write(each.getKey(), out);
        value.write(each.getValue(), out);
      }
    }

    @Override
    public Object read(WireReader in) throws WireException {
      int count = in.count();
      var map = new LinkedHashMap<Object, Object>();
      for (int i = 0; i < count; i++) {
        var name = key.read(in);
        if (map.put(name, value.read(in)) != null) {
          throw in.malformed("the key " + name + " twice");
        }
      }
      return Collections.unmodifiableMap(map);
    }

    @Override
    public String layout() {
      return "map of " + key.layout() + " to " + value.layout();
    }
  }

  /** A timer of an actor by the names of its {@code enum} and of its constant; for recordings. */
  private static final class TimerType implements WireType {

    static final TimerType TIMER = new TimerType();

    private TimerType() {}

    @Override
    public void write(Object value, WireWriter out) {
      ScalarType.TEXT.write(((Enum<?>) value).getDeclaringClass().getName(), out);
      ScalarType.TEXT.write(((Timer) value).name(), out);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      var type = (String) ScalarType.TEXT.read(in);
      var name = (String) ScalarType.TEXT.read(in);
      try {
        for (var constant : timers(type)) {
          if (constant instanceof Timer timer && timer.name().equals(name)) {
            return timer;
          }
        }
      } catch (ClassNotFoundException unknown) {
        // said below
      }
      throw in.malformed("the timer " + type + "." + name);
    }

    private static Object[] timers(String type) throws ClassNotFoundException {
      var found = Class.forName(type, false, TimerType.class.getClassLoader());
      return found.isEnum() && Timer.class.isAssignableFrom(found)
          ? found.getEnumConstants()
          : new Object[0];
    }

    @Override
    public String layout() {
      return "timer";
    }
  }

  static final class UnionType implements WireType {

    record Variant(int tag, Class<?> type, WireType layout) {}

    private final String name;
    private final List<Variant> variants;
    private final Map<Integer, Variant> byTag = new HashMap<>();
    private final Map<Class<?>, Variant> byType = new HashMap<>();

    UnionType(String name, List<Variant> variants) {
      this.name = name;
      this.variants = List.copyOf(variants);
      for (var each : variants) {
        if (byTag.put(each.tag, each) != null || byType.put(each.type, each) != null) {
          throw new IllegalArgumentException("tag " + each.tag + " or its type is there twice");
        }
      }
    }

    @Override
    public void write(Object value, WireWriter out) {
      var variant = byType.get(value.getClass());
      if (variant == null) {
        throw new IllegalArgumentException("give " + value.getClass() + " a tag in Tags");
      }
      out.unsigned(variant.tag);
      variant.layout.write(value, out);
    }

    @Override
    public Object read(WireReader in) throws WireException {
      int tag = in.choice(Tags.LIMIT);
      var variant = byTag.get(tag);
      if (variant == null) {
        throw in.malformed("no " + name + " has the tag " + tag);
      }
      return variant.layout.read(in);
    }

    @Override
    public String layout() {
      var text = new StringBuilder(name).append('{');
      for (var each : variants) {
        text.append(each.tag).append(' ').append(each.layout.layout()).append(';');
      }
      return text.append('}').toString();
    }
  }
}
