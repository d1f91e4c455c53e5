package dev.muster.process.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.Node;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.process.ProcessRuntime;
import dev.muster.process.RunOptions;
import dev.muster.process.Runtimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A whole node with a scheduler that does as it is told on standard input: {@code target RUN MIB
 * COMMAND}, {@code ack RUN}, {@code kill RUN}, {@code pace RUN PACE}, {@code end CODE}. It says on
 * standard output what it hears: {@code up PID STABLE} and {@code finished RUN OUTCOME EXIT PEAK
 * DETAIL}, the latter again and again until it is told to acknowledge it.
 */
final class NodeProgram implements Actor<SchedulerEvent> {
  static final long MIB = 1L << 20;

  private static final long MS = 1_000_000;
  private static final Resources CAPACITY = new Resources(100_000, 100L << 30);

  /** As ever, but for the time that a task has to end politely: tests are to outlast nothing. */
  private static final Timing TIMING =
      new Timing(
          1_000 * MS,
          1_000 * MS,
          10,
          3_000 * MS,
          600_000 * MS,
          100 * MS,
          2 * MS,
          Timing.standard().liveness(),
          Timing.standard().reports());

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

  /** Arguments: the home of jobs, the state of the node, whether it uses control groups. */
  public static void main(String[] arguments) throws IOException {
    var home = Path.of(arguments[0]);
    var state = Path.of(arguments[1]);
    boolean confined = Boolean.parseBoolean(arguments[2]);
    new NodeProgram()
        .run(
            home,
            confined
                ? new ProcessRuntime("node-0", home, RunOptions.STANDARD, Localizer.IN_PLACE, state)
                : Runtimes.plain("node-0", home, state));
  }

  private void run(Path home, ProcessRuntime runtime) throws IOException {
    var node = new Node(0, runtime.epoch(), CAPACITY, MasterEvent.at(0), TIMING);
    try (var host = new Host(Log.IN_MEMORY)) {
      host.add(SchedulerEvent.at(0), this, host.loop("scheduler"));
      host.add(NodeEvent.at(0), node, host.loop("node"), runtime);
      host.start(failure -> failure.printStackTrace());
      say("up " + ProcessHandle.current().pid() + " " + runtime.epoch());
      var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        obey(line.split(" ", 4), home, runtime, host);
      }
    }
  }

  private void obey(String[] words, Path home, ProcessRuntime runtime, Host host) {
    var node = NodeEvent.at(0);
    long number = Long.parseLong(words[1]);
    switch (words[0]) {
      case "place" -> host.send(node, target(number, Long.parseLong(words[2]), words[3], home));
      case "ack" -> acknowledged.add(number);
      case "kill" -> host.send(node, new NodeEvent.KillTask(SchedulerEvent.at(0), 0, number));
      case "pace" -> runtime.pace(number, Pace.valueOf(words[2]));
      case "end" -> {
        host.close();
        System.exit((int) number);
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  /** The index of the task is the number of the run. */
  static NodeEvent.PlaceTask target(long run, long mebibytes, String line, Path home) {
    var needs = new Resources(100, mebibytes * MIB);
    var stage = StageSpec.of("stage", 1_000, needs, List.of("sh", "-c", line));
    var job = JobSpec.of("survival", stage).withHome(home.toString());
    return new NodeEvent.PlaceTask(
        SchedulerEvent.at(0), run, Demand.of(needs), Work.of(1, job, 0, (int) run, 1));
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    if (event instanceof SchedulerEvent.TaskFinished finished) {
      long run = finished.reservation();
      say("finished " + run + " " + text(finished.result()));
      if (acknowledged.contains(run)) {
        out.send(NodeEvent.at(0), new NodeEvent.AcknowledgeResult(run, true));
        say("acknowledged " + run);
      }
    }
  }

  private static String text(RunResult result) {
    var peak = result.usage().peakMemoryBytes();
    return result.outcome() + " " + result.exitCode() + " " + peak + " " + result.detail();
  }

  private static synchronized void say(String line) {
    System.out.println(line.replace('\n', '/'));
    System.out.flush();
  }
}
