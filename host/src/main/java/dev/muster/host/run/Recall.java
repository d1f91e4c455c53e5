package dev.muster.host.run;

import dev.muster.host.guard.Guardian;
import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Birth;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The runs of earlier lives of a node, before anything else happens in this one: whose process is
 * not on file is found by its mark while it still runs, and what belongs to no run is ended.
 */
final class Recall {

  /** What is known of a run, and the run that goes on with it. */
  record Recalled(Memory memory, Run run) {}

  private final Map<Long, Recalled> byRun = new LinkedHashMap<>();

  Recall(Path home, Means means) {
    for (var memory : means.past().journal().remembered()) {
      var job = JobDirectory.of(home, memory.launch().work().job());
      var run = new Run(memory.launch(), job, means);
      byRun.put(memory.launch().run(), new Recalled(memory, run));
    }
    if (byRun.values().stream().anyMatch(each -> isToBeFound(each.memory))) {
      var leaders = Processes.leaders();
      byRun.replaceAll((_, each) -> find(each, leaders, means));
    }
    endNobodys();
  }

  private static boolean isToBeFound(Memory memory) {
    return memory.end().isEmpty() && memory.process().isEmpty() && memory.isOfThisBoot();
  }

  private static Recalled find(Recalled recalled, Map<String, Birth> leaders, Means means) {
    var birth = leaders.get(recalled.run.mark());
    if (birth == null || !isToBeFound(recalled.memory)) {
      return recalled;
    }
    means.past().journal().started(recalled.memory.launch().run(), birth);
    return new Recalled(recalled.memory.startedAs(birth), recalled.run);
  }

  private void endNobodys() {
    var marks = byRun.values().stream().map(each -> each.run.mark()).collect(Collectors.toSet());
    Guardian.ofThisProcess().ifPresent(parent -> Processes.endOrphans(parent, marks));
  }

  /** In the order in which they began. */
  Map<Long, Recalled> all() {
    return byRun;
  }
}
