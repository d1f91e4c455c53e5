package dev.muster.core.master.share;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;

/** A cell with queues on up to three levels below the root, and jobs of a few users in them. */
record RandomCell(Resources cell, QueueTree tree, List<JobNeed> jobs) {

  /**
   * What there is to be drawn.
   *
   * @param resources cpu, memory, and a named one
   * @param userLimits where users are limited: nowhere, in leaves, everywhere
   * @param wholeTasks whether jobs say how large their tasks are
   * @param uses whether something runs already, be it more than the cell has
   */
  record Kind(
      int resources,
      boolean guarantees,
      boolean maxima,
      UsersLimited userLimits,
      boolean wholeTasks,
      boolean uses) {

    enum UsersLimited {
      NOWHERE,
      IN_LEAVES,
      EVERYWHERE
    }
  }

  private static final List<String> RESOURCES = List.of(Portion.CPU, Portion.MEMORY, "disk");

  static RandomCell draw(Chance chance, Kind kind) {
    var cell = Resources.NONE;
    for (int axis = 0; axis < kind.resources; axis++) {
      cell = with(cell, axis, 1_000_000 + chance.nextInt(1_000_000));
    }
    List<QueueSpec> specs = new ArrayList<>(List.of(spec(chance, kind, QueueTree.ROOT)));
    drawBelow(chance, kind, QueueTree.ROOT, 1, specs);
    var tree = new QueueTree(specs, QueueTree.RECLAIM_AFTER_NS);
    return new RandomCell(cell, tree, drawJobs(chance, kind, cell, tree));
  }

  private static void drawBelow(
      Chance chance, Kind kind, String above, int depth, List<QueueSpec> specs) {
    int count = depth == 1 ? 1 + chance.nextInt(5) : chance.nextInt(4);
    for (int queue = 0; depth <= 3 && queue < count; queue++) {
      var path = above + "." + (char) ('a' + queue);
      specs.add(spec(chance, kind, path));
      drawBelow(chance, kind, path, depth + 1, specs);
    }
  }

  private static QueueSpec spec(Chance chance, Kind kind, String path) {
    var spec = QueueSpec.of(path).with(chance.nextBoolean() ? JobOrder.FIFO : JobOrder.FAIR);
    double weight = chance.nextBoolean() ? 1 : 0.2 + 5 * chance.nextDouble();
    double size = 1.0 / path.length();
    var guaranteed =
        kind.guarantees && chance.nextBoolean() ? portions(chance, kind, 3 * size) : null;
    var most = kind.maxima && chance.nextInt(3) == 0 ? portions(chance, kind, 10 * size) : null;
    spec =
        spec.with(
            new QueueShare(
                guaranteed == null ? Portions.NONE : guaranteed,
                most == null ? Portions.NONE : most,
                weight));
    boolean limitsUsers =
        switch (kind.userLimits) {
          case NOWHERE -> false;
          case IN_LEAVES, EVERYWHERE -> chance.nextInt(3) == 0;
        };
    return limitsUsers ? spec.with(ofUser(portions(chance, kind, 5 * size))) : spec;
  }

  private static QueueLimits ofUser(Portions most) {
    int any = Integer.MAX_VALUE;
    return new QueueLimits(
        any, Long.MAX_VALUE, any, new UserLimits(any, Long.MAX_VALUE, any, most));
  }

  private static Portions portions(Chance chance, Kind kind, double size) {
    List<Portion> each = new ArrayList<>();
    for (int axis = 0; axis < kind.resources; axis++) {
      if (chance.nextInt(3) > 0) {
        each.add(
            chance.nextBoolean()
                ? Portion.ofCell(RESOURCES.get(axis), size * chance.nextDouble())
                : Portion.fixed(
                    RESOURCES.get(axis), (long) (size * chance.nextDouble() * 1_000_000)));
      }
    }
    return new Portions(each);
  }

  private static List<JobNeed> drawJobs(Chance chance, Kind kind, Resources cell, QueueTree tree) {
    var leaves = tree.queues().stream().map(QueueSpec::path).filter(tree::isLeaf).toList();
    List<JobNeed> jobs = new ArrayList<>();
    int count = chance.nextInt(4 * leaves.size() + 1);
    double scale = chance.nextInt(4) == 0 ? 0.3 : 3;
    for (int number = 0; number < count; number++) {
      var task = task(chance, kind, cell, scale / (count * 20));
      int running = kind.uses ? chance.nextInt(30) : 0;
      var spread = kind.wholeTasks ? task : Resources.NONE;
      jobs.add(
          new JobNeed(
              number,
              leaves.get(chance.nextInt(leaves.size())),
              "user" + chance.nextInt(3),
              chance.nextInt(3),
              task.times(running),
              task.times(chance.nextInt(60)),
              spread,
              chance.nextInt(20) == 0));
    }
    return jobs;
  }

  private static Resources task(Chance chance, Kind kind, Resources cell, double size) {
    var task = Resources.NONE;
    for (int axis = 0; axis < kind.resources; axis++) {
      boolean none = kind.resources > 1 && chance.nextInt(3) == 0;
      double part = size * chance.nextDouble();
      task = with(task, axis, none ? 0 : 1 + (long) (part * amount(cell, axis)));
    }
    return task;
  }

  private static Resources with(Resources some, int axis, long amount) {
    return switch (axis) {
      case 0 -> new Resources(amount, some.memoryBytes(), some.named());
      case 1 -> some.withMemory(amount);
      default -> amount == 0 ? some : some.with("disk", amount);
    };
  }

  static long amount(Resources of, int axis) {
    return axis == 0 ? of.cpuMillis() : axis == 1 ? of.memoryBytes() : of.named("disk");
  }

  FairShares shares() {
    return FairShares.of(tree, cell, jobs);
  }

  /** Without the sizes of tasks. */
  RandomCell inAnyParts() {
    var same = jobs.stream().map(job -> SharedCell.inTasks(job, Resources.NONE)).toList();
    return new RandomCell(cell, tree, same);
  }

  RandomCell with(List<JobNeed> others) {
    return new RandomCell(cell, tree, others);
  }

  boolean isBelow(String path, String queue) {
    return path.equals(queue) || path.startsWith(queue + ".");
  }
}
