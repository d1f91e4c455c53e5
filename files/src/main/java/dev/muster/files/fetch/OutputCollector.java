package dev.muster.files.fetch;

import dev.muster.files.content.Directories;
import dev.muster.files.content.FileCache;
import dev.muster.files.serve.Logs;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import dev.muster.files.serve.PeerRequest.Unreachable;
import dev.muster.host.IoErrors;
import dev.muster.model.Tier;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Brings to the submitter what the end of a job is about: what its last stages left and wrote, and
 * what its failed tasks wrote. It then lies in the submitter's home as if they had run there.
 */
public final class OutputCollector implements AutoCloseable {
  /** How much is brought for a job; the rest stays on its nodes. */
  public static final long LIMIT_BYTES = 1L << 30;

  public static final int LIMIT_FILES = 10_000;

  /** So many problems are reported one by one. */
  static final int MAX_REPORTED = 5;

  private static final String PREFIX = "harvest-";

  /**
   * @param stages those whose outputs and logs are wanted
   * @param failed tasks whose logs are wanted
   */
  public record Selection(long job, List<String> stages, List<TaskRef> failed) {
    public Selection {
      stages = List.copyOf(stages);
      failed = List.copyOf(failed);
    }
  }

  public record TaskRef(String stage, int index) {}

  /**
   * @param problems what is missing and why, in words for people
   * @param leftOut outputs beyond the limits, which stay on their nodes
   */
  public record Collected(List<String> problems, Set<Outputs.OutputKey> leftOut) {
    public Collected {
      problems = List.copyOf(problems);
      leftOut = Set.copyOf(leftOut);
    }
  }

  private final Outputs.Layout layout;
  private final Outputs outputs;
  private final Path directory;
  private final FileCache cache;
  private final Fetcher fetcher;
  private final TransferBudget allowance;
  private final List<String> problems = new ArrayList<>();
  private final Set<Outputs.OutputKey> leftOut = new HashSet<>();
  private int problemCount;

  private OutputCollector(Outputs.Layout layout, Path directory, TransferBudget allowance)
      throws IOException {
    this.layout = layout;
    this.outputs = new Outputs(layout);
    this.directory = directory;
    this.cache = FileCache.open(directory, allowance.bytes);
    this.fetcher = new Fetcher(cache);
    this.allowance = allowance;
  }

  public static OutputCollector open(Path home, Outputs.Layout layout) throws IOException {
    return open(home, layout, new TransferBudget(LIMIT_BYTES, LIMIT_FILES));
  }

  static OutputCollector open(Path home, Outputs.Layout layout, TransferBudget allowance)
      throws IOException {
    removeOrphans(home);
    return new OutputCollector(layout, Files.createTempDirectory(home, PREFIX), allowance);
  }

  /** What processes left that were killed at it; the others hold the locks of their caches. */
  private static void removeOrphans(Path home) throws IOException {
    try (var all = Files.newDirectoryStream(home, PREFIX + "*")) {
      for (var directory : all) {
        try (var _ = FileCache.open(directory, 0)) {
          Directories.remove(directory);
        } catch (IOException inUse) {
          // Then it is no orphan.
        }
      }
    }
  }

  /** Brings all that it can. */
  public Collected bring(Selection wish, List<Peer> nodes) throws InterruptedException {
    for (var node : nodes) {
      try {
        bringFrom(node, wish);
      } catch (Unreachable gone) {
        missing(node, "anything more", gone);
      }
    }
    return new Collected(reported(), leftOut);
  }

  private void bringFrom(Peer node, Selection wish) throws Unreachable, InterruptedException {
    for (var stage : wish.stages()) {
      attempt(node, "what " + stage + " left", () -> bringOutputs(node, wish.job(), stage));
      attempt(node, "the logs of " + stage, () -> bringLogs(node, wish.job(), stage));
    }
    for (var task : wish.failed()) {
      if (!wish.stages().contains(task.stage())) {
        var output = new Outputs.OutputKey(wish.job(), task.stage(), task.index());
        attempt(node, "the logs of " + output, () -> bringLogs(node, output));
      }
    }
  }

