package dev.muster.host.run;

import dev.muster.host.file.Supplies;
import dev.muster.host.run.cgroup.Groups;
import java.nio.file.Path;

/** Machines as only tests want them. */
public final class Machines {

  private Machines() {}

  /** One that remembers, on a computer on which no control groups can be made. */
  public static ProcessMachine plain(String node, Path home, Path state) {
    return new ProcessMachine(
        node,
        home,
        Terms.STANDARD,
        Groups.PLAIN,
        Supplies.IN_PLACE,
        Past.open(state),
        Holes.OF_THE_KERNEL);
  }
}
