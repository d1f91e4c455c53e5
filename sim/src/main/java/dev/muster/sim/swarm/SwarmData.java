package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent.FilesCached;
import dev.muster.model.ExternalInput;
import dev.muster.model.FileRef;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives jobs that are placed by estimates something to be near to, data and files, and makes tokens
 * scarce, so that there is something to correct.
 */
final class SwarmData {

  private static final int MAX_TOKENS = 6;
  private static final int MAX_INPUTS = 4;
  private static final int MAX_HOLDERS = 3;
  private static final int FILES = 8;
  private static final long MIB = 1L << 20;
  private static final int MAX_INPUT_MIB = 2_000;
  private static final int MAX_FILE_MIB = 400;

  /** How many times its memory a task may have in the end. */
  private static final int MAX_GROWTH = 6;

  private final Chance chance;
  private final int nodes;

  SwarmData(Chance chance, int nodes) {
    this.chance = chance;
    this.nodes = nodes;
  }

  JobSpec vary(JobSpec plain) {
    var job = plain.withStages(plain.stages().stream().map(this::vary).toList());
    return chance.nextInt(5) > 0 ? job.withTokens(1 + chance.nextInt(MAX_TOKENS)) : job;
  }

  private StageSpec vary(StageSpec plain) {
    var stage = chance.nextBoolean() ? plain.withInputs(inputs(plain.tasks())) : plain;
    stage = chance.nextInt(3) == 0 ? stage.withContents(files()) : stage;
    long memoryBytes = plain.resources().memoryBytes();
    return chance.nextInt(3) == 0
        ? stage.withMaxMemory(memoryBytes + chance.nextLong(MAX_GROWTH * memoryBytes))
        : stage;
  }

  /** Of all tasks or of one, on some nodes or nobody knows where. */
  private List<ExternalInput> inputs(int tasks) {
    List<ExternalInput> drawn = new ArrayList<>();
    for (int left = 1 + chance.nextInt(MAX_INPUTS); left > 0; left--) {
      long bytes = chance.nextLong(MAX_INPUT_MIB) * MIB;
      boolean isOfAll = chance.nextInt(4) == 0;
      int task = isOfAll ? ExternalInput.EVERY_TASK : chance.nextInt(tasks);
      drawn.add(new ExternalInput(bytes, holders(), task));
    }
    return drawn;
  }

  private List<Integer> holders() {
    List<Integer> drawn = new ArrayList<>();
    for (int left = chance.nextInt(MAX_HOLDERS + 1); left > 0; left--) {
      int node = chance.nextInt(nodes);
      if (!drawn.contains(node)) {
        drawn.add(node);
      }
    }
    return drawn;
  }

  private List<FileRef> files() {
    List<FileRef> drawn = new ArrayList<>();
    for (int file = chance.nextInt(FILES); file < FILES; file += 1 + chance.nextInt(FILES)) {
      drawn.add(new FileRef("f" + file, hash(file), chance.nextLong(MAX_FILE_MIB) * MIB, false));
    }
    return drawn;
  }

  private static String hash(int file) {
    return Integer.toHexString(file + 1).repeat(64);
  }

  /** What a machine has in its cache by now. */
  FilesCached cached() {
    var files = files().stream().map(FileRef::hashPrefix).distinct().toList();
    return new FilesCached(files);
  }
}
