package dev.muster.cli.run;

import dev.muster.cli.console.Json;
import dev.muster.core.master.state.cell.Audit;
import dev.muster.core.master.state.cell.Audit.OwnerActivity;
import dev.muster.daemon.CellAudit;
import dev.muster.host.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What schedulers claimed while a cell lived, as one JSON object in a file. */
final class AuditFile {

  private static final long NS_PER_MS = 1_000_000;

  private record AuditEntry(
      List<SchedulerEntry> schedulers, List<TransactionEntry> lastTransactions) {}

  private record SchedulerEntry(
      int scheduler,
      long transactions,
      long accepted,
      Map<String, Long> refused,
      long released,
      long preempting,
      long preempted,
      HeldEntry held) {}

  private record HeldEntry(
      long claims, long jobs, long cpuMillis, long memoryBytes, Map<String, Long> named) {}

  private record TransactionEntry(
      long atMs, int scheduler, long claims, long accepted, long released, long preempted) {}

  private AuditFile() {}

  /** Writes the audit of a closed cell, if the user chose a file; the reason where that fails. */
  static Optional<String> write(Optional<Path> file, Supplier<CellAudit> audit) {
    return file.flatMap(chosen -> write(chosen, audit.get()));
  }

  private static Optional<String> write(Path file, CellAudit audit) {
    try {
      Files.writeString(file, Json.tree(entry(audit)) + "\n");
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of("can't write the audit: " + IoErrors.reason(refused));
    }
  }

  private static AuditEntry entry(CellAudit audit) {
    return new AuditEntry(
        audit.schedulers().stream().map(AuditFile::scheduler).toList(),
        audit.transactions().stream().map(AuditFile::transaction).toList());
  }

  private static SchedulerEntry scheduler(OwnerActivity account) {
    var refused = new LinkedHashMap<String, Long>();
    account
        .rejections()
        .forEach((why, count) -> refused.put(why.name().toLowerCase(Locale.ROOT), (long) count));
    var held = account.resourcesHeld();
    return new SchedulerEntry(
        account.owner(),
        account.transactions(),
        account.accepted(),
        refused,
        account.released(),
        account.preempting(),
        account.preempted(),
        new HeldEntry(
            account.claimsHeld(),
            account.jobsHeld(),
            held.cpuMillis(),
            held.memoryBytes(),
            held.named()));
  }

  private static TransactionEntry transaction(Audit.TransactionLine line) {
    return new TransactionEntry(
        line.atNs() / NS_PER_MS,
        line.owner(),
        line.claims(),
        line.accepted(),
        line.releases(),
        line.preempted());
  }
}
