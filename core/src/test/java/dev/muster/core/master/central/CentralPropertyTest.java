package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.estimated;
import static dev.muster.core.master.central.CentralCell.granted;
import static dev.muster.core.master.central.CentralCell.request;
import static dev.muster.core.master.central.CentralCell.withdrawn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.Container;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.central.CentralOptions.QueueDiscipline;
import dev.muster.core.master.central.CentralOptions.Reserving;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is requested, withdrawn and ended, and whichever machines and leaders come and go: no
 * machine and no queue has too much, no number is granted twice, gangs are granted as a whole, and
 * at the end everything that was wanted is placed.
 */
final class CentralPropertyTest {

  private static final int NODES = 8;
  private static final int JOBS = 12;
  private static final long MAX_OF_QUEUE = 12_000;

  /** Seconds: requests are forgotten that nobody repeats. */
  private static final int REPEATED_EVERY = 5;

  /** What the test knows of one job. */
  private static final class WantingJob {
    private final Resources need;
    private final boolean isGang;
    private final long estimateNs;
    private final List<Long> wanted = new ArrayList<>();

    WantingJob(Resources need, boolean isGang, long estimateNs) {
      this.need = need;
      this.isGang = isGang;
      this.estimateNs = estimateNs;
    }
  }

  private final Map<Long, WantingJob> jobs = new LinkedHashMap<>();
  private final Map<Long, Container> running = new TreeMap<>();
  private final Map<Long, Long> jobOf = new TreeMap<>();
  private final TreeSet<Long> closed = new TreeSet<>();
  private CentralCell cell = new CentralCell();
  private Chance chance = Chance.of(0, "central");

  private void build(long seed, CentralOptions options) {
    chance = Chance.of(seed, "central");
    cell = new CentralCell(options);
    var limited = QueueShare.EVEN.withMax(Portion.fixed(Portion.CPU, MAX_OF_QUEUE));
    cell.queues(QueueTree.of(QueueSpec.of("root.a").with(limited), QueueSpec.of("root.b")));
    for (int node = 0; node < NODES; node++) {
      cell.join(node, size(8, 8), Collections.emptyMap());
    }
    for (long job = 1; job <= JOBS; job++) {
      boolean isGang = job % 4 == 0;
      var need = new Resources(500 + chance.nextInt(3_000), GIB / 2 + chance.nextLong(3 * GIB));
      long estimateNs = chance.nextInt(3) == 0 ? 0 : chance.nextLong(20 * S);
      jobs.put(job, new WantingJob(need, isGang, estimateNs));
      var stage = Jobs.stage("s", 100, need).with(isGang ? Gang.REPLACE : Gang.NO);
      var queue = job % 3 == 0 ? "root.a" : "root.b";
      cell.job(job, JobSpec.of("j", stage).withQueue(queue).withPriority(chance.nextInt(2)));
    }
  }

  private WantingJob job(long number) {
    return Objects.requireNonNull(jobs.get(number));
  }

  private void hear(RecordingEffects out) {
    Map<Long, Integer> ofGangs = new TreeMap<>();
    for (var container : granted(out)) {
      long job = jobOf.getOrDefault(container.claim(), 0L);
      if (running.containsKey(container.claim()) || closed.contains(container.claim())) {
        assertThat(running.getOrDefault(container.claim(), container))
            .as("the same again")
            .isEqualTo(container);
        continue;
      }
      running.put(container.claim(), container);
      var wanting = jobs.get(job);
      if (wanting != null && wanting.wanted.remove(container.claim()) && wanting.isGang) {
        ofGangs.merge(job, 1, Integer::sum);
      }
    }
    ofGangs.forEach((job, _) -> assertThat(job(job).wanted).as("a whole gang").isEmpty());
    for (long claim : withdrawn(out)) {
      assertThat(cell.state.cell().machineOf(0, claim)).isNegative();
    }
    assertThat(cell.isOvercommitted()).isFalse();
    verifyQueue();
  }

  private void verifyQueue() {
    long cpu = 0;
    for (var container : running.values()) {
      long job = jobOf.getOrDefault(container.claim(), 0L);
      if (job % 3 == 0 && cell.state.cell().holds(0, container.claim())) {
        cpu += job(job).need.cpuMillis();
      }
    }
    assertThat(cpu).isLessThanOrEqualTo(MAX_OF_QUEUE);
  }

  private void say(long job) {
    var wanting = job(job);
    var request = request(job, wanting.need, List.copyOf(wanting.wanted));
    hear(cell.send(estimated(request, wanting.estimateNs)));
  }

