package dev.muster.host.run;

import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Child;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.util.Optional;

/** Goes on with a run whose process was started in an earlier life of this one. */
final class Takeover {

  private final Run run;
  private final Memory memory;
  private final Means means;

  Takeover(Run run, Memory memory, Means means) {
    this.run = run;
    this.memory = memory;
    this.means = means;
  }

  /** Finds it, and waits for its end. */
  RunResult result() throws IOException, InterruptedException {
    var place = means.groups().find(memory.group());
    var found = memory.isOfThisBoot() ? find() : Optional.<Child>empty();
    if (found.isEmpty()) {
      place.finish();
      return RunResult.lost("its node died, and nobody knows whether it ran");
    }
    run.keepSupply();
    if (memory.toldToEnd()) {
      run.end(false);
    }
    run.goesOn(place, found.get());
    var result = run.conclude(found.get().await());
    return memory.toldToEnd() && result.outcome() == Outcome.FAILED
        ? RunResult.lost("its node died while it was being ended").withUsage(result.usage())
        : result;
  }

  private Optional<Child> find() {
    var birth = memory.process();
    try {
      return birth.isEmpty()
          ? Optional.empty()
          : Optional.of(means.launcher().adopt(birth.get(), means.past().obituaries()));
    } catch (IOException unwatched) {
      return Optional.empty();
    }
  }
}
