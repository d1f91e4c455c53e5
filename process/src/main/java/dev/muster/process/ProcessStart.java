package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.IoErrors;
import dev.muster.model.StageSpec;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.directory.AttemptDirectory;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.directory.WorkFiles;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.SpawnRequest;
import dev.muster.process.spawn.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** All that has to be done to start a run, step by step: each may refuse, and says why. */
record ProcessStart(Launch launch, JobDirectory job, AttemptDirectory attempt, RunContext context) {
  static final String NO_FILES = "its files are not there";

  private Work work() {
    return launch.work();
  }

  private StageSpec spec() {
    return work().spec();
  }

  void prepare(Localizer.Localization files) throws StartFailure {
    try {
      attempt.create(job, spec(), context.pool());
      job.linkOwnInputs(work());
      if (context.taskUser().isPresent()) {
        context.taskUser().get().own(attempt.directories());
      }
    } catch (IOException refused) {
      throw new StartFailure("cannot make the task's directories", refused);
    }
    if (context.localizer().absent(spec()).isEmpty()) {
      linkFiles();
    }
    try {
      files.link(attempt.work());
    } catch (IOException refused) {
      throw new StartFailure(NO_FILES, refused);
    }
  }

  private void linkFiles() throws StartFailure {
    try {
      new WorkFiles(home(), attempt.work()).link(spec().files().names());
    } catch (IOException refused) {
      throw new StartFailure(String.valueOf(refused.getMessage()));
    }
  }

  Cgroup takeGroup() throws StartFailure {
    try {
      return context.groups().take(spec().resources());
    } catch (IOException refused) {
      throw new StartFailure("cannot limit the task", refused);
    }
  }

  Child start(Cgroup place) throws StartFailure {
    var arguments = spec().program().command();
    var variables = context.environment().ofTask(work(), attempt);
    var command = new Command(arguments, directory(), variables, context.programs());
    var start =
        new SpawnRequest(
            command.program(),
            arguments,
            variables,
            directory(),
            attempt.stdout(),
            attempt.stderr());
    remember(place);
    try {
      return context.launcher().start(asUser(start), place);
    } catch (IOException refused) {
      throw command.explain(refused);
    }
  }

  private SpawnRequest asUser(SpawnRequest start) {
    return context.taskUser().map(taskUser -> taskUser.adapt(start)).orElse(start);
  }

  /** Nothing starts that a later epoch of the node would not find. */
  private void remember(Cgroup place) throws StartFailure {
    try {
      context.durable().journal().begin(launch, place.ticket());
    } catch (IOException refused) {
      throw new StartFailure("the node cannot write its journal", refused);
    }
  }

  private Path directory() {
    var directory = spec().program().directory();
    return directory.isEmpty() ? attempt.work() : home().resolve(directory);
  }

  private Path home() {
    return Path.of(work().home()).toAbsolutePath();
  }

  /**
   * The moment that a starter stays with what it has started. A task as short as its own start is
   * over by then, and no other thread has to be woken for it; waking one takes as long as the task.
   */
  static final class ShortWait {
    static final Duration LENGTH = Duration.ofMillis(5);

    /** After one in vain so many are not kept: starters are few, and long tasks come in numbers. */
    static final int PAUSE = 8;

    private final AtomicInteger pause = new AtomicInteger();

    Optional<ExitStatus> over(Child child) throws InterruptedException {
      if (pause.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return Optional.empty();
      }
      var ended = child.await(LENGTH);
      if (ended.isEmpty()) {
        pause.set(PAUSE);
      }
      return ended;
    }
  }

  static final class StartFailure extends Exception {
    StartFailure(String why) {
      super(why);
    }

    StartFailure(String what, IOException cause) {
      super(what + ": " + IoErrors.reason(cause), cause);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }
}
