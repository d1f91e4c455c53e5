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
 *   client     master     scheduler     node      actors: know each other by messages only
 *      │     master.state     │           │
 *      └──────────┴───────────┴───────────┘
 *                       ▼
 *             event ──► cell ──► actor            shared, each uses only those to its right
 *
 *   master.state is used by master and uses nothing of it
 *   scheduler ──► scheduler.job ──► scheduler.task, .estimate, .budget, .graph
 *           all of these ──► scheduler.place ◄── scheduler.place.sampled, .shared …
 * </pre>
 *
 * The scheduler has jobs, which do not know it, and a job is made of parts that know neither the
 * job nor each other. All of them know the seam, {@code scheduler.place}; only {@code
 * scheduler.Placers} knows which policies there are, and no policy knows another or the scheduler.
 */
final class Rooms {

  private static final List<String> ACTORS =
      List.of("client", "master", "monitor", "scheduler", "node");
  private static final List<String> SHARED = List.of("event", "cell", "actor");

  private static final String SCHEDULER = "scheduler";
  private static final String JOB = "scheduler.job";

  /** What a job is made of. */
  private static final List<String> PARTS =
      List.of("scheduler.task", "scheduler.estimate", "scheduler.budget", "scheduler.graph");

  private static final String SEAM = "scheduler.place";
  private static final String WIRING = "dev/muster/core/scheduler/Placers";

  /** What the policies that go by the load of nodes know of it. */
  private static final String LOAD = SEAM + ".load";

  private static final List<String> LOADED = List.of(SEAM + ".estimated", SEAM + ".hybrid");

  /** What policies that commit claims have in common, and which they are. */
  private static final String COMMIT = SEAM + ".commit";

  private static final List<String> COMMITTING = List.of(SEAM + ".shared", SEAM + ".partitioned");

  /** Names in descriptors and signatures count as well as those of classes that are called. */
  private static final Pattern CORE_CLASS = Pattern.compile("dev/muster/core/([\\w/$-]+)");

  private static final String BETWEEN =
      "actors know each other by messages only; put what both need into core.cell or core.event";

  private static final String INSIDE =
      "policies know core.scheduler.place alone, only scheduler.Placers knows policies,"
          + " and what a job is made of knows neither the job nor the scheduler";

  private Rooms() {}

  static List<String> breaches(List<ClassModel> classes) {
    return classes.stream().flatMap(Rooms::breaches).toList();
  }

  private static Stream<String> breaches(ClassModel model) {
    var user = model.thisClass().asInternalName();
    return usedBy(model).stream()
        .filter(used -> !allowed(packageOf(user), packageOf(used)) && !wires(user, used))
        .map(used -> says(user, used));
  }

  /** Packages by their names below core, with dots. */
  static boolean allowed(String user, String used) {
    if (user.equals(used)) {
      return ACTORS.contains(room(user)) || SHARED.contains(room(user));
    }
    if (SHARED.contains(room(used))) {
      int at = SHARED.indexOf(room(user));
      return ACTORS.contains(room(user)) || (at >= 0 && SHARED.indexOf(room(used)) >= at);
    }
    return ACTORS.contains(room(user)) && room(user).equals(room(used)) && isInward(user, used);
  }

  /** Inside one actor's room: replicated state uses nothing of its leader, a seam no one's side. */
  private static boolean isInward(String user, String used) {
    return switch (room(user)) {
      case "master" -> !user.startsWith("master.state") || used.startsWith("master.state");
      case SCHEDULER -> isTowardsTheSeam(user, used) || isPartOf(user, used);
      default -> true;
    };
  }

  /** The scheduler and its policies know the seam between them, and nothing beyond it. */
  private static boolean isTowardsTheSeam(String user, String used) {
    return used.equals(SEAM)
        || (used.equals(COMMIT) && COMMITTING.contains(user))
        || (used.equals(LOAD) && LOADED.contains(user));
  }

  /** A scheduler has jobs, and a job has parts. */
  private static boolean isPartOf(String user, String used) {
    return switch (user) {
      case SCHEDULER -> used.equals(JOB) || PARTS.contains(used);
      case JOB -> PARTS.contains(used);
      default -> false;
    };
  }

  /** The one class that knows which policies there are. */
  private static boolean wires(String user, String used) {
    return (user.equals(WIRING) || user.startsWith(WIRING + "$"))
        && packageOf(used).startsWith(SEAM + ".");
  }

  private static String room(String name) {
    return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
  }

  private static TreeSet<String> usedBy(ClassModel model) {
    var used = new TreeSet<String>();
    StreamSupport.stream(model.constantPool().spliterator(), false)
        .filter(Utf8Entry.class::isInstance)
        .flatMap(text -> CORE_CLASS.matcher(((Utf8Entry) text).stringValue()).results())
        .forEach(match -> used.add(match.group()));
    return used;
  }

  private static String packageOf(String className) {
    var below = className.substring("dev/muster/core/".length());
    return below.contains("/") ? below.substring(0, below.lastIndexOf('/')).replace('/', '.') : "";
  }

  private static String says(String user, String used) {
    boolean isOneActor = room(packageOf(user)).equals(room(packageOf(used)));
    return "%s uses %s: %s"
        .formatted(user.replace('/', '.'), used.replace('/', '.'), isOneActor ? INSIDE : BETWEEN);
  }
}
