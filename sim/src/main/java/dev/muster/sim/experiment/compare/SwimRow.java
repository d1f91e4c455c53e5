package dev.muster.sim.experiment.compare;

import static dev.muster.sim.experiment.compare.TraceRow.SECOND_NS;

import dev.muster.core.actor.Chance;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import dev.muster.sim.experiment.apollo.Replicas;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.machine.RackLayout;
import dev.muster.workload.trace.SwimJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * SWIM, Facebook 2009: a day of every second job, in a part of the time. The trace has bytes and no
 * tasks: a map reads one block, which has three replicas, and prefers a node that has it for a few
 * seconds; a reduce takes a part of what is shuffled. Each takes some time, and more by its bytes.
 */
final class SwimRow {

  private static final int EVERY = 2;
  private static final long LENGTH_NS = 600 * SECOND_NS;
  private static final double SPEED = 144;
  private static final long BLOCK_BYTES = 256_000_000;
  private static final long REDUCE_BYTES = 1_000_000_000;
  private static final long BASE_NS = 2 * SECOND_NS;

  /** What a task does with its bytes, besides reading them. */
  private static final double BYTES_PER_SECOND = 64e6;

  /** A larger job would have the cell to itself for the whole run: the one there is is left out. */
  private static final int MOST_TASKS = 3_000;

  private static final int CORES = 8;
  private static final int RACK_NODES = 20;
  private static final long PATIENCE_NS = 3 * SECOND_NS;
  private static final Resources SLOT = new Resources(1_000, 1L << 30);

  private SwimRow() {}

  static ComparedWork work(List<SwimJob> trace, long seed, double load) {
    var row = new TraceRow(seed, load, SLOT.times(CORES), TraceRow.each(1));
    List<SwimJob> taken = new ArrayList<>();
    for (int number = 0; number < trace.size(); number += EVERY) {
      if (maps(trace.get(number)) + reduces(trace.get(number)) <= MOST_TASKS) {
        taken.add(trace.get(number));
      }
    }
    var unplaced = taken.stream().map(SwimRow::job).toList();
    int nodes = Math.max(RACK_NODES, row.nodes(unplaced, LENGTH_NS));
    var chance = Chance.of(seed, "blocks");
    var jobs = unplaced.stream().map(job -> withBlocks(job, chance, nodes)).toList();
    return row.work(
            "a day of every second job of Facebook's in ten minutes, blocks of 256 MB on three nodes, load "
                + load
                + ", %d nodes of eight slots, %d jobs",
            jobs,
            nodes,
            2 * LENGTH_NS)
        .with(new RackLayout(RACK_NODES))
        .withLeast(SECOND_NS);
  }

  private static int maps(SwimJob job) {
    return (int) Math.max(1, Math.ceilDiv(job.inputBytes(), BLOCK_BYTES));
  }

  private static int reduces(SwimJob job) {
    return (int) Math.ceilDiv(job.shuffleBytes(), REDUCE_BYTES);
  }

  /** Of maps that read what they read; where is not said yet. */
  private static ComparedJob job(SwimJob job) {
    int maps = maps(job);
    int reduces = reduces(job);
    long[] mapNs = times(maps, job.inputBytes());
    var map = stage("map", maps).withInputs(blocks(job.inputBytes(), maps));
    long atNs = Math.round(job.submitNs() / SPEED);
    if (reduces == 0) {
      return new ComparedJob(atNs, "", JobSpec.of("job", map), new long[][] {mapNs});
    }
    long[] reduceNs = times(reduces, job.shuffleBytes() + job.outputBytes());
    var spec = JobSpec.of("job", map, stage("reduce", reduces).withAfter("map"));
    return new ComparedJob(atNs, "", spec, new long[][] {mapNs, reduceNs});
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, SLOT, List.of("modelled"));
  }

  private static long[] times(int tasks, long bytes) {
    long[] ns = new long[tasks];
    Arrays.fill(ns, BASE_NS + Math.round(1e9 * bytes / tasks / BYTES_PER_SECOND));
    return ns;
  }

  private static List<ExternalInput> blocks(long bytes, int maps) {
    List<ExternalInput> blocks = new ArrayList<>();
    for (int map = 0; map < maps; map++) {
      blocks.add(ExternalInput.of(bytes / maps).ofTask(map));
    }
    return blocks;
  }

  /** All policies know where blocks are: by inputs those that estimate, by preferences others. */
  private static ComparedJob withBlocks(ComparedJob job, Chance chance, int nodes) {
    var map = job.spec().stages().getFirst();
    List<ExternalInput> inputs = new ArrayList<>();
    List<List<Integer>> preferred = new ArrayList<>();
    for (var block : map.inputs()) {
      var placed = Replicas.draw(chance, nodes, RACK_NODES, block.bytes()).ofTask(inputs.size());
      inputs.add(placed);
      preferred.add(placed.on());
    }
    var where = Where.ANYWHERE.withPrefer(preferred, PATIENCE_NS);
    List<StageSpec> stages = new ArrayList<>(job.spec().stages());
    stages.set(0, map.withInputs(inputs).withWhere(where));
    return job.with(job.spec().withStages(stages));
  }
}
