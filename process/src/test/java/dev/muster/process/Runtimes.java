package dev.muster.process;

import dev.muster.files.fetch.Localizer;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.LogTrimmer;
import java.nio.file.Path;

/** Machines as only tests want them. */
public final class Runtimes {
  private Runtimes() {}

  /** One that remembers, on a computer on which no control groups can be made. */
  public static ProcessRuntime plain(String node, Path home, Path state) {
    return new ProcessRuntime(
        node,
        home,
        RunOptions.STANDARD,
        Cgroups.PLAIN,
        Localizer.IN_PLACE,
        DurableState.open(state),
        LogTrimmer.HolePunch.OF_THE_KERNEL);
  }
}
