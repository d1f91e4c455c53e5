package dev.muster.host.run.spawn;

import java.util.Optional;

/** How processes ended that others have buried. */
@FunctionalInterface
public interface Obituaries {

  /** Where nobody has written any. */
  Obituaries NONE = who -> Optional.empty();

  /** Of one that is dead; waits a little for who buries it, and is empty if nobody says. */
  Optional<Ended> of(Birth who);
}
