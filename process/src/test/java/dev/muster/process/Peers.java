package dev.muster.process;

import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Sources;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import dev.muster.host.IoErrors;
import dev.muster.model.Edge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A few nodes that all know of each other: whoever wants something asks them all.
 *
 * @param nodes the other nodes
 * @param submitters further ones that have files, but no outputs
 */
record Peers(List<Peer> nodes, List<FileSource> submitters) implements Sources {
  public Peers {
    nodes = List.copyOf(nodes);
    submitters = List.copyOf(submitters);
  }

  @Override
  public List<FileSource> contents(Work work) {
    var all = new ArrayList<FileSource>(nodes);
    all.addAll(submitters);
    return all;
  }

  @Override
  public List<OutputHolders> outputs(Work work, Edge edge) throws IOException {
    var stage = edge.stage();
    Map<Integer, List<Peer>> holders = new TreeMap<>();
    for (var node : nodes) {
      for (int index : held(node, work.job(), stage)) {
        if (!edge.isOneToOne() || index == work.index()) {
          holders.computeIfAbsent(index, nobodyYet -> new ArrayList<>()).add(node);
        }
      }
    }
    return holders.entrySet().stream()
        .map(
            each ->
                new OutputHolders(
                    new Outputs.OutputKey(work.job(), stage, each.getKey()), each.getValue()))
        .toList();
  }

  private static List<Integer> held(Peer node, long job, String stage) throws IOException {
    try {
      return node.held(job, stage);
    } catch (IOException silent) {
      throw new IOException(
          node.name() + " does not say what it holds: " + IoErrors.reason(silent), silent);
    }
  }
}
