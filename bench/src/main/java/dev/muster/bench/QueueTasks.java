package dev.muster.bench;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tasks of one job of a queue: each sleeps, and first writes its process into a ledger. */
final class QueueTasks {

  static final Resources SLOT = new Resources(1_000, 32L << 20);

  private final Path ledger;
  private final JobSpec spec;
  private int read;
  private final Set<Long> alive = new HashSet<>();

  QueueTasks(Path home, String name, String queue, String policy, int tasks, double seconds) {
    this.ledger = home.resolve(name + ".ledger");
    var command = "echo $$ >> " + ledger + "; exec sleep " + seconds;
    this.spec =
        JobSpec.of(name, StageSpec.of("s", tasks, SLOT, List.of("sh", "-c", command)))
            .withQueue(queue)
            .withPolicy(policy)
            .withHome(home.toString());
  }

  private QueueTasks(QueueTasks from, JobSpec spec) {
    this.ledger = from.ledger;
    this.spec = spec;
  }

  QueueTasks withTokens(int count) {
    return new QueueTasks(this, spec.withTokens(count));
  }

  JobSpec spec() {
    return spec;
  }

  /** How many of them run now. */
  int running() throws IOException {
    if (Files.exists(ledger)) {
      var lines = Files.readAllLines(ledger);
      lines.subList(read, lines.size()).forEach(line -> alive.add(Long.valueOf(line.strip())));
      read = lines.size();
    }
    alive.removeIf(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    return alive.size();
  }

  /** Whether each task that runs now is in a control group of its own. */
  boolean areConfined() throws IOException {
    for (long pid : alive) {
      var groups = Path.of("/proc/" + pid + "/cgroup");
      if (Files.exists(groups) && !Files.readString(groups).contains("muster")) {
        return false;
      }
    }
    return !alive.isEmpty();
  }
}
