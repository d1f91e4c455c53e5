package dev.muster.host.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.host.run.spawn.Birth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processes of this computer that belong to tasks, found by what they have in their
 * environment: that is inherited, so a process that left its family is found as well. Where there
 * is no {@code /proc} none is found, and only families remain.
 */
final class Processes {

  private static final Path PROC = Path.of("/proc");

  /**
   * A process and the task it came from.
   *
   * @param mark its {@code MUSTER_OUTPUT}
   * @param node its {@code MUSTER_NODE}
   */
  record Owned(ProcessHandle handle, String mark, String node) {}

  private Processes() {}

  static List<Owned> owned() {
    var owned = new ArrayList<Owned>();
    if (!Files.isDirectory(PROC)) {
      return owned;
    }
    var self = ProcessHandle.current();
    ProcessHandle.allProcesses()
        .filter(handle -> !handle.equals(self))
        .forEach(handle -> addOwned(handle, owned));
    return owned;
  }

  /** The first process of each task that runs, by its mark: it leads the session of the others. */
  static Map<String, Birth> leaders() {
    var leaders = new HashMap<String, Birth>();
    for (var each : owned()) {
      int pid = (int) each.handle().pid();
      if (Birth.leads(pid)) {
        Birth.of(pid).ifPresent(birth -> leaders.merge(each.mark(), birth, Processes::elder));
      }
    }
    return leaders;
  }

  /** A task may make sessions of its own, but not before its first. */
  private static Birth elder(Birth one, Birth other) {
    return one.startTick() <= other.startTick() ? one : other;
  }

  /** Ends, by force, what came to this parent from tasks other than those with these marks. */
  static void endOrphans(long parent, Set<String> marks) {
    owned().stream()
        .filter(each -> !marks.contains(each.mark()))
        .map(Owned::handle)
        .filter(handle -> handle.parent().filter(its -> its.pid() == parent).isPresent())
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static void addOwned(ProcessHandle handle, List<Owned> owned) {
    var environment = environment(handle.pid());
    var mark = value(environment, Environment.OUTPUT);
    if (!mark.isEmpty()) {
      owned.add(new Owned(handle, mark, value(environment, Environment.NODE)));
    }
  }

  /** One byte a character, so that it can be searched; empty for one that is gone or not ours. */
  private static String environment(long pid) {
    try {
      var file = PROC.resolve(Long.toString(pid)).resolve("environ");
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (IOException notForUs) {
      return "";
    }
  }

  private static String value(String environment, String name) {
    var start = name + "=";
    int at = environment.startsWith(start) ? 0 : environment.indexOf('\0' + start) + 1;
    if (at == 0 && !environment.startsWith(start)) {
      return "";
    }
    int from = at + start.length();
    int end = environment.indexOf('\0', from);
    var value = environment.substring(from, end < 0 ? environment.length() : end);
    return new String(value.getBytes(ISO_8859_1), UTF_8);
  }
}
