package dev.muster.model.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who may submit to each queue of a tree, wherever in the tree that is said. */
final class SubmitRights {

  private final QueueTree tree;
  private final QueueLinks links;

  SubmitRights(QueueTree tree, QueueLinks links) {
    this.tree = tree;
    this.links = links;
  }

  /** The users in order, or {@link QueueAccess#EVERYONE} alone. */
  Set<String> of(int queue) {
    var users = new ArrayList<String>();
    for (int at = queue; at != QueueLinks.NONE; at = links.above(at)) {
      var access = tree.queues().get(at).access();
      users.addAll(access.submit());
      users.addAll(access.administer());
    }
    return new TreeSet<>(
        users.contains(QueueAccess.EVERYONE) ? List.of(QueueAccess.EVERYONE) : users);
  }
}
