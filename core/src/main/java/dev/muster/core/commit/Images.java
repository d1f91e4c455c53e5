package dev.muster.core.commit;

import dev.muster.core.loop.TraceHash;
import dev.muster.model.Resources;

/** How resources enter a hash. */
final class Images {

  private Images() {}

  static TraceHash add(TraceHash hash, Resources resources) {
    hash.add(resources.cpuMillis()).add(resources.memoryBytes());
    return hash.addTexts(resources.named().keySet()).addNumbers(resources.named().values());
  }
}