  private List<String> reported() {
    var reported = new ArrayList<>(problems);
    if (problemCount > MAX_REPORTED) {
      reported.add("and so on: %d such problems".formatted(problemCount));
    }
    if (allowance.refused > 0) {
      reported.add(
          "%s outputs and logs stay on their nodes, because all of it is more than %s or %s files"
              .formatted(
                  Quantity.formatCount(allowance.refused),
                  Quantity.formatBytes(allowance.bytes),
                  Quantity.formatCount(allowance.files)));
    }
    return reported;
  }

  private interface CollectStep {
    void take() throws IOException, InterruptedException;
  }

  /** Goes on with the next after whatever went wrong, unless the node is not there at all. */
  private void attempt(Peer node, String what, CollectStep step)
      throws Unreachable, InterruptedException {
    try {
      step.take();
    } catch (Unreachable gone) {
      throw gone;
    } catch (IOException refused) {
      missing(node, what, refused);
    }
  }

  private void missing(Peer node, String what, IOException why) {
    problemCount++;
    if (problems.size() < MAX_REPORTED) {
      problems.add(
          "cannot bring %s from %s: %s".formatted(what, node.name(), IoErrors.reason(why)));
    }
  }

  private void bringOutputs(Peer node, long job, String stage)
      throws IOException, InterruptedException {
    for (int index : node.held(job, stage)) {
      var output = new Outputs.OutputKey(job, stage, index);
      if (!outputs.has(output)) {
        attempt(node, "what " + output + " left", () -> bring(node, output));
      }
    }
  }

  private void bring(Peer node, Outputs.OutputKey output) throws IOException, InterruptedException {
    var files = node.listing(output);
    long bytes = files.stream().mapToLong(file -> file.bytes()).sum();
    if (allowance.take(bytes, files.size())) {
      var held = new Sources.OutputHolders(output, List.of(node));
      new OutputTransfer(held, outputs, fetcher, Tier.GUARANTEED).run();
    } else {
      leftOut.add(output);
    }
  }

  private void bringLogs(Peer node, long job, String stage)
      throws IOException, InterruptedException {
    for (var log : node.logs(job, stage)) {
      bringLog(node, new Outputs.OutputKey(job, stage, log.index()), log);
    }
  }

  private void bringLogs(Peer node, Outputs.OutputKey task)
      throws IOException, InterruptedException {
    for (var log : node.logs(task)) {
      bringLog(node, task, log);
    }
  }

  private void bringLog(Peer node, Outputs.OutputKey task, Logs.LogInfo log)
      throws Unreachable, InterruptedException {
    attempt(node, log.name() + " of " + task, () -> bring(node, task, log));
  }

  private void bring(Peer node, Outputs.OutputKey task, Logs.LogInfo log) throws IOException {
    var place =
        layout
            .tasks(task.job(), task.stage())
            .resolve(Integer.toString(task.index()))
            .resolve(log.name());
    if (!Files.exists(place) && allowance.take(log.bytes(), 1)) {
      var incoming = Files.createTempFile(directory, "log-", "");
      try (var in = node.log(task, log.name());
          var out = Files.newOutputStream(incoming)) {
        in.transferTo(out);
      }
      Directories.openFile(incoming);
      Files.createDirectories(place.getParent());
      Files.move(incoming, place);
    }
  }

  @Override
  public void close() throws IOException {
    fetcher.close();
    try (cache) {
      Directories.remove(directory);
    }
  }

  static final class TransferBudget {
    private final long bytes;
    private final int files;
    private long takenBytes;
    private long takenFiles;
    private long refused;

    TransferBudget(long bytes, int files) {
      this.bytes = bytes;
      this.files = files;
    }

    /** Whether this fits as well; what does not is counted. */
    boolean take(long moreBytes, int moreFiles) {
      if (moreBytes > bytes - takenBytes || moreFiles > files - takenFiles) {
        refused++;
        return false;
      }
      takenBytes += moreBytes;
      takenFiles += moreFiles;
      return true;
    }
  }
}
