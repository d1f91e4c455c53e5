package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.scheduler.place.Approach;
import dev.muster.core.scheduler.place.Policy;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Early binding: sends the tasks themselves to nodes that were drawn, at once or after a round of
 * questions about how busy they are.
 *
 * <p>A round ends when all have answered, or at the beat after its time is up, with the answers
 * there are; an answer that comes later means nothing.
 */
final class Rounds {

  /** How many rounds may be out at once; more wait for the next beat. */
  static final int MAX_ROUNDS = 10_000;

  private static final int ANY = -1;

  private static final class Round {
    final long number;
    final JobManager job;
    final StagePlan stage;
    final int task;
    final int tasks;
    final int[] nodes;
    final int[] loads;
    final long sinceNs;
    int answers;

    /** Of one task by its number, or of any so many. */
    Round(
        long number,
        JobManager job,
        StagePlan stage,
        int task,
        int tasks,
        IntList drawn,
        long nowNs) {
      this.number = number;
      this.job = job;
      this.stage = stage;
      this.task = task;
      this.tasks = tasks;
      this.nodes = drawn.toArray();
      this.loads = new int[nodes.length];
      this.sinceNs = nowNs;
      Arrays.fill(loads, Policy.SILENT);
    }

    boolean waitsFor(int draw) {
      return draw >= 0 && draw < loads.length && loads[draw] == Policy.SILENT;
    }
  }

  private final Address<SchedulerEvent> self;
  private final Timing timing;
  private final Policy policy;
  private final Reservations reservations;
  private final ReservationTable table;
  private final PreferredNodes preferred;
  private final LongMap<Round> open = new LongMap<>();
  private final Answers answers;
  private final IntList drawn = new IntList();
  private final IntList picked = new IntList();
  private long lastRound;

  Rounds(Address<SchedulerEvent> self, Timing timing, Policy policy, Reservations reservations) {
    this.self = self;
    this.timing = timing;
    this.policy = policy;
    this.reservations = reservations;
    this.table = reservations.table;
    this.preferred = new PreferredNodes(policy);
    this.answers = new Answers(policy.extras().reuseNs());
  }

  /** Places what the stage wants and no round is out for. */
  void place(long nowNs, JobManager job, StagePlan stage, Effects out) {
    int wanted = job.wanted(stage);
    if (wanted > 0 && stage.preferring != null) {
      placePreferring(nowNs, job, stage, out);
      wanted = Math.min(leftToFree(job, stage), stage.preferring.freeWaiting());
    }
    int tasks = Math.min(wanted - stage.inRounds, room(stage));
    if (tasks <= 0 || open.size() >= MAX_ROUNDS) {
      return;
    }
    var part = stage.part(reservations.view());
    policy.choose(nowNs, part, stage.spec.resources(), policy.drawsFor(tasks), drawn);
    if (drawn.isEmpty()) {
      return;
    }
    if (policy.approach() == Approach.SEND) {
      for (int at = 0; at < drawn.size(); at++) {
        send(nowNs, job, stage, drawn.at(at), ANY, out);
      }
    } else {
      ask(new Round(++lastRound, job, stage, ANY, tasks, drawn, nowNs), out);
    }
  }

  /** Each task that prefers nodes has its own round; those that are free share one as all do. */
  private void placePreferring(long nowNs, JobManager job, StagePlan stage, Effects out) {
    var all = stage.preferring();
    var part = stage.part(reservations.view());
    all.see(part);
    all.widen(nowNs);
    int atMost = Math.min(job.wanted(stage) - stage.inRounds, room(stage));
    for (int task = all.nextLacking(atMost); task >= 0; task = all.nextLacking(atMost)) {
      all.tries(task, nowNs);
      var nodes = preferred.draw(nowNs, stage, part, task);
      if (nodes.isEmpty()) {
        all.strand(task);
      } else if (!placeOne(nowNs, job, stage, task, nodes, out)) {
        all.lacks(task);
        break;
      }
    }
    PreferredReservations.wake(all, out);
  }

