package dev.muster.sim.drive;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Timing;
import dev.muster.core.queue.Node;
import dev.muster.core.queue.NodeConfig;
import dev.muster.model.Resources;

/** Makes the actor of a node; tests plant bugs here. */
@FunctionalInterface
public interface NodeMaker {

  NodeMaker PRODUCTION = Node::new;

  Actor<NodeEvent> make(
      int index,
      int incarnation,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance);
}
