package dev.muster.core.rules;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Who may use whom inside core.
 *
 * <pre>
 *   submit ──► admit ──► plan ──► place ──► commit ──► queue ──► run ──► report
 *      └─────────┴─────────┴────────┴────┬────┴──────────┴────────┴────────┘
 *                                        ▼
 *                              event ──► claim ──► loop ──► flat
 * </pre>
 *
 * A package uses only those to its right and below, so there are no cycles and the path of a task
 * reads from left to right.
 */
final class PathOrder {
  static final List<String> STEPS =
      List.of("submit", "admit", "plan", "place", "commit", "queue", "run", "report");
  static final List<String> GROUND = List.of("event", "claim", "loop", "flat");

  private static final List<String> ORDER = Stream.concat(STEPS.stream(), GROUND.stream()).toList();

  /** Names in descriptors and signatures count as well as those of classes that are called. */
  private static final Pattern CORE_CLASS = Pattern.compile("dev/muster/core/([\\w/$-]+)");

  private PathOrder() {}

  static List<String> breaches(List<ClassModel> classes) {
    return classes.stream().flatMap(PathOrder::breaches).toList();
  }

  private static Stream<String> breaches(ClassModel model) {
    var user = model.thisClass().asInternalName();
    return usedBy(model).stream()
        .filter(used -> !allowed(packageOf(user), packageOf(used)))
        .map(used -> says(user, used));
  }

  static boolean allowed(String user, String used) {
    return ORDER.contains(user) && ORDER.indexOf(used) >= ORDER.indexOf(user);
  }

  private static TreeSet<String> usedBy(ClassModel model) {
    var used = new TreeSet<String>();
    StreamSupport.stream(model.constantPool().spliterator(), false)
        .filter(Utf8Entry.class::isInstance)
        .flatMap(text -> CORE_CLASS.matcher(((Utf8Entry) text).stringValue()).results())
        .forEach(match -> used.add(match.group()));
    return used;
  }

  /** The first folder below core: policies may have folders of their own inside a step. */
  private static String packageOf(String className) {
    var below = className.substring("dev/muster/core/".length());
    return below.contains("/") ? below.substring(0, below.indexOf('/')) : "";
  }

  private static String says(String user, String used) {
    return "%s uses %s: a package of core uses only those that follow it in %s"
        .formatted(user.replace('/', '.'), used.replace('/', '.'), String.join(" → ", ORDER));
  }
}
