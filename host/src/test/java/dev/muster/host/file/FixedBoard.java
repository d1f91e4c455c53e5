package dev.muster.host.file;

import java.util.List;

/** A board that says the same to all who ask. */
record FixedBoard(List<Holding> holdings, List<Holder> holders, Running running) implements Board {

  @Override
  public List<Holding> holdings(long job, String stage, String asker) {
    return holdings;
  }

  @Override
  public List<Holder> holders(String sha256, String asker) {
    return holders;
  }
}
