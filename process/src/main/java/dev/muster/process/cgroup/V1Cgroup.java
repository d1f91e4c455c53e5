package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.host.Waits;
import dev.muster.model.Resources;
import dev.muster.model.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A directory of one name in each of the older kernel's hierarchies, used by one run after another.
 *
 * <p>No freezer is needed to end all in it: once no process may be added, one round of killing
 * leaves nobody who could have forked in between.
 */
final class V1Cgroup implements Cgroup {
  /**
   * What may stay charged to a group that is used again: the kernel charges ahead, and frees what
   * belonged to processes only some time after them.
   */
  static final long REUSE_LIMIT_BYTES = 2L << 20;

  private static final int LOOKS = 1_000;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);
  private static final long CPU_OF_A_STARTER = 1_000;
  private static final long LEAST_CPU_MILLIS = 0;
  private static final byte[] THIS_THREAD = {'0'};
  private static final byte[] ZERO = {'0'};
  private static final Resources NOT_YET = new Resources(-1, -1);
  private static final String OOM_KILLS = "oom_kill";

  private final V1Cgroups owner;
  private final Map<String, Path> directories;
  private final List<ControlFile> files = new ArrayList<>();
  private final List<ControlFile> doors = new ArrayList<>();
  private final ControlFile peak;
  private final ControlFile charged;
  private final ControlFile oomControl;
  private final ControlFile cpuUsed;
  private final ControlFile count;
  private final Members members;
  private final V1Freezer freezer;
  private final boolean keepOpen;
  private Resources limits = NOT_YET;
  private long limitBytes;
  private long weightMillis = -1;
  private long cpuBeforeNs;
  private long oomKillsBefore;
  private boolean closed;
  private boolean foreign;

  private V1Cgroup(
      V1Cgroups owner, Map<String, Path> directories, V1Freezer freezer, boolean keepOpen) {
    this.owner = owner;
    this.freezer = freezer;
    this.directories = directories;
    this.keepOpen = keepOpen;
    for (var directory : directories.values().stream().distinct().toList()) {
      doors.add(file(directory.resolve("tasks")));
    }
    this.peak = file(in(V1Cgroups.MEMORY, "memory.max_usage_in_bytes"));
    this.charged = file(in(V1Cgroups.MEMORY, "memory.usage_in_bytes"));
    this.oomControl = file(in(V1Cgroups.MEMORY, "memory.oom_control"));
    this.cpuUsed = file(in(V1Cgroups.CPU_ACCOUNT, "cpuacct.usage"));
    this.members = new Members(in(V1Cgroups.PROCESSES, "cgroup.procs"));
    this.count = file(in(V1Cgroups.PROCESSES, "pids.current"));
  }

  static V1Cgroup create(
      V1Cgroups owner, Map<String, Path> directories, V1Freezer freezer, boolean keepOpen)
      throws IOException {
    for (var directory : directories.values().stream().distinct().toList()) {
      Files.createDirectory(directory);
    }
    var group = new V1Cgroup(owner, directories, freezer, keepOpen);
    // With a limit on memory alone, a task over it would go on in swap, slower than anybody likes.
    ControlFile.write(group.in(V1Cgroups.MEMORY, "memory.swappiness"), "0");
    group.open();
    return group;
  }

  static V1Cgroup find(
      V1Cgroups owner, Map<String, Path> directories, V1Freezer freezer, CgroupTicket ticket)
      throws IOException {
    var group = new V1Cgroup(owner, directories, freezer, false);
    group.foreign = true;
    group.limitBytes =
        Long.parseLong(
            Files.readString(group.in(V1Cgroups.MEMORY, "memory.limit_in_bytes")).strip());
    group.cpuBeforeNs = ticket.before(0);
    group.oomKillsBefore = ticket.before(1);
    group.limits = new Resources(ticket.before(2), group.limitBytes);
    return group;
  }

  @Override
  public String ticket() {
    var name = CgroupTree.name(V1Cgroups.directory(directories, V1Cgroups.MEMORY));
    return new CgroupTicket(name, List.of(cpuBeforeNs, oomKillsBefore, limits.cpuMillis()))
        .toString();
  }

  private ControlFile file(Path path) {
    var file = new ControlFile(path);
    files.add(file);
    return file;
  }

  private Path in(String controller, String file) {
    return V1Cgroups.directory(directories, controller).resolve(file);
  }

  void prepare(Resources needs) throws IOException {
    if (closed) {
      open();
    }
    if (needs.memoryBytes() != limits.memoryBytes()) {
      limitBytes = Math.max(needs.memoryBytes(), Cgroups.LEAST_MEMORY_BYTES);
      ControlFile.write(in(V1Cgroups.MEMORY, "memory.limit_in_bytes"), Long.toString(limitBytes));
    }
    writeShares(needs.cpuMillis());
    limits = needs;
    cpuBeforeNs = cpuUsed.number();
    peak.write(ZERO);
  }

  @Override
  public void enter() throws IOException {
    if (!owner.isIn(this)) {
      for (var door : doors) {
        door.write(THIS_THREAD);
      }
      owner.moved(this);
    }
    cpuBeforeNs = cpuUsed.number();
    if (!keepOpen) {
      closeFiles();
    }
  }

  @Override
  public void leave() {
    owner.comeHome();
  }

  /** The freezer comes first: a weight that is refused must keep nobody from going on. */
  @Override
  public boolean pace(Pace pace) {
    try {
      if (pace == Pace.FROZEN) {
        freezer.freeze(members);
      } else {
        freezer.thaw();
      }
      return true;
    } catch (IOException refused) {
      return false;
    } finally {
      weigh(pace);
    }
  }

  /** A minimal share: the group gets what the others leave. */
  private void weigh(Pace pace) {
    try {
      writeShares(pace == Pace.FULL ? limits.cpuMillis() : LEAST_CPU_MILLIS);
    } catch (IOException refused) {
      // Then it weighs what it did.
    }
  }

  @Override
  public List<Long> processes() {
    try {
      return members.list();
    } catch (IOException gone) {
      return List.of();
    }
  }

  private void writeShares(long cpuMillis) throws IOException {
    if (cpuMillis != weightMillis) {
      ControlFile.write(in(V1Cgroups.CPU, "cpu.shares"), V1Cgroups.shares(cpuMillis));
      weightMillis = cpuMillis;
    }
  }

  /** Frozen processes receive no signal, so they are signalled first and thawed then. */
  @Override
  public void end(boolean force) {
    try {
      if (force) {
        close();
      }
      members.end(force);
      freezer.thaw();
    } catch (IOException gone) {
      // Then nobody is in it.
    }
  }

  @Override
  public Cgroup.CgroupUsage finish() {
    try {
      boolean clear = count.number() == starters() || members.clear(this::strike);
      var spent = spent();
      giveBack(clear && !foreign && isLight(spent.usage().peakMemoryBytes()));
      return spent;
    } catch (IOException broken) {
      giveBack(false);
      return Cgroup.CgroupUsage.UNKNOWN;
    }
  }

  /** By files of its own: those of the group may be closed, and another run's soon. */
  @Override
  public Usage usage() {
    try {
      long cpuNs = number(V1Cgroups.CPU_ACCOUNT, "cpuacct.usage") - cpuBeforeNs;
      return new Usage(cpuNs, number(V1Cgroups.MEMORY, "memory.max_usage_in_bytes"), 0, 0);
    } catch (IOException gone) {
      return Usage.NONE;
    }
  }

  private long number(String controller, String file) throws IOException {
    return Long.parseLong(Files.readString(in(controller, file)).strip());
  }

  private int starters() {
    return owner.isIn(this) ? 1 : 0;
  }

  /** A starter stays in the group for the next run, unless its cpu share would be too small. */
  private void giveBack(boolean usable) {
    freezer.remove();
    if (owner.isIn(this) && !(usable && limits.cpuMillis() >= CPU_OF_A_STARTER)) {
      owner.comeHome();
    }
    owner.giveBack(this, usable);
  }

  private void strike() throws IOException {
    close();
    members.end(true);
    freezer.thaw();
  }

  private boolean isLight(long peakBytes) throws IOException {
    return peakBytes <= REUSE_LIMIT_BYTES || charged.number() <= REUSE_LIMIT_BYTES;
  }

  /** The kernel counts from run to run; only the difference belongs to this run. */
  private Cgroup.CgroupUsage spent() throws IOException {
    long cpuNs = cpuUsed.number();
    long peakBytes = peak.number();
    // Who has not come near the limit has not run into it: that saves most runs a look.
    long oomKills = peakBytes < limitBytes / 2 ? oomKillsBefore : oomControl.number(OOM_KILLS);
    var spent =
        new Cgroup.CgroupUsage(
            oomKills > oomKillsBefore, new Usage(cpuNs - cpuBeforeNs, peakBytes, 0, 0));
    oomKillsBefore = oomKills;
    return spent;
  }

  private synchronized void open() throws IOException {
    closed = false;
    limitProcesses(owner.processes());
  }

  private synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      limitProcesses(0);
    }
  }

  private void limitProcesses(int count) throws IOException {
    ControlFile.write(in(V1Cgroups.PROCESSES, "pids.max"), Integer.toString(count));
  }

  boolean remove() {
    closeFiles();
    freezer.remove();
    directories.values().forEach(foreign ? CgroupTree::removeWithParent : CgroupTree::removeEmpty);
    return directories.values().stream().noneMatch(Files::exists);
  }

  /** As {@link #remove}, while the last thread or process is leaving. */
  void removeSoon() {
    for (int look = 0; look < LOOKS && !remove(); look++) {
      Waits.pause(BETWEEN_LOOKS);
    }
  }

  private void closeFiles() {
    files.forEach(ControlFile::close);
  }
}
