package dev.muster.core.master.share;

import dev.muster.model.Resources;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What each job may use, and how each queue stands. Depends on nothing but what is passed in.
 *
 * @param jobs as they were passed in
 * @param queues in the order of the tree
 */
public record FairShares(List<JobShare> jobs, List<QueueStanding> queues) {

  private static final JobShare NONE = new JobShare(0, Resources.NONE, Resources.NONE);

  public FairShares {
    jobs = List.copyOf(jobs);
    queues = List.copyOf(queues);
  }

  /**
   * @param cell what the nodes of the cell have together
   * @param jobs all that are admitted and have not ended
   */
  public static FairShares of(QueueTree queues, Resources cell, List<JobNeed> jobs) {
    var axes = new Axes(cell);
    var tree = new ShareTree(queues, jobs);
    var amounts = new Amounts(axes, tree, cell);
    var guarantees = new Guarantees(axes, tree, amounts, cell);
    var users = new UserAllotments(axes, tree, cell);
    var sharing = new FractionalShares(axes, tree, amounts, guarantees, users);
    var most = most(axes, tree, amounts, users, sharing);
    var shares = new WholeTasks(axes, tree, amounts, sharing, most).deal();
    var headroom = new Headroom(axes, tree, amounts, sharing);
    headroom.measure(shares, most);
    var fair = new ArrayList<>(Collections.<JobShare>nCopies(jobs.size(), NONE));
    for (int job = tree.firstJob; job < tree.size; job++) {
      var mayUse = headroom.mayUse(job, shares);
      fair.set(tree.row(job), new JobShare(tree.need(job).job(), axes.read(shares, job), mayUse));
    }
    return new FairShares(fair, standings(axes, tree, amounts, guarantees, sharing, shares));
  }

  /** What can be dealt: not what is set aside, and to users what is allotted to them. */
  private static long[] most(
      Axes axes, ShareTree tree, Amounts amounts, UserAllotments users, FractionalShares sharing) {
    var most = amounts.most.clone();
    for (int node = 0; node < tree.firstUser; node++) {
      for (int axis = 0; axis < axes.count; axis++) {
        int at = node * axes.count + axis;
        most[at] -= most[at] == Axes.ANY ? 0 : axes.amount(sharing.aside(node, axis), axis);
      }
    }
    for (int user = tree.firstUser; user < tree.firstJob && users.any(); user++) {
      for (int axis = 0; axis < axes.count; axis++) {
        int at = user * axes.count + axis;
        double part = sharing.has(user, axis) + sharing.room(user, axis);
        most[at] = Math.min(most[at], axes.amount(part, axis));
      }
    }
    return most;
  }

  private static List<QueueStanding> standings(
      Axes axes,
      ShareTree tree,
      Amounts amounts,
      Guarantees guarantees,
      FractionalShares sharing,
      long[] shares) {
    var has = new long[tree.firstUser * axes.count];
    var guaranteed = new long[tree.firstUser * axes.count];
    for (int queue = 1; queue <= tree.queues; queue++) {
      for (int axis = 0; axis < axes.count; axis++) {
        int at = queue * axes.count + axis;
        has[at] = shares[at] + axes.amount(sharing.aside(queue, axis), axis);
        guaranteed[at] = axes.amount(guarantees.guaranteed[at], axis);
      }
    }
    List<QueueStanding> standings = new ArrayList<>(tree.queues);
    for (int queue = 1; queue <= tree.queues; queue++) {
      standings.add(
          new QueueStanding(
              tree.spec(queue).path(),
              axes.read(has, queue),
              axes.read(amounts.uses, queue),
              axes.read(guaranteed, queue)));
    }
    return standings;
  }
}
