package dev.muster.sim.drive;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.model.Resources;

/** Makes the actor of a node; tests plant bugs here. */
@FunctionalInterface
public interface NodeMaker {

  NodeMaker PRODUCTION = Node::new;

  Actor<NodeEvent> make(
      int index,
      int epoch,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance,
      NodeLifecycles lifecycles);
}
