package dev.muster.host.run.spawn;

import java.io.IOException;

/**
 * Where a death is written down before the kernel is allowed to forget it, so that somebody knows
 * of it whoever dies in between.
 */
@FunctionalInterface
public interface Register extends AutoCloseable {

  /** Where nobody will ask. */
  Register NONE = death -> {};

  void enter(Death death) throws IOException;

  @Override
  default void close() throws IOException {}
}
