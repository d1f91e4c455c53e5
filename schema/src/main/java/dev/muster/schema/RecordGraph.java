package dev.muster.schema;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.master.state.MasterSnapshot;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All records that are stored or sent, with what they are made of. */
final class RecordGraph {

  /** Where one of several records may stand, and the sealed interfaces that list them. */
  static final Map<Class<?>, List<Class<?>>> UNIONS = unions();

  /**
   * @param javaName the type as its source has it
   * @param mayBeNull where the bytes are missing it is null
   */
  record Component(String name, JavaType type, String javaName, boolean mayBeNull) {

    /** One of several records: nothing stands for it where its bytes are missing. */
    boolean isUnion() {
      return type instanceof JavaType.MessageType(var named) && !named.isRecord();
    }
  }

  private final Map<Class<?>, List<Component>> records = new LinkedHashMap<>();
  private final Set<Class<?>> parts = new LinkedHashSet<>();
  private final Set<Class<?>> enums = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  RecordGraph() {
    UNIONS.keySet().forEach(union -> alternatives(union).forEach(this::visit));
    visit(MasterSnapshot.class);
  }

  private static Map<Class<?>, List<Class<?>>> unions() {
    Map<Class<?>, List<Class<?>>> unions = new LinkedHashMap<>();
    unions.put(CellEntry.class, List.of(CellEntry.class));
    unions.put(LogEntry.class, List.of(MasterEntry.class));
    unions.put(
        Event.class,
        List.of(
            NodeEvent.class,
            SchedulerEvent.class,
            MasterEvent.class,
            ClientEvent.class,
            MonitorEvent.class));
    return unions;
  }

  /** Timers never leave their process: recordings have a way of their own to keep them. */
  static List<Class<?>> alternatives(Class<?> union) {
    return UNIONS.getOrDefault(union, List.of()).stream()
        .flatMap(RecordGraph::permitted)
        .filter(type -> type != Wake.class)
        .distinct()
        .toList();
  }

  private static Stream<Class<?>> permitted(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(RecordGraph::permitted);
  }

  /** Each after all that it is made of. */
  Map<Class<?>, List<Component>> records() {
    return records;
  }

  List<Component> components(Class<?> record) {
    return records.getOrDefault(record, List.of());
  }

  /** The records that others are made of, each after all that it is made of. */
  List<Class<?>> parts() {
    return records.keySet().stream().filter(parts::contains).toList();
  }

  Set<Class<?>> enums() {
    return enums;
  }

  List<String> problems() {
    return problems;
  }

  private void visit(Class<?> record) {
    if (records.containsKey(record)) {
      return;
    }
    var components = new ArrayList<Component>();
    for (var part : record.getRecordComponents()) {
      component(record, part).ifPresent(components::add);
    }
    components.forEach(each -> visit(each.type));
    records.put(record, components);
    if (records.keySet().stream().anyMatch(other -> other != record && sameName(other, record))) {
      problems.add("two records are called " + record.getSimpleName());
    }
  }

  private static boolean sameName(Class<?> one, Class<?> other) {
    return one.getSimpleName().equals(other.getSimpleName());
  }

  private Optional<Component> component(Class<?> record, RecordComponent part) {
    try {
      return Optional.of(
          new Component(
              part.getName(), JavaType.of(part.getGenericType()), javaName(part), mayBeNull(part)));
    } catch (IllegalArgumentException unknown) {
      problems.add(record.getSimpleName() + "." + part.getName() + ": " + unknown.getMessage());
      return Optional.empty();
    }
  }

  private static boolean mayBeNull(RecordComponent part) {
    return part.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static String javaName(RecordComponent part) {
    return part.getGenericType().getTypeName().replace('$', '.');
  }

  private void visit(JavaType type) {
    switch (type) {
      case JavaType.EnumType(var named) -> enums.add(named);
      case JavaType.MessageType(var record) when record.isRecord() -> {
        parts.add(record);
        visit(record);
      }
      case JavaType.MessageType _, JavaType.Scalar _, JavaType.ArrayType _ -> {}
      case JavaType.ListType(var element) -> visit(element);
      case JavaType.MapType(var key, var value) -> {
        visit(key);
        visit(value);
      }
    }
  }
}
