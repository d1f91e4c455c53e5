package dev.muster.model.file.queue;

import dev.muster.model.queue.QueueAccess;
import dev.muster.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who may submit where: a queue that does not say has the users of the queue above, and one that
 * says has those alone.
 *
 * <p>In a tree it is the other way round: whoever may submit to a queue may submit to all below it.
 * So a list is put where no queue below has another, and else to each of the queues below.
 */
final class Submitters {

  static final int NONE = -1;

  private final List<Integer> above = new ArrayList<>();
  private final List<Optional<List<String>>> given = new ArrayList<>();

  /** The next queue of the tree. */
  void add(int above, Optional<List<String>> users) {
    this.above.add(above);
    this.given.add(users);
  }

  /** The same queues, with their users. */
  List<QueueSpec> into(List<QueueSpec> queues) {
    var differs = differs();
    List<List<String>> users = new ArrayList<>();
    List<QueueSpec> specs = new ArrayList<>();
    for (int at = 0; at < queues.size(); at++) {
      int from = above.get(at);
      var inherited = from == NONE ? QueueAccess.OPEN.submit() : users.get(from);
      users.add(given.get(at).orElse(inherited));
      boolean own = !differs[at] && (from == NONE || differs[from]);
      var spec = queues.get(at);
      specs.add(
          spec.with(new QueueAccess(own ? users.get(at) : List.of(), spec.access().administer())));
    }
    return specs;
  }

  /** Of which queues some queue below says who may submit. */
  private boolean[] differs() {
    var differs = new boolean[above.size()];
    for (int at = differs.length - 1; at > 0; at--) {
      if (differs[at] || given.get(at).isPresent()) {
        differs[above.get(at)] = true;
      }
    }
    return differs;
  }
}
