package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.files.content.Content;
import dev.muster.files.serve.FileLocations.HeldOutputs;
import dev.muster.files.serve.FileLocations.Holder;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Outputs.OutputKey;
import dev.muster.files.serve.Peer;
import dev.muster.host.IoErrors;
import dev.muster.model.Edge;
import dev.muster.model.RunResult.LostInputs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sources as the cell knows them. It is asked each time, since nodes come and go.
 *
 * @param self what the cell calls this node
 * @param cell it has the files of submitters, and what lies in its home
 * @param sharesHome whether this node sees the home of the cell as its own
 */
public record CellSources(String self, Peer cell, boolean sharesHome) implements Sources {
  /** How many nodes are asked at the same time. */
  static final int MAX_PARALLEL = 64;

  /**
   * How long a node that holds inputs may be unreachable: its guardian may be restarting the node.
   */
  static final Duration RESTART_LIMIT = Duration.ofSeconds(20);

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
    return RESTART_LIMIT;
  }

  @Override
  public List<OutputHolders> outputs(Work work, Edge edge)
      throws IOException, InterruptedException {
    var stage = edge.stage();
    var holdings =
        cell.holdings(work.job(), stage, self).stream()
            .map(each -> read(work, edge, each))
            .toList();
    var answers = ask(work.job(), stage, holdings);
    Map<Integer, List<Peer>> holders = new TreeMap<>();
    for (var answer : answers) {
      for (int index : answer.held()) {
        if (!edge.isOneToOne() || index == work.index()) {
          holders.computeIfAbsent(index, _ -> new ArrayList<>()).add(answer.peer());
        }
      }
    }
    for (var holding : holdings) {
      if (isHere(holding.holder())) {
        holding.tasks().forEach(index -> holders.putIfAbsent(index, List.of()));
      }
    }
    checkNoneMissing(stage, holdings, answers, holders);
    return holders.entrySet().stream()
        .map(
            each ->
                new OutputHolders(new OutputKey(work.job(), stage, each.getKey()), each.getValue()))
        .toList();
  }

  /** What a task reads of a holding. */
  private static HeldOutputs read(Work work, Edge edge, HeldOutputs holding) {
    return edge.isOneToOne()
        ? new HeldOutputs(
            holding.holder(),
            holding.tasks().stream().filter(index -> index == work.index()).toList())
        : holding;
  }

  private record HolderAnswer(HeldOutputs expected, Peer peer, List<Integer> held, String problem) {
    /** Why an output that the node should hold cannot be had from it. */
    String excuse() {
      return problem.isEmpty() ? "no longer has it" : "does not answer: " + problem;
    }
  }

  private List<HolderAnswer> ask(long job, String stage, List<HeldOutputs> holdings)
      throws IOException, InterruptedException {
    var factory = Thread.ofVirtual().name("ask-", 0).factory();
    try (var threads = Executors.newFixedThreadPool(MAX_PARALLEL, factory)) {
      var questions = new ArrayList<Callable<HolderAnswer>>();
      for (var holding : holdings) {
        if (!isHere(holding.holder()) && !isLost(holding)) {
          questions.add(() -> ask(job, stage, holding));
        }
      }
      return threads.invokeAll(questions).stream().map(Future::resultNow).toList();
    }
  }

  private HolderAnswer ask(long job, String stage, HeldOutputs holding) {
    if (holding.holder().address().equals(Holder.UNKNOWN)) {
      return new HolderAnswer(holding, cell, List.of(), "its address is not known");
    }
    try {
      var peer = cell.neighbour(holding.holder());
      return new HolderAnswer(holding, peer, peer.held(job, stage), "");
    } catch (IOException unreachable) {
      return new HolderAnswer(holding, cell, List.of(), IoErrors.reason(unreachable));
    }
  }

  private static boolean isLost(HeldOutputs holding) {
    return holding.holder().equals(Holder.NOBODY);
  }

  private boolean isHere(Holder holder) {
    return holder.name().equals(self)
        || (sharesHome && holder.address().isEmpty() && !holder.equals(Holder.NOBODY));
  }

  /**
   * Copies elsewhere will do. An output that no node has is lost; one whose node does not answer
   * may be had later.
   */
  private static void checkNoneMissing(
      String stage,
      List<HeldOutputs> holdings,
      List<HolderAnswer> answers,
      Map<Integer, List<Peer>> holders)
      throws InputsMissing {
    List<Integer> lost = new ArrayList<>();
    var why = new ArrayList<String>();
    for (var holding : holdings) {
      var missing = isLost(holding) ? missing(holding, holders) : List.<Integer>of();
      if (!missing.isEmpty()) {
        lost.addAll(missing);
        why.add(0, named(stage, missing) + "is lost, and made again");
      }
    }
    for (var answer : answers) {
      var missing = missing(answer.expected(), holders);
      if (!missing.isEmpty()) {
        lost.addAll(answer.problem().isEmpty() ? missing : List.of());
        var holder = answer.expected().holder().name();
        var text = named(stage, missing) + "is on " + holder + ", which " + answer.excuse();
        why.add(answer.problem().isEmpty() ? 0 : why.size(), text);
      }
    }
    if (!why.isEmpty()) {
      throw new InputsMissing(why.getFirst(), new LostInputs(stage, lost));
    }
  }

  private static List<Integer> missing(HeldOutputs expected, Map<Integer, List<Peer>> holders) {
    return expected.tasks().stream().filter(task -> !holders.containsKey(task)).toList();
  }

  private static String named(String stage, List<Integer> missing) {
    return "the output of %s[%d]%s "
        .formatted(
            stage,
            missing.getFirst(),
            missing.size() == 1 ? "" : " and of %d more".formatted(missing.size() - 1));
  }

  /**
   * The nodes that have asked the cell for a content before, as one source: whoever of them has it.
   * If what comes is not what it should be, none of them is asked again for it.
   */
  record Neighbours(String self, Peer cell) implements FileSource {
    @Override
    public String name() {
      return "other nodes";
    }

    @Override
    public InputStream open(Content content, long from) throws IOException {
      return open(content, from, false);
    }

    @Override
    public InputStream open(Content content, long from, boolean yields) throws IOException {
      var problems = new ArrayList<String>();
      for (var holder : cell.holders(content, self)) {
        try {
          return holder.open(content, from, yields);
        } catch (NoSuchFileException notYet) {
          // It asked for the same and waits for it, or has dropped it.
        } catch (IOException unreachable) {
          problems.add(holder.name() + ": " + IoErrors.reason(unreachable));
        }
      }
      if (problems.isEmpty()) {
        throw new NoSuchFileException(content.sha256());
      }
      throw new IOException(String.join("; ", problems));
    }
  }
}
