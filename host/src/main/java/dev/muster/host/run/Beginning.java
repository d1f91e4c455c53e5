package dev.muster.host.run;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/** All that has to be done to start a run, step by step: each may refuse, and says why. */
final class Beginning {

  static final String NO_FILES = "its files are not there";

  private final Launch launch;
  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;

  Beginning(Launch launch, JobDirectory job, Attempt attempt, Means means) {
    this.launch = launch;
    this.work = launch.work();
    this.job = job;
    this.attempt = attempt;
    this.means = means;
  }

  /** Makes its directories, with what it needs in them. */
  void prepare(Supply supply) throws CannotStart {
    try {
      attempt.create(job, work.spec(), means.spares());
      job.linkOwnInputs(work);
      if (means.account().isPresent()) {
        means.account().get().own(attempt.directories());
      }
    } catch (IOException refused) {
      throw new CannotStart("cannot make the task's directories", refused);
    }
    if (means.supplies().absent(work.spec()).isEmpty()) {
      new WorkFiles(home(), attempt.work()).link(work.spec().files().names());
    }
    try {
      supply.link(attempt.work());
    } catch (IOException refused) {
      throw new CannotStart(NO_FILES, refused);
    }
  }

  /** A group with its limits. */
  Group take() throws CannotStart {
    try {
      return means.groups().take(work.spec().resources());
    } catch (IOException refused) {
      throw new CannotStart("cannot limit the task", refused);
    }
  }

  /** Starts its process there. */
  Child start(Group place) throws CannotStart {
    var words = work.spec().program().command();
    var variables = new LinkedHashMap<String, String>();
    means.environment().fill(variables, work, attempt);
    var command = new Command(words, directory(), variables, means.programs());
    var start =
        new Start(
            command.program(), words, variables, directory(), attempt.stdout(), attempt.stderr());
    remember(place);
    try {
      return means.launcher().start(asUser(start), place);
    } catch (IOException refused) {
      throw command.explain(refused);
    }
  }

  private Start asUser(Start start) {
    return means.account().map(account -> account.adapt(start)).orElse(start);
  }

  /** Nothing starts that a later life of this process would not find. */
  private void remember(Group place) throws CannotStart {
    try {
      means.past().journal().begun(launch, place.ticket());
    } catch (IOException refused) {
      throw new CannotStart("the node cannot write its journal", refused);
    }
  }

  private Path directory() {
    var directory = work.spec().program().directory();
    return directory.isEmpty() ? attempt.work() : home().resolve(directory);
  }

  private Path home() {
    return Path.of(work.home()).toAbsolutePath();
  }
}
