package dev.muster.process.supervise;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.process.linux.ProcessId;
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
public final class TaskProcesses {
  private static final Path PROC = Path.of("/proc");

  /** Has the output directory of an attempt: no other has the same. */
  public static final String OUTPUT_VARIABLE = "MUSTER_OUTPUT";

  public static final String NODE_VARIABLE = "MUSTER_NODE";

  /**
   * A process and the task it came from.
   *
   * @param mark its {@code MUSTER_OUTPUT}
   * @param node its {@code MUSTER_NODE}
   */
  public record Owned(ProcessHandle handle, String mark, String node) {}

  private TaskProcesses() {}

  public static List<Owned> owned() {
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
  public static Map<String, ProcessId> leaders() {
    var leaders = new HashMap<String, ProcessId>();
    for (var each : owned()) {
      int pid = (int) each.handle().pid();
      if (ProcessId.leads(pid)) {
        ProcessId.of(pid).ifPresent(id -> leaders.merge(each.mark(), id, TaskProcesses::elder));
      }
    }
    return leaders;
  }

  /** A task may make sessions of its own, but not before its first. */
  private static ProcessId elder(ProcessId one, ProcessId other) {
    return one.startTick() <= other.startTick() ? one : other;
  }

  /** Ends, by force, what came to this parent from tasks other than those with these marks. */
  public static void endOrphans(long parent, Set<String> marks) {
    owned().stream()
        .filter(each -> !marks.contains(each.mark()))
        .map(Owned::handle)
        .filter(handle -> handle.parent().filter(its -> its.pid() == parent).isPresent())
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static void addOwned(ProcessHandle handle, List<Owned> owned) {
    var environment = environment(handle.pid());
    var mark = value(environment, OUTPUT_VARIABLE);
    if (!mark.isEmpty()) {
      owned.add(new Owned(handle, mark, value(environment, NODE_VARIABLE)));
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
