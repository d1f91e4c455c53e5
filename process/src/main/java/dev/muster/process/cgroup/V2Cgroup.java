package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.model.Usage;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The group of one run. In version 2 a group takes whole processes only, never the one thread of
 * ours that starts something; so a shell goes in first and executes the program there.
 */
final class V2Cgroup implements Cgroup {
  private static final String SHELL = "/bin/sh";
  private static final String GO_IN = "echo 0 >\"$0\" && exec \"$@\"";
  private static final String PROCS = "cgroup.procs";
  private static final String KILL = "1";
  private static final String FREEZE = "cgroup.freeze";
  private static final String LEAST_WEIGHT = "1";
  private static final String USUAL_IO = "default 100";
  private static final String LEAST_IO = "default 1";
  private static final long MICRO_NS = 1_000;

  private final Path directory;
  private final boolean limits;
  private final String weight;
  private final Members members;

  V2Cgroup(Path directory, boolean limits, String weight) {
    this.directory = directory;
    this.limits = limits;
    this.weight = weight;
    this.members = new Members(directory.resolve(PROCS));
  }

  @Override
  public SpawnRequest adapt(SpawnRequest start) {
    var door = directory.resolve(PROCS).toString();
    return start.through(SHELL, List.of(SHELL, "-c", GO_IN, door));
  }

  @Override
  public String ticket() {
    return new CgroupTicket(CgroupTree.name(directory), List.of(Long.valueOf(weight))).toString();
  }

  /** The freezer comes first: a weight that is refused must keep nobody from going on. */
  @Override
  public boolean pace(Pace pace) {
    boolean done = tryWrite(FREEZE, pace == Pace.FROZEN ? "1" : "0");
    if (limits) {
      tryWrite("cpu.weight", pace == Pace.FULL ? weight : LEAST_WEIGHT);
      tryWrite("io.weight", pace == Pace.FULL ? USUAL_IO : LEAST_IO);
    }
    return done;
  }

  /** What this kernel does not know, or refuses, is left as it is. */
  private boolean tryWrite(String file, String text) {
    try {
      write(file, text);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private void write(String file, String text) throws IOException {
    ControlFile.write(directory.resolve(file), text);
  }

  @Override
  public List<Long> processes() {
    try {
      return members.list();
    } catch (IOException gone) {
      return List.of();
    }
  }

  @Override
  public void end(boolean force) {
    try {
      if (force) {
        kill();
      } else {
        members.end(false);
        write(FREEZE, "0");
      }
    } catch (IOException gone) {
      // Then nobody is in it.
    }
  }

  /** Kills all processes at once, also those that are being forked. */
  private void kill() throws IOException {
    ControlFile.write(directory.resolve("cgroup.kill"), KILL);
  }

  @Override
  public Cgroup.CgroupUsage finish() {
    try {
      members.clear(this::kill);
      return spent();
    } catch (IOException broken) {
      return Cgroup.CgroupUsage.UNKNOWN;
    } finally {
      CgroupTree.removeEmpty(directory);
    }
  }

  @Override
  public Usage usage() {
    try {
      return spent().usage();
    } catch (IOException gone) {
      return Usage.NONE;
    }
  }

  private Cgroup.CgroupUsage spent() throws IOException {
    long cpuNs = number("cpu.stat", "usage_usec") * MICRO_NS;
    if (!limits) {
      return new Cgroup.CgroupUsage(false, new Usage(cpuNs, 0, 0, 0));
    }
    var peak = directory.resolve("memory.peak");
    long peakBytes = Files.exists(peak) ? Long.parseLong(Files.readString(peak).strip()) : 0;
    return new Cgroup.CgroupUsage(
        number("memory.events", "oom_kill") > 0, new Usage(cpuNs, peakBytes, 0, 0));
  }

  private long number(String file, String argument) throws IOException {
    return ControlFile.number(Files.readString(directory.resolve(file)), argument);
  }
}