  private void want(long job, int more) {
    var wanting = job(job);
    if (wanting.isGang && !wanting.wanted.isEmpty()) {
      return;
    }
    var claims = cell.claims(more);
    claims.forEach(claim -> jobOf.put(claim, job));
    wanting.wanted.addAll(claims);
    say(job);
  }

  private void withdraw(long job) {
    var wanting = job(job);
    int count = wanting.isGang ? wanting.wanted.size() : Math.min(2, wanting.wanted.size());
    var some = List.copyOf(wanting.wanted.subList(0, count));
    wanting.wanted.removeAll(some);
    closed.addAll(some);
    if (!some.isEmpty()) {
      hear(cell.withdraw(job, some.toArray(Long[]::new)));
    }
  }

  private void end(int number) {
    var all = List.copyOf(running.values());
    for (int i = 0; i < number && !all.isEmpty(); i++) {
      var container = all.get(chance.nextInt(all.size()));
      if (running.remove(container.claim()) != null) {
        closed.add(container.claim());
        hear(cell.end(container));
      }
    }
  }

  private void loseNode() {
    int node = chance.nextInt(NODES);
    if (cell.state.cell().has(node)) {
      running.values().stream()
          .filter(each -> each.node() == node)
          .map(Container::claim)
          .toList()
          .forEach(
              claim -> {
                running.remove(claim);
                closed.add(claim);
              });
      hear(cell.die(node));
    } else {
      hear(cell.rejoin(node, size(8, 8)));
    }
  }

  private void step() {
    long job = 1L + chance.nextInt(JOBS);
    switch (chance.nextInt(12)) {
      case 0, 1, 2 -> want(job, 1 + chance.nextInt(job(job).isGang ? 10 : 6));
      case 3 -> say(job);
      case 4 -> withdraw(job);
      case 5, 6, 7 -> end(1 + chance.nextInt(6));
      case 8 -> hearAll(cell.pass(chance.nextLong(S)));
      case 9 -> hearAll(cell.pass(chance.nextLong(3 * S)));
      case 10 -> {
        if (chance.nextInt(4) == 0) {
          loseNode();
        }
      }
      default -> {
        if (chance.nextInt(6) == 0) {
          cell.changeLeader();
          jobs.keySet().forEach(this::say);
        }
      }
    }
  }

  private void hearAll(List<Container> granted) {
    var out = new RecordingEffects();
    granted.forEach(
        each ->
            out.send(
                SchedulerEvent.at(0),
                new ContainersGranted(1, jobOf.getOrDefault(each.claim(), 0L), 0, List.of(each))));
    hear(out);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void nothingIsPromisedTwiceAndEverythingIsPlacedInTheEnd(long seed) {
    var discipline = seed % 2 == 0 ? QueueDiscipline.FAIR : QueueDiscipline.CAPACITY;
    build(seed, CentralOptions.STANDARD.with(discipline));
    for (int i = 0; i < 1_500; i++) {
      step();
    }
    for (int node = 0; node < NODES; node++) {
      if (!cell.state.cell().has(node)) {
        hear(cell.rejoin(node, size(8, 8)));
      }
    }
    jobs.values().stream()
        .filter(each -> each.isGang && each.need.times(each.wanted.size()).cpuMillis() > 12_000)
        .forEach(each -> each.wanted.clear()); // more than the queue may have
    for (int round = 0; round < 400; round++) {
      jobs.keySet().forEach(this::say);
      end(20);
      hearAll(cell.pass(S));
    }
    assertThat(jobs.values()).allMatch(each -> each.wanted.isEmpty());
  }

  /** Without reservations: nothing waits that would fit, and what is available is all used. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nothingWaitsThatFits(long seed) {
    build(seed, CentralOptions.STANDARD.with(new Reserving(Long.MAX_VALUE, 0)));
    for (int i = 0; i < 400; i++) {
      if (i % REPEATED_EVERY == 0) {
        jobs.keySet().forEach(this::say);
      }
      step();
      hearAll(cell.pass(S));
      for (long job = 1; job <= JOBS; job++) {
        var wanting = job(job);
        if (job % 3 != 0 && !wanting.isGang && !wanting.wanted.isEmpty()) {
          assertThat(fits(wanting.need)).as("job %d wants %s", job, wanting.need).isFalse();
        }
      }
    }
  }

  private boolean fits(Resources need) {
    for (int node = 0; node < NODES; node++) {
      if (cell.state.cell().has(node) && cell.state.cell().fits(node, need)) {
        return true;
      }
    }
    return false;
  }
}
