package dev.muster.cli.run;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.core.master.state.cell.Audit;
import dev.muster.core.master.state.cell.Audit.OwnerActivity;
import dev.muster.daemon.CellAudit;
import dev.muster.host.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** What schedulers claimed while a cell lived, as one JSON object in a file. */
final class AuditFile {

  private static final long NS_PER_MS = 1_000_000;

  private AuditFile() {}

  /**
   * Writes the audit where the user chose a file for it.
   *
   * @param audit of a cell that is closed
   * @return why the file could not be written, where it could not
   */
  static Optional<String> write(Optional<Path> file, Supplier<CellAudit> audit) {
    return file.flatMap(chosen -> write(chosen, audit.get()));
  }

  private static Optional<String> write(Path file, CellAudit audit) {
    try {
      Files.writeString(file, json(audit) + "\n");
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of("can't write the audit: " + IoErrors.reason(refused));
    }
  }

  private static JsonObject json(CellAudit audit) {
    var schedulers = new JsonArray();
    audit.schedulers().forEach(account -> schedulers.add(account(account)));
    var transactions = new JsonArray();
    audit.transactions().forEach(line -> transactions.add(transaction(line)));
    var object = new JsonObject();
    object.add("schedulers", schedulers);
    object.add("lastTransactions", transactions);
    return object;
  }

  private static JsonObject account(OwnerActivity account) {
    var entry = new JsonObject();
    entry.addProperty("scheduler", account.owner());
    entry.addProperty("transactions", account.transactions());
    entry.addProperty("accepted", account.accepted());
    var refused = new JsonObject();
    account
        .rejections()
        .forEach((why, count) -> refused.addProperty(why.name().toLowerCase(Locale.ROOT), count));
    entry.add("refused", refused);
    entry.addProperty("released", account.released());
    entry.addProperty("preempting", account.preempting());
    entry.addProperty("preempted", account.preempted());
    entry.add("held", held(account));
    return entry;
  }

  private static JsonObject held(OwnerActivity account) {
    var held = new JsonObject();
    held.addProperty("claims", account.claimsHeld());
    held.addProperty("jobs", account.jobsHeld());
    held.addProperty("cpuMillis", account.resourcesHeld().cpuMillis());
    held.addProperty("memoryBytes", account.resourcesHeld().memoryBytes());
    var named = new JsonObject();
    account.resourcesHeld().named().forEach(named::addProperty);
    held.add("named", named);
    return held;
  }

  private static JsonObject transaction(Audit.TransactionLine line) {
    var entry = new JsonObject();
    entry.addProperty("atMs", line.atNs() / NS_PER_MS);
    entry.addProperty("scheduler", line.owner());
    entry.addProperty("claims", line.claims());
    entry.addProperty("accepted", line.accepted());
    entry.addProperty("released", line.releases());
    entry.addProperty("preempted", line.preempted());
    return entry;
  }
}
