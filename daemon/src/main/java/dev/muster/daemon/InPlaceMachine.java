package dev.muster.daemon;

import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Pace;
import dev.muster.core.loop.Work;
import dev.muster.host.Machine;
import dev.muster.model.RunResult;
import java.util.List;
import java.util.function.Consumer;

/** The machine of a node that sees the submitter's files: they are used where they lie. */
record InPlaceMachine(Machine machine) implements Machine {

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    var work = inPlace(launch.work());
    machine.launch(new Launch(launch.run(), launch.scheduler(), launch.demand(), work), ended);
  }

  private static Work inPlace(Work work) {
    return new Work(
        work.job(),
        work.home(),
        work.stage(),
        work.spec().withContents(List.of()),
        work.index(),
        work.item(),
        work.attempt());
  }

  @Override
  public void fetch(Work work) {
    machine.fetch(inPlace(work));
  }

  @Override
  public void kill(long run, boolean force) {
    machine.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    machine.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    machine.forget(run);
  }

  @Override
  public List<Kept> kept() {
    return machine.kept();
  }

  @Override
  public void adopt(long run, Consumer<RunResult> ended) {
    machine.adopt(run, ended);
  }

  @Override
  public void close() {
    machine.close();
  }
}
