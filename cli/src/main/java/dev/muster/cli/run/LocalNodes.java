package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.cli.option.FileOptions.FileChoices;
import dev.muster.cli.option.MachineOptions;
import dev.muster.core.actor.Lifecycle;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.host.IoErrors;
import dev.muster.model.Resources;
import dev.muster.process.guard.Guardian;
import dev.muster.process.guard.Guardian.RestartPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The nodes that a cell starts beside itself: each has an equal part of this machine. A guardian
 * that dies is started again; one that ends on purpose, because its node can never join, is not.
 */
final class LocalNodes implements AutoCloseable {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Console console;
  private final MachineOptions machine;
  private final FileChoices files;
  private final String cell;
  private final Lifecycle<LocalNodeState> transitions = new Lifecycle<>(LocalNodeState.class);
  private final List<LocalNode> nodes = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread watch = Thread.ofVirtual().name("local-nodes").unstarted(this::watch);

  LocalNodes(Console console, MachineOptions machine, FileChoices files, String cell) {
    this.console = console;
    this.machine = machine;
    this.files = files;
    this.cell = cell;
  }

  void start(int count) throws IOException {
    var home = machine.home();
    for (int i = 0; i < count; i++) {
      var state = home.resolve("nodes").resolve(Integer.toString(i));
      var command =
          new NodeCommandLine(
              cell,
              home,
              state,
              share(machine, count),
              machine.attributes(),
              files.settings(),
              machine.user());
      nodes.add(new LocalNode(i, command));
    }
    watch.start();
  }

  /** What was said of a node, and for the rest a part of what this machine has. */
  static Resources share(MachineOptions machine, int parts) {
    var whole = EmbeddedCell.EmbeddedOptions.ofThisMachine(machine.home()).capacity();
    return new Resources(
        machine.cpuMillis().orElse(Math.max(1, whole.cpuMillis() / parts)),
        machine.memoryBytes().orElse(Math.max(1, whole.memoryBytes() / parts)),
        machine.named());
  }

  /** Whether there were nodes here, and none of them will be back. */
  synchronized boolean areGivenUp() {
    return !nodes.isEmpty() && nodes.stream().allMatch(LocalNode::isGivenUp);
  }

  private void watch() {
    try {
      while (!closed.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    if (closed.getCount() > 0) {
      nodes.forEach(LocalNode::look);
    }
  }

  /** Asks them to end, with all that they run, and waits for that. */
  @Override
  public void close() {
    closed.countDown();
    List<Process> guardians;
    synchronized (this) {
      guardians = nodes.stream().map(node -> node.guardian).toList();
    }
    guardians.forEach(Process::destroy);
    guardians.forEach(guardian -> guardian.onExit().join());
  }

  /**
   * <pre>
   *   RUNNING ◄──► PAUSING: its guardian died, and is started again after a while
   *      └───► GIVEN_UP ◄──┘
   * </pre>
   */
  private enum LocalNodeState implements Lifecycle.State<LocalNodeState> {
    RUNNING,
    PAUSING,
    GIVEN_UP;

    @Override
    public boolean mayBecome(LocalNodeState next) {
      return switch (this) {
        case RUNNING -> next != RUNNING;
        case PAUSING -> next != PAUSING;
        case GIVEN_UP -> false;
      };
    }
  }

  /** Guarded by the lock of all. */
  private final class LocalNode {

    private final int number;
    private final NodeCommandLine command;
    private final RestartPolicy restarts = new RestartPolicy();
    private LocalNodeState state = LocalNodeState.RUNNING;
    private Process guardian;
    private long startTick = System.nanoTime();

    LocalNode(int number, NodeCommandLine command) throws IOException {
      this.number = number;
      this.command = command;
      this.guardian = start();
    }

    /** If this process is killed, nobody else will end them, and their jobs are forgotten. */
    private Process start() throws IOException {
      var builder =
          new ProcessBuilder(command.guarded())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put(Guardian.UNTIL, Long.toString(ProcessHandle.current().pid()));
      return builder.start();
    }

    boolean isGivenUp() {
      return state == LocalNodeState.GIVEN_UP;
    }

    private void become(LocalNodeState next) {
      state = transitions.change(state, next);
    }

    void look() {
      if (state == LocalNodeState.RUNNING && !guardian.isAlive()) {
        end(guardian.exitValue());
      } else if (state == LocalNodeState.PAUSING && System.nanoTime() - startTick >= 0) {
        startAgain();
      }
    }

    private void end(int code) {
      var pause = restarts.after(code, Duration.ofNanos(System.nanoTime() - startTick));
      console.complain(
          "the guardian of local node %d, process %d, ended with exit code %d: it is %s"
              .formatted(
                  number,
                  guardian.pid(),
                  code,
                  pause.isPresent() ? "started again" : "not started again"));
      if (pause.isPresent()) {
        startTick = System.nanoTime() + pause.get().toNanos();
        become(LocalNodeState.PAUSING);
      } else {
        become(LocalNodeState.GIVEN_UP);
      }
    }

    private void startAgain() {
      try {
        guardian = start();
        become(LocalNodeState.RUNNING);
      } catch (IOException refused) {
        console.complain(
            "local node %d cannot be started again: %s"
                .formatted(number, IoErrors.reason(refused)));
        become(LocalNodeState.GIVEN_UP);
      }
    }
  }
}
