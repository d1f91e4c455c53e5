package dev.muster.host.file;

import java.nio.file.Path;

/** Nothing is needed, so it is here. */
final class NoSupply implements Supply {

  @Override
  public void await() {}

  @Override
  public void link(Path work) {}

  @Override
  public void close() {}
}
