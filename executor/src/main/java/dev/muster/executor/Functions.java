package dev.muster.executor;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions of this executor, each made when it is first called. */
final class Functions {
  private final Map<String, TaskFunction> made = new ConcurrentHashMap<>();
  private final String classPath;

  Functions(String classPath) {
    this.classPath = classPath;
  }

  /** Several threads may make one at the same time; one of them is kept. */
  TaskFunction find(String name) throws NoFunction {
    var known = made.get(name);
    if (known != null) {
      return known;
    }
    var fresh = make(name);
    var other = made.putIfAbsent(name, fresh);
    return other == null ? fresh : other;
  }

  private TaskFunction make(String name) throws NoFunction {
    var type = load(name);
    if (!TaskFunction.class.isAssignableFrom(type) && !Function.class.isAssignableFrom(type)) {
      throw new NoFunction(
          name
              + " implements neither "
              + TaskFunction.class.getName()
              + " nor "
              + Function.class.getName());
    }
    return adapt(name, instance(type));
  }

  private Class<?> load(String name) throws NoFunction {
    try {
      return Class.forName(className(name), true, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException absent) {
      throw new NoFunction("no class " + name + " in " + searched());
    } catch (LinkageError broken) {
      throw new NoFunction("cannot load " + name + ": " + broken);
    }
  }

  /** Without the prefix of those who are registered under a name, as in {@code bench:Echo}. */
  private static String className(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private String searched() {
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> String.valueOf(Path.of(entry).getFileName()))
        .collect(Collectors.joining(", "));
  }

  private static Object instance(Class<?> type) throws NoFunction {
    try {
      var constructor = type.getConstructor();
      if (!Modifier.isPublic(type.getModifiers())) {
        constructor.setAccessible(true);
      }
      return constructor.newInstance();
    } catch (InvocationTargetException thrown) {
      throw new NoFunction(
          "cannot make a " + type.getName() + ": " + StackHead.of(thrown.getCause()));
    } catch (ReflectiveOperationException | LinkageError impossible) {
      throw new NoFunction(
          type.getName() + " must have a public constructor without arguments: " + impossible);
    }
  }

  private static TaskFunction adapt(String name, Object instance) {
    if (instance instanceof TaskFunction function) {
      return function;
    }
    @SuppressWarnings("unchecked") // the answer is looked at below, the argument by the callee
    var function = (Function<byte[], Object>) instance;
    return argument -> bytes(name, function.apply(argument));
  }

  private static byte[] bytes(String name, Object answer) {
    if (answer instanceof byte[] bytes) {
      return bytes;
    }
    throw new ClassCastException(name + " returned " + answer + ", which is no array of bytes");
  }

  static final class NoFunction extends Exception {
    NoFunction(String why) {
      super(why);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }
}
