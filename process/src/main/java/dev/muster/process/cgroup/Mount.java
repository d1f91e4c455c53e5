package dev.muster.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
