package dev.muster.sim.drive;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.client.Client;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.monitor.Monitor;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.model.JobSpec;
import dev.muster.model.queue.QueueTree;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** A whole cell in virtual time: one client, masters, a monitor, schedulers and nodes. */
public final class SimCell {

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);

  /** Whoever leads: where several masters share a log, messages are routed. */
  private static final Address<MasterEvent> MASTER = MasterEvent.at(0);

  private final CellSpec spec;
  private final SchedulerMaker schedulerMaker;
  private final NodeMaker nodeMaker;

  /** Of all nodes that have no attributes: those of a large cell share it. */
  private final NodeConfig plain;

  /** Of all nodes and all their epochs. */
  private final NodeLifecycles nodeLifecycles = new NodeLifecycles();

  private final Simulation simulation;
  private final Masters masters;
  private final int[] nodeEpochs;
  private final int[] epochs;
  private int monitors;

  /** With one master, which never dies. */
  public SimCell(
      CellSpec spec,
      SchedulerMaker schedulerMaker,
      NodeMaker nodeMaker,
      Network network,
      Machines machines,
      ToLongFunction<Address<?>> skewNs,
      Observer observer,
      Consumer<ClientEvent> answers) {
    this(
        spec,
        Masters.Group.ALONE,
        schedulerMaker,
        nodeMaker,
        network,
        machines,
        skewNs,
        observer,
        answers);
  }

  /**
   * @param skewNs how far each actor's clock is ahead of true time
   * @param answers receives what the cell answers the client
   */
  public SimCell(
      CellSpec spec,
      Masters.Group group,
      SchedulerMaker schedulerMaker,
      NodeMaker nodeMaker,
      Network network,
      Machines machines,
      ToLongFunction<Address<?>> skewNs,
      Observer observer,
      Consumer<ClientEvent> answers) {
    this.spec = spec;
    this.schedulerMaker = schedulerMaker;
    this.nodeMaker = nodeMaker;
    this.plain = spec.nodeConfig();
    this.simulation = new Simulation(network, machines, observer);
    this.nodeEpochs = new int[spec.nodes()];
    this.epochs = new int[spec.schedulers()];

    simulation.listen(
        event -> {
          if (event instanceof ClientEvent answer) {
            answers.accept(answer);
          }
        });
    var client = new Client(0, MASTER, spec.timing());
    simulation.add(CLIENT, client, skewNs.applyAsLong(CLIENT));
    var config =
        MasterConfig.standard()
            .withSchedulers(spec.schedulers())
            .with(spec.sharing().cell())
            .with(spec.sharing().central())
            .with(spec.sharing().routing());
    this.masters = new Masters(config, spec.timing(), group, simulation, network, observer);
    masters.start(skewNs);
    simulation.add(MonitorEvent.AT, monitor(), skewNs.applyAsLong(MonitorEvent.AT));
    for (int index = 0; index < spec.schedulers(); index++) {
      var at = SchedulerEvent.at(index);
      simulation.add(at, scheduler(index), skewNs.applyAsLong(at));
    }
    for (int index = 0; index < spec.nodes(); index++) {
      var at = NodeEvent.at(index);
      simulation.add(at, node(index), skewNs.applyAsLong(at));
    }
  }

  /** A cell in which nothing fails, and every message takes as long. */
  public static SimCell calm(
      CellSpec spec,
      SchedulerMaker schedulers,
      long delayNs,
      Machines machines,
      Observer observer,
      Consumer<ClientEvent> answers) {
    var network = new Network.Fixed(delayNs);
    return new SimCell(
        spec, schedulers, NodeMaker.PRODUCTION, network, machines, _ -> 0, observer, answers);
  }

  private Actor<MonitorEvent> monitor() {
    monitors++;
    return new Monitor(monitors, MASTER, spec.timing(), spec.monitor());
  }

  private Actor<SchedulerEvent> scheduler(int index) {
    epochs[index]++;
    return schedulerMaker.make(index, epochs[index], spec, MASTER);
  }

  private Actor<NodeEvent> node(int index) {
    nodeEpochs[index]++;
    return nodeMaker.make(
        index,
        nodeEpochs[index],
        spec.capacities().get(index),
        MASTER,
        spec.timing(),
        nodeConfig(spec.attributesOf(index)),
        Chance.of(spec.seed(), NodeEvent.at(index)),
        nodeLifecycles);
  }

  private NodeConfig nodeConfig(Map<String, String> attributes) {
    return attributes.isEmpty() ? plain : plain.withAttributes(attributes);
  }

  public void submit(long atNs, String key, JobSpec job) {
    simulation.post(atNs, CLIENT, new ClientEvent.RequestJob(key, job));
  }

  public void giveUp(long atNs, String key) {
    simulation.post(atNs, CLIENT, new ClientEvent.AbandonJob(key));
  }

  public void resize(long atNs, String key, String stage, int tasks) {
    simulation.post(atNs, CLIENT, new ClientEvent.RequestResize(key, stage, tasks));
  }

  /** The job starts nothing new from then on, or goes on. */
  public void suspend(long atNs, String key, boolean on) {
    simulation.post(atNs, CLIENT, new ClientEvent.RequestSuspension(key, on));
  }

  /**
   * The cell gets these queues.
   *
   * @param revision above that of any change before
   */
  public void changeQueues(long atNs, long revision, QueueTree tree) {
    simulation.post(atNs, CLIENT, new ClientEvent.RequestQueues(revision, tree));
  }

  /** A node, a scheduler, a master or the monitor dies; the monitor lives beside the leader. */
  public void crash(Address<?> actor) {
    if (actor.role() == Role.MASTER) {
      boolean isLeader = masters.isLeader(actor.index());
      masters.crash(actor.index());
      if (isLeader) {
        moveMonitor();
      }
    } else {
      simulation.crash(actor);
    }
  }

  /** The leader is voted out. */
  public void changeLeader() {
    masters.changeLeader();
    moveMonitor();
  }

  /** Another starts beside the next leader, and knows nothing. */
  private void moveMonitor() {
    restart(MonitorEvent.AT);
  }

  /** It comes back one epoch older, with no memory but what its log or its machine has. */
  public void restart(Address<?> actor) {
    int index = actor.index();
    switch (actor.role()) {
      case NODE -> simulation.restart(NodeEvent.at(index), node(index));
      case SCHEDULER -> simulation.restart(SchedulerEvent.at(index), scheduler(index));
      case MASTER -> masters.restart(index);
      case MONITOR -> {
        simulation.crash(MonitorEvent.AT); // it may be back already, with another leader
        simulation.restart(MonitorEvent.AT, monitor());
      }
      case CLIENT -> throw new IllegalArgumentException(actor + " never dies");
    }
  }

  /** The process of a node dies; what it runs goes on. It comes back by {@link #restart}. */
  public void processDies(int node) {
    simulation.processDies(NodeEvent.at(node));
  }

  /** The next epoch of a scheduler starts, and the older one goes on until then. */
  public void linger(int index, long untilNs) {
    simulation.linger(SchedulerEvent.at(index), scheduler(index), untilNs);
  }

  public int nodes() {
    return spec.nodes();
  }

  /** What is claimed of the machines. */
  public CellState state() {
    return masters.leader().cellState();
  }

  public Masters masters() {
    return masters;
  }

  /** The transitions that things of nodes have made. */
  public NodeLifecycles nodeLifecycles() {
    return nodeLifecycles;
  }

  public Simulation simulation() {
    return simulation;
  }
}
