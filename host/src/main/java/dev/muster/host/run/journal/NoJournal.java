package dev.muster.host.run.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.run.spawn.Birth;
import dev.muster.model.RunResult;
import java.util.List;

/** Remembers nothing. */
final class NoJournal implements Journal {

  @Override
  public int life() {
    return 1;
  }

  @Override
  public List<Memory> remembered() {
    return List.of();
  }

  @Override
  public void begun(Launch launch, String group) {}

  @Override
  public void started(long run, Birth birth) {}

  @Override
  public void told(long run) {}

  @Override
  public void promoted(long run) {}

  @Override
  public void ended(long run, RunResult result) {}

  @Override
  public void forgotten(long run) {}

  @Override
  public void close() {}
}
