package dev.muster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.host.IoErrors;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The user whose rights tasks have, where that is another one than ours.
 *
 * <p>{@code setpriv} changes over to it, after the process is in its group and has its files. A
 * thread of ours could do so for itself before it starts something, and be back sooner; but for
 * that moment any process of that user might signal it, and a signal to a thread may end all of
 * them.
 */
record TaskUser(String name, long uid, long gid, String home, String shell) {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
  private static final Path SELF = Path.of("/proc/self");

  /** Ours may lead through directories that only root can pass. */
  private static final String LOGIN_PATH = "/usr/local/bin:/usr/bin:/bin";

  private static final Set<PosixFilePermission> MEMBERS_MAY_READ =
      PosixFilePermissions.fromString("rwxr-x---");

  private static final int FIELDS = 7;
  private static final int OWNER_MAY_PASS = 0100;
  private static final int GROUP_MAY_PASS = 0010;
  private static final int OTHERS_MAY_PASS = 0001;

  /** Refuses, and says what is missing, where tasks cannot run as that user. */
  static TaskUser of(String name) {
    if (!isRoot()) {
      throw new IllegalArgumentException(
          "tasks can run as another user, " + name + ", only where Muster runs as root");
    }
    if (!Files.isExecutable(SETPRIV)) {
      throw new IllegalArgumentException(
          "tasks can run as another user only with " + SETPRIV + ": install util-linux");
    }
    return parse(name, entry(name));
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(SELF, "unix:uid"));
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  private static String entry(String name) {
    try {
      var getent = new ProcessBuilder("getent", "passwd", "--", name).start();
      var line = new String(getent.getInputStream().readAllBytes(), UTF_8).strip();
      getent.waitFor();
      return line;
    } catch (IOException refused) {
      throw new IllegalArgumentException("cannot look up users: " + IoErrors.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  /** As in {@code name:x:1000:1000:Full Name:/home/name:/bin/sh}. */
  static TaskUser parse(String name, String entry) {
    var fields = entry.split(":", -1);
    if (fields.length < FIELDS || !fields[0].equals(name)) {
      throw new IllegalArgumentException("there is no user `" + name + "` on this computer");
    }
    return new TaskUser(
        name, Long.parseLong(fields[2]), Long.parseLong(fields[3]), fields[5], fields[6]);
  }

  void mustReach(Path directory) {
    try {
      for (var step = directory; step != null; step = step.getParent()) {
        if (Files.exists(step) && !mayPass(step)) {
          throw new IllegalArgumentException(
              "user %s cannot reach %s: allow others to pass %s (chmod o+x), or choose another home"
                  .formatted(name, directory, step));
        }
      }
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("cannot look at " + directory, unreadable);
    }
  }

  private boolean mayPass(Path directory) throws IOException {
    var attributes = Files.readAttributes(directory, "unix:mode,uid,gid");
    int needed = OTHERS_MAY_PASS;
    if (uid == number(attributes, "uid")) {
      needed = OWNER_MAY_PASS;
    } else if (gid == number(attributes, "gid")) {
      needed = GROUP_MAY_PASS;
    }
    return uid == 0 || (number(attributes, "mode") & needed) != 0;
  }

  private static long number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Number number ? number.longValue() : -1;
  }

  SpawnRequest adapt(SpawnRequest start) {
    return start.through(
        SETPRIV.toString(),
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--init-groups", "--"));
  }

  /** What the user would find after a login, in place of ours. */
  Map<String, String> environment(Map<String, String> ours) {
    var changed = new HashMap<>(ours);
    changed.put("HOME", home);
    changed.put("USER", name);
    changed.put("LOGNAME", name);
    changed.put("SHELL", shell);
    changed.put("PATH", LOGIN_PATH);
    return changed;
  }

  /** Lets the user into the directory of the job, which is not for others. */
  void own(JobDirectory job, List<Path> directories) throws IOException {
    Files.setAttribute(job.root(), "unix:gid", (int) gid);
    Files.setPosixFilePermissions(job.root(), MEMBERS_MAY_READ);
    for (var directory : directories) {
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.setAttribute(directory, "unix:uid", (int) uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(directory, "unix:gid", (int) gid, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}
