package dev.muster.process.cgroup;

import static java.util.Objects.requireNonNull;

import dev.muster.host.IoErrors;
import dev.muster.model.Resources;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Finds out which control groups this process may make, by making some. */
record CgroupDetection(int processes) {
  private static final AtomicBoolean SAID = new AtomicBoolean();

  Cgroups open(Set<String> tickets) {
    try {
      return tried(find(CgroupTicket.names(tickets)));
    } catch (IOException refused) {
      sayOnce(refused);
      return Cgroups.PLAIN;
    }
  }

  private Cgroups find(Set<String> recovered) throws IOException {
    var mounts = Mount.all();
    for (var mount : mounts) {
      if (mount.isV2() && controllers(mount.own()).containsAll(V2Cgroups.CONTROLLERS)) {
        return openV2(mount.own(), recovered);
      }
    }
    return openV1(mounts, recovered);
  }

  /** Better without groups than with tasks that do not start for want of one. */
  private static Cgroups tried(Cgroups groups) throws IOException {
    try {
      groups.take(new Resources(1_000, Cgroups.LEAST_MEMORY_BYTES)).finish();
      return groups;
    } catch (IOException refused) {
      groups.close();
      throw refused;
    }
  }

  private static List<String> controllers(Path own) throws IOException {
    var file = own.resolve("cgroup.controllers");
    return Files.exists(file) ? List.of(Files.readString(file).strip().split(" ")) : List.of();
  }

  private Cgroups openV2(Path own, Set<String> recovered) throws IOException {
    CgroupTree.removeAbandoned(own, recovered);
    var root = CgroupTree.create(own);
    try {
      V2Cgroups.delegate(own, root);
      return new V2Cgroups(root, true, processes);
    } catch (IOException refused) {
      CgroupTree.removeWithParent(root);
      throw refused;
    }
  }

  private Cgroups openV1(List<Mount> mounts, Set<String> recovered) throws IOException {
    var own = new HashMap<String, Path>();
    for (var controller : V1Cgroups.CONTROLLERS) {
      own.put(controller, target(mounts, controller));
    }
    find(mounts, V1Cgroups.FREEZER).ifPresent(target -> own.put(V1Cgroups.FREEZER, target));
    var roots = new HashMap<Path, Path>();
    try {
      for (var directory : own.values()) {
        if (!roots.containsKey(directory)) {
          CgroupTree.removeAbandoned(directory, recovered);
          roots.put(directory, CgroupTree.create(directory));
        }
      }
      return new V1Cgroups(own, translate(own, roots), processes);
    } catch (IOException refused) {
      roots.values().forEach(CgroupTree::removeWithParent);
      throw refused;
    }
  }

  private static Map<String, Path> translate(Map<String, Path> own, Map<Path, Path> roots) {
    return own.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> requireNonNull(roots.get(each.getValue()))));
  }

  private static Optional<Path> find(List<Mount> mounts, String controller) {
    return mounts.stream()
        .filter(mount -> mount.controllers().contains(controller))
        .map(Mount::own)
        .findFirst();
  }

  private static Path target(List<Mount> mounts, String controller) throws IOException {
    return find(mounts, controller)
        .orElseThrow(() -> new IOException("no control groups for " + controller));
  }

  private static void sayOnce(IOException why) {
    if (SAID.compareAndSet(false, true)) {
      System.getLogger(CgroupDetection.class.getPackageName())
          .log(
              Level.WARNING, "tasks run without limits on memory and cpu: " + IoErrors.reason(why));
    }
  }

  /**
   * A hierarchy of control groups as this process sees it.
   *
   * @param controllers empty for the one of version 2
   * @param own the directory of the group in which this process is
   */
  record Mount(boolean isV2, Set<String> controllers, Path own) {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final Path MEMBERSHIPS = Path.of("/proc/self/cgroup");

    private static final int ROOT = 3;
    private static final int POINT = 4;

    static List<Mount> all() throws IOException {
      return parse(Files.readAllLines(MOUNTS), Files.readAllLines(MEMBERSHIPS));
    }

    static List<Mount> parse(List<String> mounts, List<String> memberships) {
      var found = new ArrayList<Mount>();
      for (var line : mounts) {
        var halves = line.split(" - ", 2);
        var fields = halves[0].split(" ");
        var kind = halves.length == 2 ? halves[1].split(" ") : new String[0];
        if (kind.length >= 3 && kind[0].startsWith("cgroup") && fields.length > POINT) {
          boolean v2 = kind[0].equals("cgroup2");
          var controllers = v2 ? Set.<String>of() : Set.copyOf(List.of(kind[2].split(",")));
          var group = membership(memberships, v2, controllers);
          found.add(new Mount(v2, controllers, directory(fields[POINT], fields[ROOT], group)));
        }
      }
      return found;
    }

    /** Lines are {@code 4:memory:/group} and, for version 2, {@code 0::/group}. */
    private static String membership(List<String> lines, boolean v2, Set<String> controllers) {
      for (var line : lines) {
        var fields = line.split(":", 3);
        boolean same =
            v2 ? fields[1].isEmpty() : controllers.containsAll(Set.of(fields[1].split(",")));
        if (same) {
          return fields[2];
        }
      }
      return "/";
    }

    /** A container may see only the part of the hierarchy below the root of the mount. */
    private static Path directory(String point, String root, String group) {
      var inside = group.startsWith(root) ? group.substring(root.length()) : group;
      return Path.of(point, inside);
    }
  }
}
