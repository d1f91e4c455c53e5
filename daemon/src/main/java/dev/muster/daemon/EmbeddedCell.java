package dev.muster.daemon;

import com.sun.management.OperatingSystemMXBean;
import dev.muster.check.Observer;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Timing;
import dev.muster.core.place.Sampled;
import dev.muster.core.plan.Scheduler;
import dev.muster.core.plan.ThinkTime;
import dev.muster.core.queue.Node;
import dev.muster.core.submit.Client;
import dev.muster.core.submit.Master;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.host.Loop;
import dev.muster.host.Patience;
import dev.muster.host.file.Retention;
import dev.muster.host.file.Supplies;
import dev.muster.host.run.JobDirectory;
import dev.muster.host.run.TaskMachine;
import dev.muster.host.run.Terms;
import dev.muster.model.JobNumber;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A whole cell within this process: the actors of any cell, at one loop, and nodes that start
 * processes on this computer. It ends with the process and remembers nothing; what its tasks wrote
 * stays under its home.
 */
public final class EmbeddedCell implements AutoCloseable {

  /**
   * @param capacity what each node has
   * @param home where the directories of jobs lie
   * @param seed for all chance; a fresh one where none is given
   * @param terms what tasks may have besides
   */
  public record Options(int nodes, Resources capacity, Path home, OptionalLong seed, Terms terms) {

    private static final int CPU_MILLIS = 1_000;
    private static final int MEMORY_PERCENT = 90;

    /** On the usual terms. */
    public Options(int nodes, Resources capacity, Path home, OptionalLong seed) {
      this(nodes, capacity, home, seed, Terms.STANDARD);
    }

    /** One node with all processors of this computer and most of its memory. */
    public static Options ofThisMachine(Path home) {
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long memoryBytes = system.getTotalMemorySize() / 100 * MEMORY_PERCENT;
      long cpuMillis = (long) system.getAvailableProcessors() * CPU_MILLIS;
      return new Options(1, new Resources(cpuMillis, memoryBytes), home, OptionalLong.empty());
    }
  }

  private static final System.Logger LOGGER = System.getLogger(EmbeddedCell.class.getName());

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);

  private static final int TELL_TRIES = 1_000;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);
  private static final String DEAF = "the cell does not listen";

  private final Path home;
  private final JobNumbers numbers;
  private final Observer observer;
  private final Host host = new Host(Log.IN_MEMORY);
  private final Loop loop = host.loop("cell");
  private final NewsDesk news = new NewsDesk();
  private final Retention retention;
  private final AtomicLong keys = new AtomicLong();
  private final int tellTries;

  private EmbeddedCell(Options options, JobNumbers numbers, Observer observer, int tellTries) {
    this.home = options.home();
    this.numbers = numbers;
    this.observer = observer;
    this.tellTries = tellTries;
    var timing = Timing.standard();
    long seed = options.seed().orElseGet(ThreadLocalRandom.current()::nextLong);
    var config = Master.Config.standard().withFirstJob(numbers.first());
    var policy = new Sampled(Sampled.DEFAULT_RATIO, Chance.of(seed, SCHEDULER));

    add(CLIENT, new Client(0, MASTER, timing));
    add(MASTER, new Master(config, timing));
    add(SCHEDULER, new Scheduler(0, MASTER, timing, policy, ThinkTime.NONE));
    for (int index = 0; index < options.nodes(); index++) {
      addNode(
          new Node(index, 1, options.capacity(), MASTER, timing),
          NodeEvent.at(index),
          options.terms());
    }
    this.retention =
        Retention.start(home, JobDirectory.layout(home), options.terms().keepOutputs());
    host.listen(CLIENT, event -> hear((ClientEvent) event));
    host.start(news::fail);
  }

  private void hear(ClientEvent event) {
    news.hear(event);
    if (event instanceof ClientEvent.Ended ended) {
      news.later(() -> retain(ended.report().job()));
    }
  }

  /** From now on the time of its outputs runs. */
  private void retain(long job) {
    try {
      retention.ended(job);
    } catch (IOException stay) {
      LOGGER.log(Level.WARNING, "the outputs of " + JobNumber.format(job) + " stay for good", stay);
    }
  }

  public static EmbeddedCell start(Options options) throws IOException {
    return start(options, Observer.NONE);
  }

  static EmbeddedCell start(Options options, Observer observer) throws IOException {
    return start(options, observer, TELL_TRIES);
  }

  static EmbeddedCell start(Options options, Observer observer, int tellTries) throws IOException {
    return new EmbeddedCell(options, JobNumbers.claim(options.home()), observer, tellTries);
  }

  private <E extends Event> void add(Address<E> address, Actor<E> actor) {
    host.add(address, new Watched<>(address, actor, observer), loop);
  }

  private void addNode(Node node, Address<NodeEvent> address, Terms terms) {
    var machine = TaskMachine.of(address.toString(), home, terms, Supplies.IN_PLACE);
    host.add(address, new Watched<>(address, node, observer), loop, machine);
  }

  /**
   * Asks the cell to run a job. If it does not listen, this submission fails, and no other.
   *
   * @param listener hears of acceptance, progress and the end, on a thread of the cell's
   */
  public Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    var key = "request-" + keys.incrementAndGet();
    var submission = news.open(key, listener, () -> tell(new ClientEvent.GiveUp(key)));
    numbers
        .next()
        .ifPresentOrElse(
            problem -> news.refused(new ClientEvent.Refused(key, problem)),
            () -> request(key, job));
    return submission;
  }

  private void request(String key, JobSpec job) {
    if (!tell(new ClientEvent.Request(key, job))) {
      news.unheard(key, new IllegalStateException(DEAF));
    }
  }

  /**
   * How many messages between the actors were lost so far because too many waited. The actors say
   * again what matters, so this costs time and no results.
   */
  public long lostMessages() {
    return host.lost();
  }

  public JobDirectory directory(long job) {
    return JobDirectory.of(home, job);
  }

  /** Ends all processes and threads of the cell; bounded in time. */
  @Override
  public void close() {
    host.close();
    news.close();
    retention.close();
  }

  /**
   * What the user says is said once, so a full inbox is waited for; not for ever. Whether it was
   * heard.
   */
  private boolean tell(ClientEvent event) {
    for (int tries = 0; tries < tellTries && !host.ended().isDone(); tries++) {
      if (host.tell(CLIENT, event)) {
        return true;
      }
      Patience.pause(BETWEEN_TRIES);
    }
    return false;
  }
}
