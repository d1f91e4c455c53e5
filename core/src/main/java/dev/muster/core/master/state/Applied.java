package dev.muster.core.master.state;

import dev.muster.core.cell.ClaimRef;
import java.util.List;

/**
 * What applying an entry brought about that its sender cannot know.
 *
 * @param lost claims that ended because their machine left
 * @param overcommitted whether a machine has now less than is claimed on it
 */
public record Applied(List<ClaimRef> lost, boolean overcommitted) {

  /** Nothing of the kind. */
  public static final Applied QUIETLY = new Applied(List.of(), false);
}