  /** One at least, lest tasks whose nodes are silent keep the free ones from the tokens. */
  private static int leftToFree(JobManager job, StagePlan stage) {
    return Math.min(job.wanted(stage), Math.max(1, job.wanted(stage) - stage.preferring().tried()));
  }

  /** False where a limit is reached: the task is tried again when that may have changed. */
  private boolean placeOne(
      long nowNs, JobManager job, StagePlan stage, int task, IntList nodes, Effects out) {
    if (policy.approach() == Approach.SEND) {
      return send(nowNs, job, stage, nodes.at(0), task, out);
    }
    if (open.size() >= MAX_ROUNDS) {
      return false;
    }
    stage.preferring().asked(task, true);
    ask(new Round(++lastRound, job, stage, task, 1, nodes, nowNs), out);
    boolean endedInVain = stage.isWaiting(task) && !stage.preferring().isTried(task);
    return !endedInVain;
  }

  private int room(StagePlan stage) {
    return reservations.limit() - stage.bound.count - stage.inRounds;
  }

  private void ask(Round round, Effects out) {
    open.put(round.number, round);
    if (round.task == ANY) {
      round.stage.inRounds += round.tasks;
    }
    for (int draw = 0; draw < round.nodes.length; draw++) {
      int node = round.nodes[draw];
      round.loads[draw] = answers.load(round.sinceNs, node);
      if (round.loads[draw] == Policy.SILENT) {
        out.send(NodeEvent.at(node), new NodeEvent.ProbeNode(self, round.number, draw));
      } else {
        round.answers++;
      }
    }
    if (round.answers == round.nodes.length) {
      end(round.sinceNs, round, out);
    }
  }

  void probed(long nowNs, NodeProbed probed, Effects out) {
    answers.hear(nowNs, probed.node(), probed.load());
    var round = open.find(probed.round());
    if (round == null || !round.waitsFor(probed.draw())) {
      return;
    }
    round.loads[probed.draw()] = probed.load();
    round.answers++;
    if (round.answers == round.nodes.length) {
      end(nowNs, round, out);
    }
  }

  /** Ends the rounds whose time is up, the oldest first. */
  void beat(long nowNs, Effects out) {
    var due = open.values();
    due.removeIf(round -> nowNs - round.sinceNs < timing.askAgainNs());
    due.sort(Comparator.comparingLong(round -> round.number));
    for (var round : due) {
      end(nowNs, round, out);
    }
  }

  private void end(long nowNs, Round round, Effects out) {
    open.remove(round.number);
    if (round.task == ANY) {
      round.stage.inRounds -= round.tasks;
    }
    policy.pick(round.tasks, round.loads, picked);
    for (int i = 0; i < picked.size(); i++) {
      send(nowNs, round.job, round.stage, round.nodes[picked.at(i)], round.task, out);
    }
    var preferring = round.stage.preferring;
    if (preferring != null && round.task != ANY && round.stage.isWaiting(round.task)) {
      preferring.asked(round.task, false);
    }
  }

  /** Sends this task, or any that may run there, to a node; false where it is at a limit. */
  private boolean send(
      long nowNs, JobManager job, StagePlan stage, int node, int which, Effects out) {
    int slot = table.add(job, stage, node, nowNs);
    if (slot == ReservationTable.NONE) {
      return false; // the table is at its limit; the next beat tries again
    }
    int task =
        which == ANY ? job.take(stage, node, ReservationTable.NONE) : job.takeOne(stage, which);
    if (task < 0) {
      table.remove(slot);
      return false;
    }
    table.bind(slot, task, nowNs);
    answers.sent(node);
    var work = job.work(stage, task);
    out.send(NodeEvent.at(node), new NodeEvent.PlaceTask(self, table.id(slot), stage.demand, work));
    return true;
  }
}
