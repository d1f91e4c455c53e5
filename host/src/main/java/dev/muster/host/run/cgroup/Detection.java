package dev.muster.host.run.cgroup;

import dev.muster.host.Refusal;
import dev.muster.model.Resources;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Finds out what control groups this process may make, by making some. */
final class Detection {

  private static final AtomicBoolean SAID = new AtomicBoolean();

  private final int processes;

  /**
   * @param processes how many processes and threads a run may have at a time
   */
  Detection(int processes) {
    this.processes = processes;
  }

  Groups open(Set<String> tickets) {
    try {
      return tried(find(Ticket.names(tickets)));
    } catch (IOException refused) {
      sayOnce(refused);
      return Groups.PLAIN;
    }
  }

  private Groups find(Set<String> kept) throws IOException {
    var mounts = Mount.all();
    for (var mount : mounts) {
      if (mount.isV2() && controllers(mount.own()).containsAll(V2Groups.CONTROLLERS)) {
        return openV2(mount.own(), kept);
      }
    }
    return openV1(mounts, kept);
  }

  /** Better without groups than with tasks that do not start for want of one. */
  private static Groups tried(Groups groups) throws IOException {
    try {
      groups.take(new Resources(1_000, Groups.LEAST_MEMORY_BYTES)).finish();
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

  private Groups openV2(Path own, Set<String> kept) throws IOException {
    Trees.removeAbandoned(own, kept);
    var root = Trees.create(own);
    try {
      V2Groups.delegate(own, root);
      return new V2Groups(root, true, processes);
    } catch (IOException refused) {
      Trees.removeWithParent(root);
      throw refused;
    }
  }

  private Groups openV1(List<Mount> mounts, Set<String> kept) throws IOException {
    var own = new HashMap<String, Path>();
    for (var controller : V1Groups.CONTROLLERS) {
      own.put(controller, place(mounts, controller));
    }
    find(mounts, V1Groups.FREEZER).ifPresent(place -> own.put(V1Groups.FREEZER, place));
    var roots = new HashMap<Path, Path>();
    try {
      for (var directory : own.values()) {
        if (!roots.containsKey(directory)) {
          Trees.removeAbandoned(directory, kept);
          roots.put(directory, Trees.create(directory));
        }
      }
      return new V1Groups(own, translate(own, roots), processes);
    } catch (IOException refused) {
      roots.values().forEach(Trees::removeWithParent);
      throw refused;
    }
  }

  private static Map<String, Path> translate(Map<String, Path> own, Map<Path, Path> roots) {
    var translated = new HashMap<String, Path>();
    own.forEach(
        (controller, directory) -> {
          var root = roots.get(directory);
          if (root != null) {
            translated.put(controller, root);
          }
        });
    return translated;
  }

  private static Optional<Path> find(List<Mount> mounts, String controller) {
    return mounts.stream()
        .filter(mount -> mount.controllers().contains(controller))
        .map(Mount::own)
        .findFirst();
  }

  private static Path place(List<Mount> mounts, String controller) throws IOException {
    return find(mounts, controller)
        .orElseThrow(() -> new IOException("no control groups for " + controller));
  }

  private static void sayOnce(IOException why) {
    if (SAID.compareAndSet(false, true)) {
      System.getLogger(Detection.class.getPackageName())
          .log(Level.WARNING, "tasks run without limits on memory and cpu: " + Refusal.reason(why));
    }
  }
}
