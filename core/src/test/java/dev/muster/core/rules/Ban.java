package dev.muster.core.rules;

import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What would make two runs of the same seed differ, and what to use instead. The first match
 * counts.
 */
enum Ban {
  CLOCK("use the nowNs passed with the event", Ban::clock),
  CHANCE("use Chance", Ban::chance),
  IO("send it through Effects", Ban::io),
  HOST("let the driver read it and pass it in", Ban::host),
  THREADS("leave threads to the driver: an actor has one, and is told by events", Ban::threads),
  HASH_ORDER("use LinkedHashMap, TreeMap, EnumMap or LongMap, which keep an order", Ban::hashOrder),
  IDENTITY("compare by a number or a name, hash with TraceHash", Ban::identity),
  STATIC_STATE("make it final, or keep it in the actor", Ban::staticState);

  final String replacement;
  private final Predicate<Use> rule;

  Ban(String replacement, Predicate<Use> rule) {
    this.replacement = replacement;
    this.rule = rule;
  }

  /** Each breach as a line: where, what, and what to do instead. */
  static List<String> breaches(List<ClassModel> classes) {
    var lines = new ArrayList<String>();
    for (var model : classes) {
      for (var use : Uses.of(model)) {
        on(use).ifPresent(ban -> lines.add(ban.says(use)));
      }
    }
    return lines;
  }

  static Optional<Ban> on(Use use) {
    return Arrays.stream(values()).filter(ban -> ban.rule.test(use)).findFirst();
  }

  String says(Use use) {
    return use.where() + " has " + use.what() + ": " + replacement;
  }

  private static boolean clock(Use use) {
    return use.of("java/lang/System", "nanoTime", "currentTimeMillis")
        || use.in("java/time/Clock", "java/time/InstantSource", "java/util/Calendar")
        || (use.in("java/time/") && use.named("now"))
        || (use.of("java/util/Date", Use.CONSTRUCTOR) && use.descriptor().equals("()V"));
  }

  /** Chance is a RandomGenerator itself, so only those that the JDK would choose are out. */
  private static boolean chance(Use use) {
    return use.of("java/lang/Math", "random")
        || use.of("java/lang/StrictMath", "random")
        || use.in("java/util/Random", "java/util/SplittableRandom")
        || use.of("java/util/random/RandomGenerator", "of", "getDefault")
        || use.in("java/util/random/RandomGeneratorFactory")
        || use.in("java/util/concurrent/ThreadLocalRandom", "java/security/SecureRandom")
        || use.of("java/util/UUID", "randomUUID")
        || use.of("java/util/Collections", "shuffle");
  }

  private static boolean io(Use use) {
    return (use.in("java/io/") && !use.in("java/io/Serializable"))
        || use.in("java/nio/file/", "java/nio/channels/", "java/net/", "java/util/logging/")
        || use.in("java/lang/Process", "java/util/Scanner")
        || use.owner().equals("java/lang/Runtime")
        || use.of("java/lang/System", "out", "err", "in", "console", "getLogger", "exit", "load")
        || use.named("printStackTrace");
  }

  private static boolean host(Use use) {
    return use.of("java/lang/System", "getenv", "getProperty", "getProperties", "setProperty")
        || use.of("java/lang/Integer", "getInteger")
        || use.of("java/lang/Long", "getLong")
        || use.of("java/lang/Boolean", "getBoolean")
        || use.of("java/lang/String", "formatted")
        || (use.of("java/lang/String", "format") && !use.takes("Ljava/util/Locale;"))
        || (use.of("java/lang/String", "toLowerCase", "toUpperCase")
            && !use.takes("Ljava/util/Locale;"))
        || (use.named("getDefault") && use.in("java/util/Locale", "java/util/TimeZone"))
        || use.of("java/time/ZoneId", "systemDefault")
        || use.of("java/nio/charset/Charset", "defaultCharset")
        || use.in("java/lang/ref/", "java/lang/management/");
  }

  /** TimeUnit only converts numbers, except where it sleeps. */
  private static boolean threads(Use use) {
    return (use.in("java/util/concurrent/") && !use.in("java/util/concurrent/TimeUnit"))
        || use.of("java/util/concurrent/TimeUnit", "sleep", "timedJoin", "timedWait")
        || use.in("java/lang/Thread", "java/util/Timer", "java/lang/invoke/VarHandle")
        || use.of("java/lang/Object", "wait", "notify", "notifyAll")
        || use.of(Use.KEYWORD, "synchronized", "volatile")
        || (use.in("java/util/") && use.named("parallelStream", "parallel"))
        || (use.in("java/util/Arrays") && use.name().startsWith("parallel"))
        || (use.of("java/util/stream/StreamSupport", "stream") && use.takes("Z"));
  }

  private static boolean hashOrder(Use use) {
    return constructsHashed(use)
        || use.of("java/util/Set", "of", "copyOf")
        || use.of("java/util/Map", "of", "ofEntries", "copyOf")
        || collectsHashed(use);
  }

  private static boolean constructsHashed(Use use) {
    return use.in("java/util/HashMap", "java/util/HashSet", "java/util/Hashtable")
        ? use.named(Use.CONSTRUCTOR, Use.EXTENDS, "newHashMap", "newHashSet")
        : use.in("java/util/IdentityHashMap", "java/util/WeakHashMap");
  }

  /** With a supplier of the map, the caller has chosen its order. */
  private static boolean collectsHashed(Use use) {
    return use.in("java/util/stream/Collectors")
        && use.named("toSet", "toMap", "groupingBy", "toUnmodifiableSet", "toUnmodifiableMap")
        && !use.takes("Ljava/util/function/Supplier;");
  }

  /**
   * Enums and plain objects hash by address, and so does every record, list or array that holds
   * one.
   */
  private static boolean identity(Use use) {
    return use.of("java/lang/System", "identityHashCode")
        || (!use.method().equals("hashCode") && hashes(use));
  }

  private static boolean hashes(Use use) {
    return use.of("java/util/Objects", "hash", "hashCode")
        || use.of("java/util/Arrays", "deepHashCode")
        || (use.named("hashCode") && use.descriptor().equals("()I") && !hashesByValue(use));
  }

  private static boolean hashesByValue(Use use) {
    return use.in("java/lang/String", "java/lang/Integer", "java/lang/Long", "java/lang/Boolean")
        || use.in("java/lang/Double", "java/util/BitSet");
  }

  private static boolean staticState(Use use) {
    return use.of(Use.KEYWORD, "static field that is not final");
  }
}
