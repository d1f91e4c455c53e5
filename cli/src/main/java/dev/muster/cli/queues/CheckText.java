package dev.muster.cli.queues;

import dev.muster.cli.console.Columns;
import dev.muster.cli.queues.QueuesAnswer.CommitmentRow;
import dev.muster.cli.queues.QueuesAnswer.PlacedChange;
import dev.muster.model.file.Problem;
import dev.muster.model.queue.QueueChange;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;

/** A check of queues in lines for people. */
record CheckText(QueuesAnswer answer) {

  /** For standard error, as compilers say it. */
  List<String> complaints() {
    List<String> lines = new ArrayList<>();
    answer.problems().forEach(problem -> lines.add(answer.file() + ":" + problem));
    for (var each : answer.warnings()) {
      var message = "warning: " + each.message();
      lines.add(
          answer.file() + ":" + new Problem(each.line(), each.column(), each.field(), message));
    }
    return lines;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    int queues = answer.tree().queues().size();
    lines.add(
        "%s %s: %s, of which %s jobs; what is lent comes back after %s"
            .formatted(
                answer.file(),
                answer.problems().isEmpty() ? "is valid" : "is too much for a cell of that size",
                queues == 1 ? "1 queue" : Quantity.formatCount(queues) + " queues",
                answer.leaves() == 1 ? "1 takes" : Quantity.formatCount(answer.leaves()) + " take",
                Quantity.formatDuration(answer.tree().reclaimAfterNs())));
    lines.addAll(Columns.ofWords(table()));
    answer.changes().ifPresent(changes -> lines.addAll(changes(changes)));
    return lines;
  }

  private List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("queue", "line", "resource", "has", "guaranteed below", "left"));
    for (var row : answer.commitments()) {
      rows.add(
          List.of(
              row.queue(),
              Integer.toString(row.line()),
              row.resource(),
              row.has().text(),
              row.below().text(),
              left(row)));
    }
    return rows;
  }

  private static String left(CommitmentRow row) {
    if (row.tooMuch()) {
      return row.below().minus(row.has()).text() + " too much";
    }
    return row.has().minus(row.below()).text();
  }

  private List<String> changes(List<PlacedChange> changes) {
    return changes.isEmpty()
        ? List.of("nothing changes for any queue")
        : changes.stream()
            .map(each -> answer.file() + ":" + each.line() + ": " + text(each.change()))
            .toList();
  }

  private static String text(QueueChange change) {
    var values = name(change) + ": " + change.before() + " → " + change.after();
    return switch (change.kind()) {
      case APPEARS -> change.queue() + " appears, with " + change.after();
      case VANISHES -> change.queue() + " vanishes, and with it " + change.before();
      case LOSES -> change.queue() + " loses " + values + by(change, "less");
      case GAINS -> change.queue() + " gains " + values + by(change, "more");
      case CHANGES -> (change.queue().isEmpty() ? "" : change.queue() + " changes ") + values;
    };
  }

  private static String name(QueueChange change) {
    return switch (change.field()) {
      case "weight" -> "weight share";
      case "queues" -> "jobs";
      default -> change.field();
    };
  }

  private static String by(QueueChange change, String how) {
    return change.by().isEmpty() ? "" : " (" + change.by() + " " + how + ")";
  }
}
