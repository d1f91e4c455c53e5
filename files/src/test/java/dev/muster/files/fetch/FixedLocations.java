package dev.muster.files.fetch;

import dev.muster.files.serve.FileLocations;
import java.util.List;

/** A board that says the same to all who ask. */
record FixedLocations(List<HeldOutputs> holdings, List<Holder> holders, Running running)
    implements FileLocations {
  @Override
  public List<HeldOutputs> holdings(long job, String stage, String asker) {
    return holdings;
  }

  @Override
  public List<Holder> holders(String sha256, String asker) {
    return holders;
  }
}
