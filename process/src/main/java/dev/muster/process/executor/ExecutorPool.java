package dev.muster.process.executor;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.Protocol;
import dev.muster.host.Waits;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.spawn.Launcher;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All executors of a node. Those of ours are started when they are called for the first time, kept
 * warm, and ended when nobody has called for a while or others need their place more.
 */
public final class ExecutorPool implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(ExecutorPool.class.getName());

  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
  private static final String STOPS = "the node stops";

  private final PoolLimits limits;
  private final Launcher launcher;
  private final Cgroups groups;
  private final Acceptor acceptor;
  private final Map<Object, CallQueue> queues = new ConcurrentHashMap<>();
  private final ReentrantLock starting = new ReentrantLock();
  private final Set<ExecutorHandle> executors = ConcurrentHashMap.newKeySet();
  private final ExecutorService watchers;
  private final ScheduledThreadPoolExecutor keeper;
  private volatile boolean closed;

  /**
   * @param directory where the socket is; made here
   * @param launcher used by the pool, closed by whoever made it, as are the groups
   */
  public ExecutorPool(
      String node, Path directory, PoolLimits limits, Launcher launcher, Cgroups groups)
      throws IOException {
    this.limits = limits;
    this.launcher = launcher;
    this.groups = groups;
    this.acceptor = Acceptor.open(node, directory, this::foreignQueue);
    this.watchers =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("executor-" + node + "-", 0).factory());
    this.keeper =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("executor-keeper-" + node).daemon().factory());
    var _ =
        keeper.scheduleWithFixedDelay(
            this::tick, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  public Path socket() {
    return acceptor.socket();
  }

  /** Calls a function; the caller is answered once. Never blocks. */
  public FunctionCall call(
      ExecutorSpec spec, String function, byte[] argument, Pace pace, Caller caller) {
    var prefix = Acceptor.Prefix.of(function);
    boolean foreign = !prefix.isEmpty() && !prefix.equals(Acceptor.Prefix.OURS);
    while (true) {
      var queue = foreign ? foreignQueue(prefix) : queue(spec);
      var call = new FunctionCall(queue, function, argument, pace, caller);
      if (closed || argument.length > PoolLimits.MAX_ARGUMENT_BYTES) {
        caller.notCalled(closed ? STOPS : tooLong(argument));
        return call;
      }
      if (queue.submit(call)) {
        startWanted(queue);
        return call;
      }
      queues.values().remove(queue);
    }
  }

  private static String tooLong(byte[] argument) {
    return "an argument of %,d bytes; it may have %,d"
        .formatted(argument.length, PoolLimits.MAX_ARGUMENT_BYTES);
  }

  private CallQueue queue(ExecutorSpec spec) {
    var key = spec.key();
    var found = queues.get(key);
    return found != null
        ? found
        : queues.computeIfAbsent(key, _ -> new CallQueue(this, spec, Acceptor.Prefix.OURS));
  }

  private CallQueue foreignQueue(String prefix) {
    return queues.computeIfAbsent(prefix, _ -> new CallQueue(this, null, prefix));
  }

  private void startWanted(CallQueue queue) {
    if (queue.wantsExecutor(System.nanoTime())) {
      starting.lock();
      try {
        if (queue.wantsExecutor(System.nanoTime())) {
          start(queue);
        }
      } finally {
        starting.unlock();
      }
    }
  }

  /** Starts one executor at a time; beyond the limit the next tick tries again. */
  private void start(CallQueue queue) {
    var spec = queue.spec();
    if (closed || spec == null) {
      return;
    }
    if (executors.size() >= limits.executors()) {
      evictIdle();
      return;
    }
    var process = new ExecutorProcess(spec, launcher, groups, this::attend);
    var executor = queue.add(process);
    executors.add(executor);
    try {
      watchers.execute(() -> watch(queue, executor, process, spec));
    } catch (RejectedExecutionException stopped) {
      ended(queue, executor, ExecutorProcess.ExecutorExit.unknown(STOPS));
    }
  }

  /** Ends the executor that has been idle for longest, unless one is ending already. */
  private void evictIdle() {
    if (executors.stream().noneMatch(ExecutorHandle::isRetired)) {
      long tick = System.nanoTime();
      queues.values().stream()
          .filter(CallQueue::hasExecutor)
          .filter(queue -> queue.spec() != null)
          .sorted(Comparator.comparingLong(queue -> queue.idleSinceTick(tick) - tick))
          .filter(CallQueue::closeIfIdle)
          .findFirst()
          .ifPresent(queues.values()::remove);
    }
  }

  private void watch(
      CallQueue queue, ExecutorHandle executor, ExecutorProcess process, ExecutorSpec spec) {
    var secret = acceptor.expect(executor);
    var ending = ExecutorProcess.ExecutorExit.unknown("its start broke");
    try {
      ending = process.run(variables(secret, spec.slots()));
    } finally {
      acceptor.forget(secret);
      ended(queue, executor, ending);
    }
  }

  private Map<String, String> variables(String secret, int slots) {
    var variables = new LinkedHashMap<String, String>();
    variables.put(Protocol.SOCKET, socket().toString());
    variables.put(Protocol.NAME, Acceptor.Prefix.OURS);
    variables.put(Protocol.SECRET, secret);
    variables.put(Protocol.SLOTS, Integer.toString(slots));
    return variables;
  }

  private void ended(
      CallQueue queue, ExecutorHandle executor, ExecutorProcess.ExecutorExit ending) {
    executors.remove(executor);
    queue.ended(executor, ending);
  }

  void later(Runnable enforcement) {
    try {
      var _ = keeper.schedule(enforcement, limits.obey().toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException stopped) {
      // All calls are being ended.
    }
  }

  /** Runs an order on a thread that may wait; on the calling thread while the node stops. */
  private void attend(Runnable order) {
    try {
      watchers.execute(order);
    } catch (RejectedExecutionException stopped) {
      order.run();
    }
  }

  private void tick() {
    try {
      acceptor.closeUnidentified();
      long tick = System.nanoTime();
      executors.forEach(executor -> executor.look(tick, limits));
      for (var queue : queues.values()) {
        removeIfIdle(queue, tick);
        startWanted(queue);
      }
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot look after executors", broken);
    }
  }

  private void removeIfIdle(CallQueue queue, long tick) {
    boolean idle = tick - queue.idleSinceTick(tick) > limits.idle().toNanos();
    boolean foreign = queue.spec() == null && queue.hasExecutor();
    if (idle && !foreign && queue.closeIfIdle()) {
      queues.values().remove(queue);
    }
  }

  public int size() {
    return executors.size();
  }

  @Override
  public void close() {
    closed = true;
    queues.values().forEach(queue -> queue.close(STOPS));
    executors.forEach(executor -> executor.stop(STOPS));
    watchers.shutdown();
    Waits.join(watchers, CLOSE_LIMIT);
    keeper.shutdownNow();
    acceptor.close();
  }
}
