package dev.muster.host.run.executor;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.Hello;
import dev.muster.executor.frame.Protocol;
import dev.muster.host.Patience;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.spawn.Launcher;
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

  private final Limits limits;
  private final Launcher launcher;
  private final Groups groups;
  private final Acceptor acceptor;
  private final Map<Object, Place> places = new ConcurrentHashMap<>();
  private final ReentrantLock starting = new ReentrantLock();
  private final Set<Crew> crews = ConcurrentHashMap.newKeySet();
  private final ExecutorService watchers;
  private final ScheduledThreadPoolExecutor keeper;
  private volatile boolean closed;

  /**
   * @param directory where the socket is; made here
   * @param launcher used by the pool, closed by whoever made it, as are the groups
   */
  public ExecutorPool(String node, Path directory, Limits limits, Launcher launcher, Groups groups)
      throws IOException {
    this.limits = limits;
    this.launcher = launcher;
    this.groups = groups;
    this.acceptor = Acceptor.open(node, directory, this::foreignPlace);
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

  /** Where executors connect. */
  public Path socket() {
    return acceptor.socket();
  }

  /** Calls a function; the caller hears of it once. Never blocks. */
  public Call call(Recipe recipe, String function, byte[] argument, Pace pace, Caller caller) {
    var prefix = Prefix.of(function);
    boolean foreign = !prefix.isEmpty() && !prefix.equals(Prefix.OURS);
    while (true) {
      var place = foreign ? foreignPlace(prefix) : place(recipe);
      var call = new Call(place, function, argument, pace, caller);
      if (closed || argument.length > Limits.MAX_ARGUMENT_BYTES) {
        caller.notCalled(closed ? STOPS : tooLong(argument));
        return call;
      }
      if (place.submit(call)) {
        startWanted(place);
        return call;
      }
      places.values().remove(place);
    }
  }

  private static String tooLong(byte[] argument) {
    return "an argument of %,d bytes; it may have %,d"
        .formatted(argument.length, Limits.MAX_ARGUMENT_BYTES);
  }

  private Place place(Recipe recipe) {
    var key = recipe.key();
    var found = places.get(key);
    return found != null
        ? found
        : places.computeIfAbsent(key, _ -> new Place(this, recipe, Prefix.OURS));
  }

  private Place foreignPlace(String prefix) {
    return places.computeIfAbsent(prefix, _ -> new Place(this, null, prefix));
  }

  private Place foreignPlace(Hello hello) {
    return foreignPlace(hello.name());
  }

  private void startWanted(Place place) {
    if (place.wantsCrew(System.nanoTime())) {
      starting.lock();
      try {
        if (place.wantsCrew(System.nanoTime())) {
          start(place);
        }
      } finally {
        starting.unlock();
      }
    }
  }

  /** One at a time. If there is no place for it, the next tick tries again. */
  private void start(Place place) {
    var recipe = place.recipe();
    if (closed || recipe == null) {
      return;
    }
    if (crews.size() >= limits.executors()) {
      makeRoom();
      return;
    }
    var process = new ExecutorProcess(recipe, launcher, groups, this::attend);
    var crew = place.takeOn(process);
    crews.add(crew);
    try {
      watchers.execute(() -> watch(place, crew, process, recipe));
    } catch (RejectedExecutionException stopped) {
      ended(place, crew, Ending.unknown(STOPS));
    }
  }

  /** Lets the one go that has been idle for longest, unless one is going already. */
  private void makeRoom() {
    if (crews.stream().noneMatch(Crew::isRetired)) {
      long tick = System.nanoTime();
      places.values().stream()
          .filter(Place::hasCrew)
          .filter(place -> place.recipe() != null)
          .sorted(Comparator.comparingLong(place -> place.idleSinceTick(tick) - tick))
          .filter(Place::closeIfIdle)
          .findFirst()
          .ifPresent(places.values()::remove);
    }
  }

  private void watch(Place place, Crew crew, ExecutorProcess process, Recipe recipe) {
    var secret = acceptor.expect(crew);
    var ending = Ending.unknown("its start broke");
    try {
      ending = process.run(variables(secret, recipe.slots()));
    } finally {
      acceptor.forget(secret);
      ended(place, crew, ending);
    }
  }

  private Map<String, String> variables(String secret, int slots) {
    var variables = new LinkedHashMap<String, String>();
    variables.put(Protocol.SOCKET, socket().toString());
    variables.put(Protocol.NAME, Prefix.OURS);
    variables.put(Protocol.SECRET, secret);
    variables.put(Protocol.SLOTS, Integer.toString(slots));
    return variables;
  }

  private void ended(Place place, Crew crew, Ending ending) {
    crews.remove(crew);
    place.ended(crew, ending);
  }

  /** Does this when a call has had its time to obey. */
  void later(Runnable enforcement) {
    try {
      var _ = keeper.schedule(enforcement, limits.obey().toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException stopped) {
      // All calls are being ended.
    }
  }

  /** Does this on a thread that may wait; on this one while the node stops. */
  private void attend(Runnable order) {
    try {
      watchers.execute(order);
    } catch (RejectedExecutionException stopped) {
      order.run();
    }
  }

  private void tick() {
    try {
      acceptor.closeSilent();
      long tick = System.nanoTime();
      crews.forEach(crew -> crew.look(tick, limits));
      for (var place : places.values()) {
        removeIfIdle(place, tick);
        startWanted(place);
      }
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot look after executors", broken);
    }
  }

  private void removeIfIdle(Place place, long tick) {
    boolean idle = tick - place.idleSinceTick(tick) > limits.idle().toNanos();
    boolean foreign = place.recipe() == null && place.hasCrew();
    if (idle && !foreign && place.closeIfIdle()) {
      places.values().remove(place);
    }
  }

  /** How many processes of ours there are. */
  public int size() {
    return crews.size();
  }

  /** Ends all executors and answers all calls; waits for that. */
  @Override
  public void close() {
    closed = true;
    places.values().forEach(place -> place.close(STOPS));
    crews.forEach(crew -> crew.stop(STOPS));
    watchers.shutdown();
    Patience.join(watchers, CLOSE_LIMIT);
    keeper.shutdownNow();
    acceptor.close();
  }
}
