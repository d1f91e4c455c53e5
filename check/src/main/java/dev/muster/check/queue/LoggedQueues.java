package dev.muster.check.queue;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues and open jobs of a cell, as its log has them.
 *
 * <p>What a leader appends counts at once, as it does for the leader, and no longer when a new
 * leader starts without it. Between the commit of a change of queues and the leader's answer to it
 * nobody outside can tell which queues the leader goes by: any of these may be.
 */
final class LoggedQueues {

  private final TreeMap<Long, QueueTree> trees = new TreeMap<>(Map.of(0L, QueueTree.OPEN));
  private long answered;
  private final TreeMap<Long, LoggedJob> jobs = new TreeMap<>();

  /** Jobs whose end is in the log, and not known to be applied. */
  private final Map<Long, LoggedJob> leaving = new HashMap<>();

  /** The queues that the leader may go by now, the latest last. */
  Collection<QueueTree> trees() {
    return trees.tailMap(answered).values();
  }

  /** As the log has them. */
  QueueTree latest() {
    return trees.lastEntry().getValue();
  }

  /** Whether there are, or were just now, queues to keep to. */
  boolean areOpen() {
    return trees().stream().allMatch(QueueTree::isOpen);
  }

  @Nullable LoggedJob find(long job) {
    return jobs.get(job);
  }

  Collection<LoggedJob> open() {
    return jobs.values();
  }

  /** With those that the leader may take for open. */
  List<LoggedJob> openOrLeaving() {
    var all = new ArrayList<>(jobs.values());
    all.addAll(leaving.values());
    return all;
  }

  void appended(LogEntry entry) {
    switch (entry) {
      case JobOpened opened -> {
        var job = new LoggedJob(opened);
        job.admitted = opened.admitted();
        job.tokens = opened.tokens();
        jobs.put(opened.job(), job);
      }
      case JobAdmitted admitted -> admit(admitted);
      case JobClosed closed -> {
        var job = jobs.get(closed.report().job());
        if (job != null) {
          job.ending = true;
        }
      }
      default -> {} // counts once it is committed
    }
  }

  private void admit(JobAdmitted admitted) {
    var job = jobs.get(admitted.job());
    if (job != null) {
      job.admitted = true;
      job.tokens = admitted.tokens();
    }
  }

  void committed(LogEntry entry) {
    switch (entry) {
      case LeaderStarted _ -> started();
      case JobOpened opened -> {
        if (!jobs.containsKey(opened.job())) {
          appended(opened);
        }
        var job = jobs.get(opened.job());
        if (job != null) {
          job.committed = true;
          job.admissionCommitted = opened.admitted();
        }
      }
      case JobAdmitted admitted -> {
        admit(admitted);
        var job = jobs.get(admitted.job());
        if (job != null) {
          job.admissionCommitted = true;
        }
      }
      case StageResized resized -> resized(resized);
      case SuspensionChanged changed -> suspended(changed);
      case QueuesChanged changed -> {
        if (changed.revision() > trees.lastKey()) {
          trees.put(changed.revision(), changed.tree());
        }
      }
      case JobClosed closed -> {
        var job = jobs.remove(closed.report().job());
        if (job != null) {
          leaving.put(job.number(), job);
        }
      }
      default -> {} // not about queues
    }
  }

  /** The new leader knows what is committed, and nothing else. */
  private void started() {
    jobs.values().removeIf(job -> !job.committed);
    leaving.clear();
    for (var job : jobs.values()) {
      job.onRecord = true;
      job.ending = false;
      if (!job.admissionCommitted) {
        job.admitted = false;
        job.tokens = 0;
      }
      job.suspensionAnswered = true;
      job.tasks = job.resizedTasks();
    }
  }

  private void resized(StageResized resized) {
    var job = jobs.get(resized.job());
    if (job != null) {
      job.resize(resized.stage(), resized.tasks());
    }
  }

  private void suspended(SuspensionChanged changed) {
    var job = jobs.get(changed.job());
    if (job != null && changed.revision() > job.suspension) {
      job.suspension = changed.revision();
      job.suspended = changed.on();
      job.suspensionAnswered = false;
    }
  }

  void sent(Event event) {
    switch (event) {
      case QueuesRecorded recorded -> answered = Math.max(answered, recorded.revision());
      case JobAccepted accepted -> {
        var job = jobs.get(accepted.job());
        if (job != null && job.committed) {
          job.onRecord = true;
        }
      }
      case SuspensionRecorded recorded -> {
        var job = jobs.get(recorded.job());
        if (job != null && recorded.revision() == job.suspension) {
          job.suspensionAnswered = true;
        }
      }
      case ResizeAccepted accepted -> {
        var job = jobs.get(accepted.job());
        if (job != null) {
          job.tasks = job.resizedTasks();
        }
      }
      case JobEnded ended -> leaving.remove(ended.report().job());
      default -> {} // no answer of the leader
    }
  }
}
