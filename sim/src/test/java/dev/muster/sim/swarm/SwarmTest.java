package dev.muster.sim.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SwarmTest {

  private static final int SEEDS = 200;
  private static final int MUTANT_SEEDS = 400;

  @Test
  void everySeedKeepsEveryPromise() {
    var summary = new Swarm(NodeMaker.PRODUCTION).run(1, SEEDS, _ -> {});

    assertThat(summary.failures()).isEmpty();
    assertThat(summary.events()).as("the seeds do something").isGreaterThan(SEEDS * 1_000L);
  }

  @Test
  void aSeedRunsTheSameWayTwice() {
    var swarm = new Swarm(NodeMaker.PRODUCTION);

    assertThat(swarm.run(42)).isEqualTo(swarm.run(42)).isInstanceOf(SwarmOutcome.SeedKept.class);
  }

  @Test
  void aNodeThatForgetsResultsTooSoonIsFound() {
    findsAndReproduces(AmnesiacNode::new, "was given out though node-");
  }

  @Test
  void aNodeThatClaimsToHoldWhatItLostIsFound() {
    findsAndReproduces(BoastfulNode::new, "promise 6 broken");
  }

  @Test
  void aNodeThatThinksItIsLargerThanItIsIsFound() {
    findsAndReproduces(
        (index, epoch, capacity, master, timing, config, chance, lifecycles) ->
            new Node(
                index, epoch, capacity.plus(capacity), master, timing, config, chance, lifecycles),
        "promise 3 broken");
  }

  @Test
  void aSchedulerThatTakesOverWithoutAskingTheNodesIsFound() {
    findsAndReproduces(
        new Swarm(HastyScheduler::new, NodeMaker.PRODUCTION), "was given out though node-");
  }

  @Test
  void aSchedulerThatAcknowledgesWhatIsNotOnRecordIsFound() {
    findsAndReproduces(
        new Swarm(PoliteScheduler::new, NodeMaker.PRODUCTION), "and its node may forget it");
  }

  @Test
  void aNodeThatKeepsQuietAboutWhatItHasIsFound() {
    findsAndReproduces(SecretiveNode::new, "was given out though node-");
  }

  @Test
  void aSchedulerThatMakesOutputsAgainThatAreThereIsFound() {
    findsAndReproduces(new Swarm(AnxiousScheduler::new, NodeMaker.PRODUCTION), "promise 1 broken");
  }

  private static void findsAndReproduces(NodeMaker mutant, String evidence) {
    findsAndReproduces(new Swarm(mutant), evidence);
  }

  private static void findsAndReproduces(Swarm mutant, String evidence) {
    var found = mutant.run(1, MUTANT_SEEDS, _ -> {}).failures();
    assertThat(found)
        .as("the swarm finds the planted bug")
        .anyMatch(failure -> failure.what().contains(evidence));
    var failure = found.getFirst();

    long first = Long.parseLong(argument(failure.command(), "--first"));
    int seeds = Integer.parseInt(argument(failure.command(), "--seeds"));
    var again = mutant.run(first, seeds, _ -> {});
    assertThat(again.failures()).as("its printed line shows it again").containsExactly(failure);
    assertThat(new Swarm(NodeMaker.PRODUCTION).run(first, seeds, _ -> {}).failures())
        .as("and the seed is fine without the bug")
        .isEmpty();
  }

  private static String argument(String command, String option) {
    var words = List.of(command.split(" "));
    return words.get(words.indexOf(option) + 1);
  }

  /** A planted bug: forgets a result once it was told, before anyone has acknowledged it. */
  private record AmnesiacNode(Node node) implements Actor<NodeEvent> {

    AmnesiacNode(
        int index,
        int epoch,
        Resources room,
        Address<MasterEvent> master,
        Timing timing,
        NodeConfig config,
        Chance chance,
        NodeLifecycles lifecycles) {
      this(new Node(index, epoch, room, master, timing, config, chance, lifecycles));
    }

    @Override
    public void start(long nowNs, Effects out) {
      node.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      node.on(nowNs, event, out);
      if (event instanceof RunExited exited) {
        node.on(nowNs, new AcknowledgeResult(exited.run(), true), out);
      }
    }
  }

  /** A planted bug: says that it holds whatever it is asked about, so that nothing is ever lost. */
  private record BoastfulNode(Node node, int index) implements Actor<NodeEvent> {

    BoastfulNode(
        int index,
        int epoch,
        Resources room,
        Address<MasterEvent> master,
        Timing timing,
        NodeConfig config,
        Chance chance,
        NodeLifecycles lifecycles) {
      this(new Node(index, epoch, room, master, timing, config, chance, lifecycles), index);
    }

    @Override
    public void start(long nowNs, Effects out) {
      node.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      if (event instanceof ConfirmReservations confirm) {
        out.send(
            confirm.scheduler(),
            new SchedulerEvent.ReservationsConfirmed(
                index, confirm.sentNs(), confirm.reservations(), List.of()));
      } else {
        node.on(nowNs, event, out);
      }
    }
  }

  /** A planted bug: says that it has nothing of schedulers that died. */
  private record SecretiveNode(Node node, int index) implements Actor<NodeEvent> {

    SecretiveNode(
        int index,
        int epoch,
        Resources room,
        Address<MasterEvent> master,
        Timing timing,
        NodeConfig config,
        Chance chance,
        NodeLifecycles lifecycles) {
      this(new Node(index, epoch, room, master, timing, config, chance, lifecycles), index);
    }

    @Override
    public void start(long nowNs, Effects out) {
      node.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      if (event instanceof NodeEvent.ListAttempts census) {
        out.send(
            census.scheduler(),
            new SchedulerEvent.AttemptsListed(index, census.epoch(), List.of()));
      } else {
        node.on(nowNs, event, out);
      }
    }
  }

  /** A planted bug: takes every node to have nothing, and does not wait for the answers. */
  private record HastyScheduler(Actor<SchedulerEvent> scheduler, int epoch, int nodes)
      implements Actor<SchedulerEvent> {

    HastyScheduler(int index, int epoch, CellSpec spec, Address<MasterEvent> master) {
      this(SchedulerMaker.PRODUCTION.make(index, epoch, spec, master), epoch, spec.nodes());
    }

    @Override
    public void start(long nowNs, Effects out) {
      scheduler.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, SchedulerEvent event, Effects out) {
      scheduler.on(nowNs, event, out);
      for (int node = 0; node < nodes; node++) {
        scheduler.on(nowNs, new SchedulerEvent.AttemptsListed(node, epoch, List.of()), out);
      }
    }
  }

  /** A planted bug: takes each failure for one of the first input. */
  private record AnxiousScheduler(Actor<SchedulerEvent> scheduler, Map<Long, JobSpec> jobs)
      implements Actor<SchedulerEvent> {

    AnxiousScheduler(int index, int epoch, CellSpec spec, Address<MasterEvent> master) {
      this(SchedulerMaker.PRODUCTION.make(index, epoch, spec, master), new TreeMap<>());
    }

    @Override
    public void start(long nowNs, Effects out) {
      scheduler.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, SchedulerEvent event, Effects out) {
      if (event instanceof SchedulerEvent.AssignJob job) {
        jobs.put(job.job(), job.spec());
      }
      scheduler.on(nowNs, event instanceof TaskFinished end ? blamed(end) : event, out);
    }

    private TaskFinished blamed(TaskFinished end) {
      var spec = jobs.get(end.job());
      var edges = spec == null ? List.<Edge>of() : spec.stages().get(end.stage()).after();
      return end.result().succeeded() || edges.isEmpty()
          ? end
          : with(end, new LostInputs(edges.getFirst().stage(), List.of(end.index(), 1)));
    }

    private static TaskFinished with(TaskFinished end, LostInputs lost) {
      return new TaskFinished(
          end.node(),
          end.reservation(),
          end.job(),
          end.stage(),
          end.index(),
          RunResult.inputMissing("planted", lost));
    }
  }

  /** A planted bug: acknowledges a success when it hears of it. */
  private record PoliteScheduler(Actor<SchedulerEvent> scheduler) implements Actor<SchedulerEvent> {

    PoliteScheduler(int index, int epoch, CellSpec spec, Address<MasterEvent> master) {
      this(SchedulerMaker.PRODUCTION.make(index, epoch, spec, master));
    }

    @Override
    public void start(long nowNs, Effects out) {
      scheduler.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, SchedulerEvent event, Effects out) {
      scheduler.on(nowNs, event, out);
      if (event instanceof TaskFinished finished) {
        out.send(
            NodeEvent.at(finished.node()), new AcknowledgeResult(finished.reservation(), false));
      }
    }
  }
}
