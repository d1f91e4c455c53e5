package dev.muster.files.fetch;

import dev.muster.model.RunResult.LostInputs;
import java.io.IOException;
import java.io.Serial;

/** Inputs of a task cannot be had: they are lost, or the node that has them does not answer. */
public final class InputsMissing extends IOException {

  @Serial private static final long serialVersionUID = 1;

  private final transient LostInputs lost;

  InputsMissing(String why, LostInputs lost) {
    super(why);
    this.lost = lost;
  }

  /** Those that nobody has any more; none where waiting may help. */
  public LostInputs lost() {
    return lost;
  }
}
