package dev.muster.model.file;

import dev.muster.model.Nearest;
import java.util.List;
import java.util.Optional;

/** What resources beside cpu and memory may be called, by tasks that need and nodes that have. */
public final class ResourceNames {

  static final List<String> ALWAYS = List.of("cpu", "memory");

  /** Close to one of those, and yet no slip of the hand. */
  private static final List<String> COMMON = List.of("gpu", "npu", "tpu");

  private ResourceNames() {}

  /** Why no job file can ask for something of this name; empty if one can. */
  public static Optional<String> refusal(String name) {
    if (!Names.isName(name)) {
      return Optional.of("must be " + Names.EXPECTED);
    }
    return COMMON.contains(name)
        ? Optional.empty()
        : Nearest.to(name, ALWAYS).map(near -> "would be taken for `" + near + "`");
  }
}
