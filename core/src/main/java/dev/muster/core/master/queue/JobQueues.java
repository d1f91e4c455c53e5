package dev.muster.core.master.queue;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.master.queue.AdmissionVerdict.Admissible;
import dev.muster.core.master.queue.AdmissionVerdict.NotYet;
import dev.muster.model.JobSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.queue.WaitReason;
import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All open jobs by queue: those that wait in line, and those that are admitted.
 *
 * <pre>
 *   opened ──► in line ──► admitted ──► ended
 * </pre>
 */
public final class JobQueues {

  /**
   * How many jobs of a line one pass looks at, where those before wait for something of their own.
   */
  static final int MAX_LOOKED_AT = 256;

  private QueueTree tree;
  private AdmissionRules rules;
  private Map<String, OpenQueue> queues;

  /** The tree that is in the log and not applied. */
  private @Nullable QueueTree coming;

  private final LongMap<QueuedJob> jobs = new LongMap<>();
  private int suspended;

  public JobQueues(QueueTree tree) {
    this.tree = tree;
    this.rules = new AdmissionRules(tree);
    this.queues = open(tree);
  }

  private static Map<String, OpenQueue> open(QueueTree tree) {
    Map<String, OpenQueue> opened = new TreeMap<>();
    for (var spec : tree.queues()) {
      opened.put(spec.path(), new OpenQueue(spec, opened.get(spec.parent())));
    }
    return opened;
  }

  public QueueTree tree() {
    return tree;
  }

  private OpenQueue root() {
    return Objects.requireNonNull(queues.get(QueueTree.ROOT));
  }

  /** The queue of this path; with an open tree every path is that of the root. */
  private @Nullable OpenQueue find(String path) {
    return queues.get(tree.isOpen() ? QueueTree.ROOT : path);
  }

  /** An open job; null where there is none. */
  public @Nullable QueuedJob find(long job) {
    return jobs.find(job);
  }

  /** All open jobs. */
  public List<QueuedJob> all() {
    return jobs.values();
  }

  // Jobs come and go.

  /** Why a job is rejected; empty where its queue accepts it. */
  public Optional<String> rejection(JobSpec job) {
    var queue = find(job.queue());
    if (queue == null) {
      return Optional.of("`queue`: there is no " + job.queue() + near(job.queue()));
    }
    if (coming != null && isNowhere(job.queue(), coming)) {
      return Optional.of("`queue`: " + job.queue() + " is about to take no more jobs");
    }
    return rules.rejection(job, queue);
  }

  /** All maxima that hold for a job. */
  public List<QueueMaximum> maxima(JobSpec job) {
    List<QueueMaximum> all = new ArrayList<>();
    var own = find(job.queue());
    for (var queue : own == null ? root().toRoot() : own.toRoot()) {
      var whose = "queue `" + queue.path() + "`";
      var max = queue.spec().share().max();
      if (!max.isNone()) {
        all.add(new QueueMaximum(whose, "max", max));
      }
      var ofUser = queue.spec().limits().ofUser().most();
      if (!ofUser.isNone()) {
        all.add(new QueueMaximum("each user of " + whose, "user-limits", ofUser));
      }
    }
    return all;
  }

  private String near(String path) {
    return Nearest.hint(path, List.copyOf(queues.keySet())).map(hint -> "; " + hint).orElse("");
  }

  /** A job is in the log; {@link #admitted} follows where it need not wait. */
  public QueuedJob opened(long number, JobSpec spec) {
    var found = find(spec.queue());
    var queue = found == null ? root() : found;
    var job = new QueuedJob(number, spec, queue);
    jobs.put(number, job);
    queue.count(job);
    queue.line.add(job);
    return job;
  }

  /** The admission of the job is in the log: it takes so many tokens. */
  public void admitted(long nowNs, QueuedJob job, int tokens) {
    job.queue().line.admitted(nowNs);
    readmitted(job, tokens);
  }

  /** The same of a job that an older leader admitted. */
  public void readmitted(QueuedJob job, int tokens) {
    job.queue().discount(job);
    job.queue().line.remove(job);
    job.admit(tokens);
    job.queue().count(job);
  }

  public void ended(long number) {
    var job = jobs.remove(number);
    if (job != null) {
      suspended -= job.isSuspended() ? 1 : 0;
      job.queue().discount(job);
      job.queue().line.remove(job);
    }
  }

  public void resized(long number, long tasks) {
    var job = jobs.find(number);
    if (job != null) {
      job.queue().discount(job);
      job.resize(tasks);
      job.queue().count(job);
    }
  }

  /** Which limit on tasks is passed with what the job is promised; empty where none is. */
  public Optional<String> excess(long number) {
    var job = jobs.find(number);
    return job == null ? Optional.empty() : AdmissionRules.pastTasks(job);
  }

  public void suspended(long number, boolean on) {
    var job = jobs.find(number);
    if (job != null && job.isSuspended() != on) {
      job.suspend(on);
      suspended += on ? 1 : -1;
    }
  }

  /** Whether the job starts nothing new, by itself or with its queue. */
  boolean isSuspended(QueuedJob job) {
    return job.isSuspended()
        || job.queue().toRoot().stream().anyMatch(queue -> queue.spec().suspended());
  }

