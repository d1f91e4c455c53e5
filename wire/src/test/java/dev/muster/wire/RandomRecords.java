package dev.muster.wire;

import dev.muster.core.cell.CellEntry.CapacityChanged;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.event.MasterEntry;
import dev.muster.model.Resources;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Makes instances of any record from a seed, so that a new kind of event is tested unasked. */
final class RandomRecords {

  private static final int MAX_ELEMENTS = 4;
  private static final long[] EDGES = {0, 1, -1, 127, 128, Integer.MAX_VALUE, Long.MIN_VALUE};
  private static final List<String> TEXTS =
      List.of("", "a", "job-17", "größer", "\uD83D\uDE80\n\t\0");

  private final RandomGenerator random;

  RandomRecords(RandomGenerator random) {
    this.random = random;
  }

  /** All records below a sealed interface. */
  static Stream<Class<?>> permitted(Class<?> sealed) {
    return sealed.isRecord()
        ? Stream.of(sealed)
        : Arrays.stream(sealed.getPermittedSubclasses()).flatMap(RandomRecords::permitted);
  }

  Object any(Type type) {
    return switch (type) {
      case Class<?> c when c == long.class || c == Long.class -> number();
      case Class<?> c when c == int.class || c == Integer.class -> (int) number();
      case Class<?> c when c == double.class -> (double) number();
      case Class<?> c when c == boolean.class || c == Boolean.class -> random.nextBoolean();
      case Class<?> c when c == String.class -> oneOf(TEXTS);
      case Class<?> c when c == long[].class -> numbers().toArray();
      case Class<?> c when c == int[].class -> numbers().mapToInt(n -> (int) n).toArray();
      case Class<?> c when c == Site.class ->
          new Site(small(), small(), small(), small() % Site.MAX_GRADES);
      case Class<?> c when c == Request.class -> Request.of(number(), size());
      case Class<?> c when c == MachineJoined.class ->
          new MachineJoined(small(), size(), (Site) any(Site.class));
      case Class<?> c when c == CapacityChanged.class -> new CapacityChanged(small(), size());
      case Class<?> c when c.isRecord() -> record(c);
      case Class<?> c when c.isEnum() -> oneOf(List.of(c.getEnumConstants()));
      case Class<?> c when c.isInterface() -> any(oneOf(variants(c)));
      case ParameterizedType p when p.getRawType() == List.class ->
          many(() -> any(p.getActualTypeArguments()[0]));
      case ParameterizedType p when p.getRawType() == Map.class -> map(p);
      case ParameterizedType p -> any(p.getRawType());
      default -> throw new IllegalArgumentException("teach me to make a " + type);
    };
  }

  /** The records that may stand where this interface is asked for. */
  private static List<Class<?>> variants(Class<?> type) {
    return type.isSealed()
        ? permitted(type).toList()
        : permitted(MasterEntry.class).filter(type::isAssignableFrom).toList();
  }

  private Object record(Class<?> type) {
    var parts = type.getRecordComponents();
    var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var values = Arrays.stream(parts).map(part -> any(part.getGenericType())).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(type.toString(), impossible);
    }
  }

  private Map<Object, Object> map(ParameterizedType type) {
    var map = new TreeMap<>();
    for (var key : many(() -> any(type.getActualTypeArguments()[0]))) {
      map.put(key, any(type.getActualTypeArguments()[1]));
    }
    return map;
  }

  private List<Object> many(Supplier<Object> element) {
    var list = new ArrayList<>();
    for (int left = random.nextInt(MAX_ELEMENTS); left > 0; left--) {
      list.add(element.get());
    }
    return list;
  }

  private long number() {
    return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
  }

  private int small() {
    return random.nextInt(1_000);
  }

  private Resources size() {
    return new Resources(small(), small()).with(oneOf(TEXTS), small());
  }

  private LongStream numbers() {
    return LongStream.generate(this::number).limit(random.nextInt(MAX_ELEMENTS));
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
