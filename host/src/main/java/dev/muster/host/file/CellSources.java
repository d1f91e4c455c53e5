package dev.muster.host.file;

import dev.muster.core.actor.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sources as the cell knows them. It is asked each time, since nodes come and go.
 *
 * @param self what the cell calls this node
 * @param cell it has the files of submitters, and what lies in its home
 * @param sharesHome whether this node sees the home of the cell as its own
 */
public record CellSources(String self, Peer cell, boolean sharesHome) implements Sources {

  /** So long may a node be silent that holds inputs; its guardian may be starting it again. */
  static final Duration SILENCE_LIMIT = Duration.ofSeconds(20);

  @Override
  public boolean seesFiles() {
    return sharesHome;
  }

  @Override
  public List<FileSource> contents(Work work) {
    return List.of(new Neighbours(self, cell), cell);
  }

  @Override
  public Duration patience() {
    return SILENCE_LIMIT;
  }

  @Override
  public List<Placement> outputs(Work work, String stage) throws IOException, InterruptedException {
    var asked = new ArrayList<RollCall.Asked>();
    for (var holding : cell.holdings(work.job(), stage, self)) {
      if (!isHere(holding.holder())) {
        asked.add(new RollCall.Asked(holding, cell.neighbour(holding.holder())));
      }
    }
    var answers = new RollCall(work.job(), stage).answers(asked);
    Map<Integer, List<Peer>> holders = new TreeMap<>();
    for (var answer : answers) {
      for (int index : answer.held()) {
        holders.computeIfAbsent(index, _ -> new ArrayList<>()).add(answer.asked().peer());
      }
    }
    for (var answer : answers) {
      check(stage, answer, holders);
    }
    return placements(work, stage, holders);
  }

  private boolean isHere(Board.Holder holder) {
    return holder.name().equals(self) || (sharesHome && holder.address().isEmpty());
  }

  /** Copies elsewhere will do; what nobody else has is missing. */
  private static void check(String stage, RollCall.Answer answer, Map<Integer, List<Peer>> holders)
      throws IOException {
    var holding = answer.asked().holding();
    var missing = holding.tasks().stream().filter(task -> !holders.containsKey(task)).toList();
    if (!missing.isEmpty()) {
      throw new IOException(
          "the output of %s[%d]%s is on %s, which %s"
              .formatted(
                  stage,
                  missing.getFirst(),
                  missing.size() == 1 ? "" : " and of %d more".formatted(missing.size() - 1),
                  holding.holder().name(),
                  answer.excuse()));
    }
  }

  private static List<Placement> placements(
      Work work, String stage, Map<Integer, List<Peer>> holders) {
    return holders.entrySet().stream()
        .map(
            each ->
                new Placement(new TaskOutput(work.job(), stage, each.getKey()), each.getValue()))
        .toList();
  }
}