  /** Whether some open job is suspended by itself, whatever its queue. */
  public boolean hasSuspended() {
    return suspended > 0;
  }

  // Admission.

  /** With how many tokens a job that has just been opened may be admitted; empty: it waits. */
  public OptionalInt tokensAtOnce(QueuedJob job) {
    return job.queue().line.isFirst(job) ? tokens(job) : OptionalInt.empty();
  }

  private OptionalInt tokens(QueuedJob job) {
    return switch (rules.verdict(job)) {
      case Admissible admissible -> OptionalInt.of(admissible.tokens());
      case NotYet _ -> OptionalInt.empty();
    };
  }

  /** Admits a job with so many tokens; false where it waits for something else. */
  @FunctionalInterface
  public interface Admitter {
    boolean admit(QueuedJob job, int tokens);
  }

  /**
   * Goes along all lines, one job of each in turn, and has admitted what may be.
   *
   * @param most how many may be admitted
   * @return whether more could be admitted
   */
  public boolean admit(int most, Admitter admitter) {
    var lines = new ArrayList<OpenQueue>();
    queues.values().stream().filter(queue -> !queue.line.isEmpty()).forEach(lines::add);
    int admitted = 0;
    while (!lines.isEmpty() && admitted < most) {
      for (var queue : List.copyOf(lines)) {
        if (admitted < most && admitNext(queue, admitter)) {
          admitted++;
        } else {
          lines.remove(queue);
        }
      }
    }
    return admitted == most;
  }

  private boolean admitNext(OpenQueue queue, Admitter admitter) {
    int left = MAX_LOOKED_AT;
    for (var job : queue.line.inOrder()) {
      switch (rules.verdict(job)) {
        case Admissible admissible -> {
          if (admitter.admit(job, admissible.tokens())) {
            return true;
          }
        }
        case NotYet notYet when notYet.blocks() -> {
          return false;
        }
        case NotYet _ -> {}
      }
      if (--left == 0) {
        return false;
      }
    }
    return false;
  }

  /**
   * Why a job is not admitted yet.
   *
   * @param place in the line, from 1
   * @param length of the line
   * @param expectedNs in how long it is expected to be admitted; below zero where nobody can say
   */
  public record JobWait(WaitReason reason, String why, int place, int length, long expectedNs) {}

  /**
   * Why a job that is in line is not admitted.
   *
   * @param staleNs how old places may be
   */
  public JobWait waitOf(long nowNs, QueuedJob job, long staleNs) {
    var line = job.queue().line;
    int place = line.place(nowNs, job, staleNs);
    var expectedNs = line.expectedNs(nowNs, place);
    var first = place == 1 ? job : line.first();
    return switch (rules.verdict(first)) {
      case NotYet notYet when place == 1 || notYet.blocks() ->
          new JobWait(
              place == 1 ? notYet.reason() : WaitReason.PRIORITY,
              notYet.why(),
              place,
              line.length(),
              expectedNs);
      case NotYet _ -> ofItsOwn(job, place, line, expectedNs);
      case Admissible _ ->
          new JobWait(WaitReason.RESOURCES, "waits for nodes", place, line.length(), expectedNs);
    };
  }

  private JobWait ofItsOwn(QueuedJob job, int place, WaitingLine line, long expectedNs) {
    return switch (rules.verdict(job)) {
      case NotYet own -> new JobWait(own.reason(), own.why(), place, line.length(), expectedNs);
      case Admissible _ ->
          new JobWait(
              WaitReason.PRIORITY, "jobs before it go first", place, line.length(), expectedNs);
    };
  }

  // The tree changes.

  /** Why the queues cannot become these: jobs would be nowhere. */
  public List<String> problems(QueueTree next) {
    Map<String, Integer> lost = new TreeMap<>();
    for (var job : jobs.values()) {
      var path = job.spec().queue();
      if (isNowhere(path, next)) {
        lost.merge(path, 1, Integer::sum);
      }
    }
    List<String> problems = new ArrayList<>();
    lost.forEach(
        (path, count) ->
            problems.add(
                path
                    + " has "
                    + (count == 1 ? "1 open job" : count + " open jobs")
                    + (next.find(path).isEmpty()
                        ? ", so it cannot vanish"
                        : ", so there can be no queues below it")));
    return problems;
  }

  private static boolean isNowhere(String path, QueueTree tree) {
    return !tree.isOpen() && (tree.find(path).isEmpty() || !tree.isLeaf(path));
  }

  /** A change of the tree is in the log: jobs that it has no queue for are accepted no more. */
  public void announce(QueueTree next) {
    coming = next;
  }

  /** The queues are these from now on; jobs keep the tokens that they have. */
  public void change(QueueTree next) {
    coming = null;
    tree = next;
    rules = new AdmissionRules(next);
    queues = open(next);
    var before = jobs.values();
    jobs.clear();
    for (var job : before) {
      var moved = opened(job.number(), job.spec());
      moved.suspend(job.isSuspended());
      resized(job.number(), job.tasks());
      if (job.isAdmitted()) {
        readmitted(moved, job.tokens());
      }
    }
  }
}
