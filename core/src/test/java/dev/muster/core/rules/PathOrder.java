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
 *   loop ◄── event ◄── submit ──► admit ──► plan ──► place ──► commit ──► queue ──► run ──► report
 * </pre>
 *
 * A step uses only loop, event and the steps to its right, so there are no cycles and the path of a
 * task reads from left to right.
 */
final class PathOrder {
  static final List<String> STEPS =
      List.of("submit", "admit", "plan", "place", "commit", "queue", "run", "report");

  /** Names in descriptors and signatures count as well as those of classes that are called. */
  private static final Pattern CORE_CLASS = Pattern.compile("dev/muster/core/([\\w/$]+)");

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
    if (!known(user) || !known(used)) {
      return false;
    }
    if (user.equals(used) || used.equals("loop")) {
      return true;
    }
    return !user.equals("loop")
        && (used.equals("event") || (isStep(user) && STEPS.indexOf(used) > STEPS.indexOf(user)));
  }

  private static boolean isStep(String name) {
    return STEPS.contains(name);
  }

  private static boolean known(String name) {
    return isStep(name) || name.equals("loop") || name.equals("event");
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
    return "%s uses %s: loop uses no other, event only loop, a step only loop, event and what follows it in %s"
        .formatted(user.replace('/', '.'), used.replace('/', '.'), String.join(" → ", STEPS));
  }
}
