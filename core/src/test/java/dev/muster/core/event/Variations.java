package dev.muster.core.event;

import dev.muster.core.actor.Timer;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.model.Resources;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A sample of any record, and all samples that differ from it in one place, however deep. */
final class Variations {

  /**
   * @param path where it differs, as in {@code Submit.job.stages.command}
   */
  record Variation(String path, Object value) {}

  private Variations() {}

  static Object sample(Type type) {
    if (type instanceof ParameterizedType generic) {
      return sampleOf(generic);
    }
    var plain = (Class<?>) type;
    if (plain.isRecord()) {
      return make(
          plain, components(plain).stream().map(part -> sample(part.getGenericType())).toList());
    }
    return sampleOf(plain);
  }

  private enum Alarm implements Timer {
    FIRST,
    SECOND
  }

  private static Object sampleOf(ParameterizedType generic) {
    var raw = (Class<?>) generic.getRawType();
    if (raw == List.class) {
      return List.of(sample(generic.getActualTypeArguments()[0]));
    }
    return raw == Map.class
        ? Map.of("key", sample(generic.getActualTypeArguments()[1]))
        : sample(raw);
  }

  private static Object sampleOf(Class<?> plain) {
    if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    }
    return switch (plain.getName()) {
      case "long", "java.lang.Long" -> 7L;
      case "int", "java.lang.Integer" -> 0; // also an index into lists of one
      case "double" -> 0.5;
      case "boolean" -> false;
      case "java.lang.String" -> "text";
      case "[J" -> new long[] {7};
      case "[I" -> new int[] {0};
      case "dev.muster.core.cell.CellEntry" -> sample(TransactionCommitted.class);
      case "dev.muster.core.actor.Timer" -> Alarm.FIRST;
      case "dev.muster.core.actor.LogEntry" ->
          new MasterEntry.MachineRegistered(
              1, 1, new Resources(2, 3).with("gpu", 4), Map.of("disk", "ssd"));
      default -> throw new IllegalArgumentException("no sample of " + plain);
    };
  }

  /** Everything that differs from the value in one place. */
  static List<Variation> of(String path, Object value) {
    return switch (value) {
      case Long number -> List.of(new Variation(path, number + 1));
      case Integer number -> List.of(new Variation(path, number + 1));
      case Double number -> List.of(new Variation(path, number + 1));
      case Boolean flag -> List.of(new Variation(path, !flag));
      case String text -> List.of(new Variation(path, text + "!"));
      case Enum<?> constant -> List.of(new Variation(path, next(constant)));
      case Map<?, ?> map -> ofMap(path, map.values().iterator().next());
      case List<?> list -> ofList(path, list);
      case long[] numbers -> ofNumbers(path, numbers);
      case int[] numbers -> ofNumbers(path, numbers);
      default -> ofRecord(path, value);
    };
  }

  private static Object next(Enum<?> constant) {
    return constant.getDeclaringClass().getEnumConstants()[constant.ordinal() + 1];
  }

  private static List<Variation> ofMap(String path, Object value) {
    var changed = of(path, value).getFirst().value();
    return List.of(
        new Variation(path, Map.of()),
        new Variation(path, Map.of("key", changed)),
        new Variation(path, Map.of("other", value)));
  }

  private static List<Variation> ofList(String path, List<?> list) {
    List<Variation> found = new ArrayList<>();
    found.add(new Variation(path + ".size", List.of()));
    found.add(new Variation(path + ".size", List.of(list.getFirst(), list.getFirst())));
    for (var varied : of(path, list.getFirst())) {
      found.add(new Variation(varied.path(), List.of(varied.value())));
    }
    return found;
  }

  private static List<Variation> ofNumbers(String path, long[] numbers) {
    return List.of(
        new Variation(path + ".size", new long[0]),
        new Variation(path, new long[] {numbers[0] + 1}));
  }

  private static List<Variation> ofNumbers(String path, int[] numbers) {
    return List.of(
        new Variation(path + ".size", new int[0]), new Variation(path, new int[] {numbers[0] + 1}));
  }

  private static List<Variation> ofRecord(String path, Object whole) {
    var components = components(whole.getClass());
    var parts = components.stream().map(part -> read(part, whole)).toList();
    List<Variation> found = new ArrayList<>();
    for (int at = 0; at < parts.size(); at++) {
      for (var varied : of(path + "." + components.get(at).getName(), parts.get(at))) {
        List<Object> changed = new ArrayList<>(parts);
        changed.set(at, varied.value());
        found.add(new Variation(varied.path(), make(whole.getClass(), changed)));
      }
    }
    return found;
  }

  private static List<RecordComponent> components(Class<?> type) {
    return Arrays.asList(type.getRecordComponents());
  }

  private static Object read(RecordComponent component, Object whole) {
    try {
      return component.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError(broken.getMessage(), broken);
    }
  }

  private static Object make(Class<?> type, List<?> parts) {
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(
              components(type).stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
      return canonical.newInstance(parts.toArray());
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError(broken.getMessage(), broken);
    }
  }
}
