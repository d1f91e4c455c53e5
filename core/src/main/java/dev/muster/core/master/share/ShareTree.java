package dev.muster.core.master.share;

import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everybody who shares as one tree of numbered nodes, each after the one above it.
 *
 * <pre>
 *   0      1 … queues                      … firstUser          … firstJob       … size
 *   cell   queues, as in the queue tree    strays   users of each leaf   jobs of each user
 * </pre>
 *
 * Jobs of a user are in the order in which they are served: by priority, then by number. A job
 * whose queue is gone, or has queues below it now, is a <i>stray</i>: it counts as one in an
 * unnamed leaf of the nearest queue that is there.
 */
final class ShareTree {

  static final int CELL = 0;

  /** So that a queue of no weight gets what nobody else wants. */
  private static final double LEAST_WEIGHT = 1e-6;

  final int queues;
  final int firstUser;
  final int firstJob;
  final int size;

  /** Of each node. */
  final int[] parent;

  final int[] depth;
  final double[] weight;

  /** The nodes right below a node are {@code child[first]} and the next ones. */
  final int[] first;

  final int[] count;
  final int[] child;

  /** The position of a node among its siblings. */
  final int[] slot;

  private final List<QueueSpec> specs;
  private final List<JobNeed> jobs;
  private final List<Integer> order;

  ShareTree(QueueTree tree, List<JobNeed> jobs) {
    this.queues = tree.queues().size();
    this.jobs = jobs;
    this.specs = new ArrayList<>(tree.queues());
    var leaves = new Leaves(specs);
    var leafOf = jobs.stream().mapToInt(job -> leaves.of(job.queue())).toArray();
    this.order = new ArrayList<>(jobs.size());
    for (int job = 0; job < jobs.size(); job++) {
      order.add(job);
    }
    order.sort(
        Comparator.<Integer>comparingInt(job -> leafOf[job])
            .thenComparing(job -> jobs.get(job).user())
            .thenComparingInt(job -> -jobs.get(job).priority())
            .thenComparingLong(job -> jobs.get(job).job()));
    var users = new int[jobs.size()];
    this.firstUser = 1 + specs.size();
    this.firstJob = firstUser + numberUsers(leafOf, users);
    this.size = firstJob + jobs.size();
    this.parent = parents(leaves, leafOf, users);
    this.depth = new int[size];
    this.weight = new double[size];
    for (int node = 1; node < size; node++) {
      depth[node] = depth[parent[node]] + 1;
      weight[node] = isQueue(node) ? Math.max(LEAST_WEIGHT, spec(node).share().weight()) : 1;
    }
    this.first = new int[size];
    this.count = new int[size];
    this.child = new int[size];
    this.slot = new int[size];
    linkChildren();
  }

  boolean isQueue(int node) {
    return node > CELL && node < firstUser;
  }

  boolean isJob(int node) {
    return node >= firstJob;
  }

  /** Users, and nothing else, are below leaves. */
  boolean isLeaf(int queue) {
    return count[queue] == 0 || !isQueue(child[first[queue]]);
  }

  QueueSpec spec(int queue) {
    return specs.get(queue - 1);
  }

  /** Which of the given jobs the node is. */
  int row(int job) {
    return order.get(job - firstJob);
  }

  JobNeed need(int job) {
    return jobs.get(row(job));
  }

  String user(int user) {
    return need(child[first[user]]).user();
  }

  boolean isFair(int user) {
    return spec(parent[user]).order() == JobOrder.FAIR;
  }

  /** Whether the job, or a queue above it, starts nothing more. */
  boolean isSuspended(int job) {
    boolean suspended = need(job).suspended();
    for (int node = parent[parent[job]]; node != CELL; node = parent[node]) {
      suspended |= spec(node).suspended();
    }
    return suspended;
  }

  int deepestQueue() {
    int deepest = 0;
    for (int node = 1; node < firstUser; node++) {
      deepest = Math.max(deepest, depth[node]);
    }
    return deepest;
  }

  private int numberUsers(int[] leafOf, int[] users) {
    int found = 0;
    for (int at = 0; at < users.length; at++) {
      boolean same =
          at > 0
              && leafOf[order.get(at)] == leafOf[order.get(at - 1)]
              && jobs.get(order.get(at)).user().equals(jobs.get(order.get(at - 1)).user());
      found += same ? 0 : 1;
      users[at] = found - 1;
    }
    return found;
  }

  private int[] parents(Leaves leaves, int[] leafOf, int[] users) {
    var parents = new int[size];
    for (int node = 1; node < firstUser; node++) {
      parents[node] = leaves.parent(node);
    }
    for (int at = 0; at < users.length; at++) {
      parents[firstUser + users[at]] = leafOf[order.get(at)];
      parents[firstJob + at] = firstUser + users[at];
    }
    return parents;
  }

  private void linkChildren() {
    for (int node = 1; node < size; node++) {
      slot[node] = count[parent[node]]++;
    }
    for (int node = 1; node < size; node++) {
      first[node] = first[node - 1] + count[node - 1];
    }
    for (int node = 1; node < size; node++) {
      child[first[parent[node]] + slot[node]] = node;
    }
  }

  /** Finds the leaf of a job by the path of its queue, and makes those for strays. */
  private static final class Leaves {

    private final List<QueueSpec> specs;
    private final Map<String, Integer> nodes = new LinkedHashMap<>();
    private final Map<String, Integer> strays = new LinkedHashMap<>();
    private final boolean[] isInner;

    Leaves(List<QueueSpec> specs) {
      this.specs = specs;
      this.isInner = new boolean[specs.size() + 1];
      for (var spec : List.copyOf(specs)) {
        isInner[nodes.getOrDefault(spec.parent(), CELL)] = true;
        nodes.put(spec.path(), nodes.size() + 1);
      }
    }

    int of(String path) {
      var nearest = QueueSpec.of(path);
      while (!nodes.containsKey(nearest.path())) {
        if (nearest.parent().isEmpty()) {
          return stray(QueueTree.ROOT);
        }
        nearest = QueueSpec.of(nearest.parent());
      }
      return stray(nearest.path());
    }

    private int stray(String nearest) {
      int node = nodes.getOrDefault(nearest, 1);
      return isInner[node] ? strays.computeIfAbsent(nearest, this::addStray) : node;
    }

    private int addStray(String below) {
      specs.add(QueueSpec.of(below + "."));
      return specs.size();
    }

    int parent(int node) {
      return nodes.getOrDefault(specs.get(node - 1).parent(), CELL);
    }
  }
}
