package dev.muster.process;

import dev.muster.process.directory.JobDirectory;
import dev.muster.process.guard.Guardian;
import dev.muster.process.journal.JournalEntry.RunStarted;
import dev.muster.process.journal.RunRecord;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.supervise.TaskProcesses;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The runs of earlier epochs of a node, before anything else happens in this one: whose process is
 * not on file is found by its mark while it still runs, and what belongs to no run is ended.
 */
final class Recovery {
  record RecoveredProcess(RunRecord record, ProcessRun run) {}

  private Recovery() {}

  /** By run, in the order in which they began. */
  static Map<Long, RecoveredProcess> all(Path home, RunContext context) {
    var byRun = new LinkedHashMap<Long, RecoveredProcess>();
    for (var record : context.durable().journal().records()) {
      var job = JobDirectory.of(home, record.launch().work().job());
      var run = new ProcessRun(record.launch(), job, context);
      byRun.put(record.launch().run(), new RecoveredProcess(record, run));
    }
    if (byRun.values().stream().anyMatch(each -> isToBeFound(each.record))) {
      var leaders = TaskProcesses.leaders();
      byRun.replaceAll((_, each) -> find(each, leaders, context));
    }
    var marks = byRun.values().stream().map(each -> each.run.mark()).collect(Collectors.toSet());
    Guardian.ofThisProcess().ifPresent(parent -> TaskProcesses.endOrphans(parent, marks));
    return byRun;
  }

  private static boolean isToBeFound(RunRecord record) {
    return record.end().isEmpty() && record.process().isEmpty() && record.isOfThisBoot();
  }

  private static RecoveredProcess find(
      RecoveredProcess recovered, Map<String, ProcessId> leaders, RunContext context) {
    var processId = leaders.get(recovered.run.mark());
    if (processId == null || !isToBeFound(recovered.record)) {
      return recovered;
    }
    context.durable().journal().add(new RunStarted(recovered.record.launch().run(), processId));
    return new RecoveredProcess(recovered.record.startedAs(processId), recovered.run);
  }
}
