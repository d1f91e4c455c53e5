package dev.muster.host.guard;

import dev.muster.host.Patience;
import dev.muster.host.Refusal;
import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Death;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Obituaries;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * How tasks of this node's earlier lives ended: what the lives themselves wrote, and what the
 * guardian has written or is about to.
 */
public final class KnownExits implements Obituaries {

  private static final System.Logger LOGGER = System.getLogger(KnownExits.class.getName());

  /** How many are known at a time; the oldest are dropped first. */
  static final int LIMIT = 400_000;

  /** How often is looked for a death that the guardian must be about to write: 10 s in all. */
  private static final int LOOKS = 500;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final ExitsReader ofGuardian;
  private final boolean guarded;
  private final SequencedMap<Birth, Ended> known = new LinkedHashMap<>();

  /**
   * @param guarded whether there is a guardian, so that it is worth while to wait for what it says
   */
  public KnownExits(Path state, boolean guarded) throws IOException {
    this.guarded = guarded;
    this.ofGuardian = new ExitsReader(Exits.guardian(state));
    new ExitsReader(Exits.node(state)).read(this::add);
    ofGuardian.read(this::add);
  }

  private void add(Death death) {
    known.put(death.who(), death.how());
    if (known.size() > LIMIT) {
      known.pollFirstEntry();
    }
  }

  @Override
  public Optional<Ended> of(Birth who) {
    var found = look(who);
    for (int looks = 0; found.isEmpty() && guarded && looks < LOOKS; looks++) {
      Patience.pause(BETWEEN_LOOKS);
      found = look(who);
    }
    return found;
  }

  private synchronized Optional<Ended> look(Birth who) {
    try {
      ofGuardian.read(this::add);
    } catch (IOException unreadable) {
      LOGGER.log(Level.WARNING, "cannot read how tasks end: " + Refusal.reason(unreadable));
    }
    return Optional.ofNullable(known.get(who));
  }
}
