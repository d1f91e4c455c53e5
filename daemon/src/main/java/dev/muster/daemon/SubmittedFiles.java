package dev.muster.daemon;

import dev.muster.files.content.ContentStore;
import dev.muster.files.content.Manifest;
import dev.muster.files.content.PinnedFile;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The files of all jobs that were submitted here, for nodes that do not see them. */
final class SubmittedFiles implements ContentStore {

  /** Files of all jobs together, as long as the cell runs. */
  static final int MAX_FILES = 1_000_000;

  private final int maxFiles;
  private final List<Manifest> manifests = new CopyOnWriteArrayList<>();

  SubmittedFiles(int maxFiles) {
    this.maxFiles = maxFiles;
  }

  /** The job with its files named by their hash; the files can be fetched from now on. */
  JobSpec offer(JobSpec job) throws IOException {
    var stages = new ArrayList<StageSpec>();
    for (var stage : job.stages()) {
      stages.add(stage.files().names().isEmpty() ? stage : offer(Path.of(job.home()), stage));
    }
    return job.withStages(stages);
  }

  private StageSpec offer(Path home, StageSpec stage) throws IOException {
    Manifest manifest;
    try {
      manifest = Manifest.of(home, stage.files().names());
    } catch (IOException refused) {
      throw new IOException("stage " + stage.name() + ": " + refused.getMessage(), refused);
    }
    long all = manifests.stream().mapToLong(each -> each.files().size()).sum();
    if (all + manifest.files().size() > maxFiles) {
      throw new IOException(
          "the cell offers its limit of %s files; start another one for more jobs"
              .formatted(Quantity.formatCount(maxFiles)));
    }
    manifests.add(manifest);
    return manifest.files().isEmpty() ? stage.withFiles() : stage.withContents(manifest.files());
  }

  @Override
  public Optional<PinnedFile> find(String sha256) {
    return manifests.stream().flatMap(each -> each.find(sha256).stream()).findFirst();
  }
}
