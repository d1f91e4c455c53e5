package dev.muster.host.run.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Boot;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run.
 *
 * @param birth its process, once that is known
 * @param toldToEnd whether its end, if it has come, need not be its own doing
 * @param promoted whether it has got the right to its room that it began without
 * @param result what came of it, once that is known
 */
public record Memory(
    Entry.Begun begun,
    @Nullable Birth birth,
    boolean toldToEnd,
    boolean promoted,
    @Nullable RunResult result) {

  static Memory of(Entry.Begun begun) {
    return new Memory(begun, null, false, false, null);
  }

  /** It as it would have to be launched now. */
  public Launch launch() {
    return promoted ? begun.launch().promoted() : begun.launch();
  }

  /** By which its control group is found again. */
  public String group() {
    return begun.group();
  }

  public Optional<Birth> process() {
    return Optional.ofNullable(birth);
  }

  public Optional<RunResult> end() {
    return Optional.ofNullable(result);
  }

  /** Whether it began since this computer was started; all others are gone. */
  public boolean isOfThisBoot() {
    return begun.boot().equals(Boot.id());
  }

  /** How long ago it began; as far as anybody can tell, if it began before the computer did. */
  public long ageNs() {
    return isOfThisBoot() ? Math.max(0, Boot.uptimeNs() - begun.uptimeNs()) : Boot.uptimeNs();
  }

  public Memory startedAs(Birth process) {
    return new Memory(begun, process, toldToEnd, promoted, result);
  }

  /** Null when there is nothing left to know. */
  @Nullable Memory with(Entry entry) {
    return switch (entry) {
      case Entry.Begun again -> of(again);
      case Entry.Started(_, var process) -> startedAs(process);
      case Entry.Told _ -> new Memory(begun, birth, true, promoted, result);
      case Entry.Promoted _ -> new Memory(begun, birth, toldToEnd, true, result);
      case Entry.Ended(_, var end) -> new Memory(begun, birth, toldToEnd, promoted, end);
      case Entry.Forgotten _ -> null;
    };
  }

  /** The least that says the same. */
  List<Entry> entries() {
    var entries = new ArrayList<Entry>();
    entries.add(begun);
    if (birth != null) {
      entries.add(new Entry.Started(begun.run(), birth));
    }
    if (toldToEnd) {
      entries.add(new Entry.Told(begun.run()));
    }
    if (promoted) {
      entries.add(new Entry.Promoted(begun.run()));
    }
    if (result != null) {
      entries.add(new Entry.Ended(begun.run(), result));
    }
    return entries;
  }
}
