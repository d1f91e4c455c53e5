package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.IoErrors;
import dev.muster.model.RunResult;
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
import org.jspecify.annotations.Nullable;

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
        context.taskUser().get().own(job, attempt.directories());
      }
    } catch (IOException refused) {
      throw StartFailure.ofNode("cannot make the task's directories", refused);
    }
    if (context.localizer().absent(spec()).isEmpty()) {
      linkFiles();
    }
    try {
      files.link(attempt.work());
    } catch (IOException refused) {
      throw StartFailure.of(NO_FILES, refused);
    }
  }

  private void linkFiles() throws StartFailure {
    try {
      new WorkFiles(home(), attempt.work()).link(spec().files().names());
    } catch (IOException refused) {
      throw IoErrors.isOfTheMachine(refused)
          ? StartFailure.ofNode("cannot bring its files", refused)
          : StartFailure.ofTask(String.valueOf(refused.getMessage()));
    }
  }

  Cgroup takeGroup() throws StartFailure {
    try {
      return context.groups().take(spec().resources());
    } catch (IOException refused) {
      throw StartFailure.ofNode("cannot limit the task", refused);
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
      throw StartFailure.ofNode("the node cannot write its journal", refused);
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

  /** Why a task could not be started, and whether its node or the task itself is the cause. */
  static final class StartFailure extends Exception {
    private final RunResult result;

    private StartFailure(RunResult result, @Nullable IOException cause) {
      super(result.detail(), cause);
      this.result = result;
    }

    /** No node could start the task as it is. */
    static StartFailure ofTask(String why) {
      return new StartFailure(RunResult.unstartable(why), null);
    }

    /** Another node may be able to start the task. */
    static StartFailure ofNode(String what, IOException cause) {
      return new StartFailure(RunResult.notStarted(reason(what, cause)), cause);
    }

    /** The node is the cause only where its machine is. */
    static StartFailure of(String what, IOException cause) {
      return IoErrors.isOfTheMachine(cause)
          ? ofNode(what, cause)
          : new StartFailure(RunResult.unstartable(reason(what, cause)), cause);
    }

    private static String reason(String what, IOException cause) {
      return what + ": " + IoErrors.reason(cause);
    }

    RunResult result() {
      return result;
    }
  }
}
