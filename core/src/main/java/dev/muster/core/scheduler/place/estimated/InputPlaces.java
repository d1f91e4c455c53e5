package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of what a task reads are on each node and in each rack, so that the I/O time of
 * any candidate is three divisions, however many inputs there are.
 *
 * <p>Tasks that read the same come one after another, and share what was summed up for the first.
 */
final class InputPlaces {

  /** How many holders of significant inputs become candidates, the largest first. */
  static final int MAX_HOLDERS = 8;

  private final CellRacks racks;
  private final CompletionModel model;
  private final double significantShare;
  private @Nullable TaskInputs loaded;
  private long[] onNode = {};
  private long[] inRack = {};

  /** The input for which a rack was counted last; several of its nodes may hold one. */
  private int[] countedFor = {};

  private final IntList touched = new IntList();
  private final IntList touchedRacks = new IntList();
  private final IntList holders = new IntList();
  private long totalBytes;

  InputPlaces(CellRacks racks, CompletionModel model, double significantShare) {
    this.racks = racks;
    this.model = model;
    this.significantShare = significantShare;
  }

  /** Nodes may have come or gone, outputs been lost. */
  void forget() {
    loaded = null;
  }

  void load(TaskInputs inputs) {
    if (inputs == loaded) {
      return;
    }
    clear();
    loaded = inputs;
    totalBytes = inputs.totalBytes();
    for (int input = 0; input < inputs.count(); input++) {
      for (int index = 0; index < inputs.holders(input); index++) {
        add(inputs.holder(input, index), input, inputs.bytes(input));
      }
    }
    chooseHolders();
  }

  private void clear() {
    for (int i = 0; i < touched.size(); i++) {
      onNode[touched.at(i)] = 0;
    }
    for (int i = 0; i < touchedRacks.size(); i++) {
      inRack[touchedRacks.at(i)] = 0;
    }
    touched.clear();
    touchedRacks.clear();
    if (onNode.length < racks.bound()) {
      onNode = new long[racks.bound()];
    }
    if (inRack.length < racks.racks()) {
      inRack = new long[racks.racks()];
      countedFor = new int[racks.racks()];
    }
    Arrays.fill(countedFor, -1);
  }

  private void add(int node, int input, long bytes) {
    if (racks.position(node) == CellRacks.NOWHERE || bytes == 0) {
      return; // a holder that is gone: the bytes come from afar
    }
    if (onNode[node] == 0) {
      touched.add(node);
    }
    onNode[node] += bytes;
    int rack = racks.rack(node);
    if (rack != CellRacks.NO_RACK && countedFor[rack] != input) {
      countedFor[rack] = input;
      if (inRack[rack] == 0) {
        touchedRacks.add(rack);
      }
      inRack[rack] += bytes;
    }
  }

  /** Of those that hold a significant share the largest; of equal ones the first. */
  private void chooseHolders() {
    holders.clear();
    long least = Math.max(1, (long) (totalBytes * significantShare));
    for (int i = 0; i < touched.size(); i++) {
      int node = touched.at(i);
      if (onNode[node] >= least) {
        holders.add(node);
        for (int at = holders.size() - 1; at > 0; at--) {
          if (onNode[holders.at(at)] <= onNode[holders.at(at - 1)]) {
            break;
          }
          holders.swap(at, at - 1);
        }
        if (holders.size() > MAX_HOLDERS) {
          holders.removeLast();
        }
      }
    }
  }

  /** The nodes that hold significant inputs. */
  IntList holders() {
    return holders;
  }

  long totalBytes() {
    return totalBytes;
  }

  /** How long the task reads on this node, one input after another. */
  long readNs(int node) {
    if (totalBytes == 0) {
      return 0;
    }
    long local = onNode[node];
    int rack = racks.rack(node);
    long near = rack == CellRacks.NO_RACK ? local : inRack[rack];
    return model.readNs(local, InputDistance.LOCAL)
        + model.readNs(near - local, InputDistance.RACK)
        + model.readNs(totalBytes - near, InputDistance.REMOTE);
  }
}
