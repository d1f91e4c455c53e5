package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueLinks;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The rules of every valid tree of queues, whether it comes from a file or another way.
 *
 * <pre>
 *   form of the tree ──► {@link QueueValueRules} ──► {@link CommitmentRules} ──► who may submit
 *                        of each queue by itself     between queues
 * </pre>
 */
public final class QueueRules {

  public static final int MAX_QUEUES = 10_000;

  /** Queues from the root to the lowest, both counted. */
  public static final int MAX_DEPTH = 16;

  /** Characters in the path of a queue. */
  public static final int MAX_PATH = 255;

  /** Users in one list, and in all lists of a tree together. */
  public static final int MAX_USERS = 1_000;

  public static final int MAX_USERS_OF_ALL = 100_000;

  public static final int MAX_USER_NAME = 100;

  /** Jobs, tasks or tokens, where they are limited at all. */
  public static final int MAX_COUNT = 1_000_000_000;

  /** Weights beyond these make no sense beside any other. */
  public static final double MIN_WEIGHT = 0.001;

  public static final double MAX_WEIGHT = 1_000_000;

  /** Opportunistic tasks for each guaranteed one. */
  public static final double MAX_PER_GUARANTEED = 1_000_000;

  /** Whoever wants to wait a day for what is guaranteed wants no guarantee. */
  public static final long MAX_RECLAIM_AFTER_NS = 86_400_000_000_000L;

  private static final Pattern PATH = Pattern.compile("root(\\.[A-Za-z0-9_-]+)*");

  private QueueRules() {}

  /** Whether the text can be the path of a queue. */
  public static boolean isPath(String text) {
    return text.length() <= MAX_PATH && PATH.matcher(text).matches();
  }

  /** Whether the text can be the name of a user. */
  public static boolean isUser(String text) {
    return !text.isBlank()
        && text.length() <= MAX_USER_NAME
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** The first problem of a tree; empty if it is valid. */
  public static Optional<String> problem(QueueTree tree) {
    return problems(tree).stream()
        .filter(problem -> !problem.isWarning())
        .findFirst()
        .map(problem -> text(tree, problem));
  }

  private static String text(QueueTree tree, QueueProblem problem) {
    var field = problem.field().isEmpty() ? "" : "`" + problem.field() + "` ";
    return problem.queue() == QueueProblem.TREE
        ? field + problem.message()
        : Nearest.quote(tree.queues().get(problem.queue()).path())
            + ": "
            + field
            + problem.message();
  }

  /** All problems that a tree has in any cell, and warnings. */
  public static List<QueueProblem> problems(QueueTree tree) {
    var form = form(tree);
    if (!form.isEmpty()) {
      return form;
    }
    List<QueueProblem> problems = new ArrayList<>();
    for (int queue = 0; queue < tree.queues().size(); queue++) {
      new QueueValueRules(tree, queue, problems).check();
    }
    new CommitmentRules(tree, Collections.emptyMap()).check(problems);
    checkSubmitters(tree, problems);
    return problems;
  }

  /** Problems and warnings that a valid tree has in a cell of this size. */
  public static List<QueueProblem> problems(QueueTree tree, Resources cell) {
    Map<String, Long> amounts = new TreeMap<>();
    for (var queue : tree.queues()) {
      for (var portions : List.of(queue.share().guaranteed(), queue.share().max())) {
        portions.each().forEach(portion -> amounts.put(portion.resource(), 0L));
      }
    }
    amounts.putAll(cell.named());
    amounts.put(Portion.CPU, cell.cpuMillis());
    amounts.put(Portion.MEMORY, cell.memoryBytes());
    return problems(tree, amounts);
  }

  /**
   * The same where only some resources of the cell are known.
   *
   * @param cell how much of each of these the cell has
   */
  public static List<QueueProblem> problems(QueueTree tree, Map<String, Long> cell) {
    List<QueueProblem> problems = new ArrayList<>();
    if (!cell.isEmpty()) {
      new CommitmentRules(tree, cell).check(problems);
    }
    return problems;
  }

  // The form: a root, and each queue after the one above it.

  private static List<QueueProblem> form(QueueTree tree) {
    var queues = tree.queues();
    if (queues.isEmpty() || !queues.getFirst().path().equals(QueueTree.ROOT)) {
      return ofTree("", "the first queue must be `" + QueueTree.ROOT + "`");
    }
    if (queues.size() > MAX_QUEUES) {
      return ofTree("", tooMany(queues.size()));
    }
    long after = tree.reclaimAfterNs();
    if (after < 0 || after > MAX_RECLAIM_AFTER_NS) {
      return ofTree("reclaim-after", "must be from 0 to a day, not " + after + " ns");
    }
    List<QueueProblem> problems = new ArrayList<>();
    var paths = new TreeSet<String>();
    for (int at = 0; at < queues.size(); at++) {
      var problem = place(queues.get(at), paths);
      if (!problem.isEmpty()) {
        problems.add(QueueProblem.of(at, "", problem));
      }
      paths.add(queues.get(at).path());
    }
    return problems;
  }

  private static List<QueueProblem> ofTree(String field, String message) {
    return List.of(QueueProblem.of(QueueProblem.TREE, field, message));
  }

  private static String tooMany(int count) {
    return "a cell has at most "
        + formatCount(MAX_QUEUES)
        + " queues, the root among them, not "
        + formatCount(count);
  }

  private static String place(QueueSpec queue, TreeSet<String> before) {
    var path = queue.path();
    if (!PATH.matcher(path).matches()) {
      return "is no path of a queue, such as root or root.research";
    }
    if (before.contains(path)) {
      return "is there twice";
    }
    boolean placed = path.equals(QueueTree.ROOT) || before.contains(queue.parent());
    return placed ? "" : "comes before the queue above it, or has none";
  }

  // Who may submit.

  private static void checkSubmitters(QueueTree tree, List<QueueProblem> problems) {
    var links = new QueueLinks(tree);
    var anybody = new boolean[tree.queues().size()];
    long users = 0;
    for (int at = 0; at < anybody.length; at++) {
      var access = tree.queues().get(at).access();
      users += access.submit().size() + access.administer().size();
      boolean above = links.above(at) != QueueLinks.NONE && anybody[links.above(at)];
      anybody[at] = above || !access.submit().isEmpty() || !access.administer().isEmpty();
      if (!anybody[at] && links.isLeaf(at)) {
        var message = "lets nobody submit to this queue; name users, or '*' for everyone";
        problems.add(QueueProblem.of(at, "submit", message));
      }
    }
    if (users > MAX_USERS_OF_ALL) {
      var most = "; all lists together may name " + formatCount(MAX_USERS_OF_ALL);
      problems.addAll(ofTree("", "the queues name " + formatCount(users) + " users" + most));
    }
  }
}
