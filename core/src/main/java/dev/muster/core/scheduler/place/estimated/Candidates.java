package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Resources;
import dev.muster.model.Where;

/**
 * Draws the nodes that come into question for a task: those that hold significant inputs, some of
 * their racks, some that are lightly loaded, some of all, and some that cache files which outweigh
 * the input. Where nodes are few, all of them.
 */
final class Candidates {

  /** How many nodes a task may have to choose from. */
  static final int MAX = 32;

  /** Where no more nodes will do than so many, all of them are candidates. */
  static final int FEW_NODES = 8;

  /** How many nodes are drawn from the rack of each holder. */
  private static final int RACK_MATES = 1;

  /**
   * How many nodes are drawn of all that are eligible: schedulers choose from one list of lightly
   * loaded nodes until there is another, and by then those may be the busiest.
   */
  private static final int ANY = 2;

  /** How many nodes are drawn that cache the largest file. */
  private static final int FILE_HOLDERS = 4;

  /** A draw that meets a node which will not do is repeated so often. */
  private static final int MAX_REDRAWS = 3;

  private final CellRacks racks;
  private final NodeLoads loads;
  private final Chance chance;
  private final int lightCandidates;
  private final IntList drawn = new IntList();

  /** The latest draw that met each node. */
  private int[] metIn = {};

  private int draw;
  private Resources need = Resources.NONE;

  Candidates(CellRacks racks, NodeLoads loads, Chance chance, int lightCandidates) {
    this.racks = racks;
    this.loads = loads;
    this.chance = chance;
    this.lightCandidates = lightCandidates;
  }

  /** For the task that the estimates are of; the same list again and again. */
  IntList draw(long nowNs, EstimatedStage stage, int task, CompletionEstimates estimates) {
    begin();
    need = estimates.need();
    var where = stage.tasks.spec().where();
    if (where.hasPreferences() && addPreferred(nowNs, stage, task, where)) {
      return drawn;
    }
    var eligible = stage.eligible();
    if (eligible.size() <= FEW_NODES) {
      for (int at = 0; at < eligible.size(); at++) {
        add(nowNs, stage, task, eligible.node(at));
      }
      return drawn;
    }
    addHolders(nowNs, stage, task, estimates.inputs);
    if (stage.files.totalBytes() > estimates.inputs.totalBytes()) {
      addCaching(nowNs, stage, task);
    }
    addLight(nowNs, stage, task);
    return drawn;
  }

  private void begin() {
    drawn.clear();
    if (metIn.length < racks.bound()) {
      metIn = new int[racks.bound()];
      draw = 0;
    }
    draw++;
  }

  /** Whether the task accepts no others: for good, or as long as its patience lasts. */
  private boolean addPreferred(long nowNs, EstimatedStage stage, int task, Where where) {
    var preferred = where.preferredBy(task);
    for (int node : preferred) {
      add(nowNs, stage, task, node);
    }
    return !preferred.isEmpty() && stage.insists(nowNs, task);
  }

  private void addHolders(long nowNs, EstimatedStage stage, int task, InputPlaces inputs) {
    var holders = inputs.holders();
    for (int i = 0; i < holders.size(); i++) {
      add(nowNs, stage, task, holders.at(i));
    }
    for (int i = 0; i < holders.size(); i++) {
      int rack = racks.rack(holders.at(i));
      for (int mate = 0; rack != CellRacks.NO_RACK && mate < RACK_MATES; mate++) {
        addOneOf(nowNs, stage, task, racks.members(rack));
      }
    }
  }

  private void addCaching(long nowNs, EstimatedStage stage, int task) {
    long hash = stage.files.firstHash();
    int holders = loads.files().holders(hash);
    for (int i = 0; i < Math.min(holders, FILE_HOLDERS); i++) {
      add(nowNs, stage, task, loads.files().holder(hash, chance.nextInt(holders)));
    }
  }

  /** Of the curated list, and of all that are eligible: more of these where that has none. */
  private void addLight(long nowNs, EstimatedStage stage, int task) {
    int wanted = drawn.size() + lightCandidates;
    int draws = lightCandidates * MAX_REDRAWS;
    for (int light = loads.lightCount(nowNs);
        light > 0 && drawn.size() < wanted && draws > 0;
        draws--) {
      add(nowNs, stage, task, loads.light(chance.nextInt(light)));
    }
    var eligible = stage.eligible();
    wanted += ANY;
    for (draws = (lightCandidates + ANY) * MAX_REDRAWS;
        drawn.size() < wanted && draws > 0;
        draws--) {
      add(nowNs, stage, task, eligible.node(chance.nextInt(eligible.size())));
    }
    if (drawn.isEmpty()) {
      for (int at = 0; at < eligible.size() && drawn.size() < lightCandidates; at++) {
        add(nowNs, stage, task, eligible.node(at));
      }
    }
  }

  private void addOneOf(long nowNs, EstimatedStage stage, int task, IntList some) {
    int before = drawn.size();
    for (int draws = 0; draws < MAX_REDRAWS && drawn.size() == before; draws++) {
      add(nowNs, stage, task, some.at(chance.nextInt(some.size())));
    }
  }

  private void add(long nowNs, EstimatedStage stage, int task, int node) {
    if (racks.position(node) == CellRacks.NOWHERE || metIn[node] == draw || drawn.size() == MAX) {
      return;
    }
    metIn[node] = draw;
    if (stage.mayUse(nowNs, task, node, racks.position(node), need)) {
      drawn.add(node);
    }
  }
}
