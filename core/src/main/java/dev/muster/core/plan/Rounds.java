package dev.muster.core.plan;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Probed;
import dev.muster.core.flat.IntList;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.place.Approach;
import dev.muster.core.place.Policy;
import java.util.Arrays;

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

  private static final class Round {
    final JobManager job;
    final StagePlan stage;
    final int tasks;
    final int[] nodes;
    final int[] loads;
    final long sinceNs;
    int answers;

    Round(JobManager job, StagePlan stage, int tasks, IntList drawn, long nowNs) {
      this.job = job;
      this.stage = stage;
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
  private final LongMap<Round> open = new LongMap<>();
  private final IntList drawn = new IntList();
  private final IntList picked = new IntList();
  private long lastRound;

  Rounds(Address<SchedulerEvent> self, Timing timing, Policy policy, Reservations reservations) {
    this.self = self;
    this.timing = timing;
    this.policy = policy;
    this.reservations = reservations;
    this.table = reservations.table;
  }

  /** Places what the stage wants and no round is out for. */
  void place(long nowNs, JobManager job, StagePlan stage, Effects out) {
    int room = reservations.limit() - stage.bound.count - stage.inRounds;
    int tasks = Math.min(job.wanted(stage) - stage.inRounds, room);
    if (tasks <= 0 || open.size() >= MAX_ROUNDS) {
      return;
    }
    policy.choose(reservations.view(), stage.spec.resources(), policy.drawsFor(tasks), drawn);
    if (drawn.isEmpty()) {
      return;
    }
    if (policy.approach() == Approach.SEND) {
      for (int at = 0; at < drawn.size(); at++) {
        send(nowNs, job, stage, drawn.at(at), out);
      }
    } else {
      ask(new Round(job, stage, tasks, drawn, nowNs), out);
    }
  }

  private void ask(Round round, Effects out) {
    long number = ++lastRound;
    open.put(number, round);
    round.stage.inRounds += round.tasks;
    for (int draw = 0; draw < round.nodes.length; draw++) {
      out.send(NodeEvent.at(round.nodes[draw]), new NodeEvent.Probe(self, number, draw));
    }
  }

  void probed(long nowNs, Probed probed, Effects out) {
    var round = open.find(probed.round());
    if (round == null || !round.waitsFor(probed.draw())) {
      return;
    }
    round.loads[probed.draw()] = probed.load();
    round.answers++;
    if (round.answers == round.nodes.length) {
      end(nowNs, probed.round(), round, out);
    }
  }

  /** Ends the rounds whose time is up. */
  void beat(long nowNs, Effects out) {
    for (long number = lastRound; number > lastRound - MAX_ROUNDS && !open.isEmpty(); number--) {
      var round = open.find(number);
      if (round != null && nowNs - round.sinceNs >= timing.askAgainNs()) {
        end(nowNs, number, round, out);
      }
    }
  }

  private void end(long nowNs, long number, Round round, Effects out) {
    open.remove(number);
    round.stage.inRounds -= round.tasks;
    policy.pick(round.tasks, round.loads, picked);
    for (int i = 0; i < picked.size(); i++) {
      send(nowNs, round.job, round.stage, round.nodes[picked.at(i)], out);
    }
  }

  private void send(long nowNs, JobManager job, StagePlan stage, int node, Effects out) {
    int slot = table.add(job, stage, node, nowNs);
    if (slot == ReservationTable.NONE) {
      return; // the table is at its limit; the next beat tries again
    }
    int task = job.take(stage);
    if (task < 0) {
      table.remove(slot);
      return;
    }
    table.bind(slot, task, nowNs);
    var work = job.work(stage, task);
    out.send(NodeEvent.at(node), new NodeEvent.Place(self, table.id(slot), stage.demand, work));
  }
}
