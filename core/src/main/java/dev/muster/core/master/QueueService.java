package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.core.event.MasterEvent.ChangeQueues;
import dev.muster.core.event.MasterEvent.ChangeSuspension;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.JobRecords;
import dev.muster.core.master.state.QueueRecord;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the queues, all or nothing, and of what is suspended.
 *
 * <p>A request is answered once it is on record. One change of the queues at a time: until it is
 * applied, others wait for their client to repeat them.
 */
final class QueueService {

  private final QueueRecord record;
  private final JobRecords jobs;
  private final JobQueues queues;
  private final LeaderLog log;
  private @Nullable ChangeQueues inLog;

  /** Of jobs whose change is in the log, the request. */
  private final TreeMap<Long, ChangeSuspension> suspending = new TreeMap<>();

  QueueService(QueueRecord record, JobRecords jobs, JobQueues queues, LeaderLog log) {
    this.record = record;
    this.jobs = jobs;
    this.queues = queues;
    this.log = log;
  }

  void change(ChangeQueues request, Effects out) {
    if (request.revision() <= record.revision()) {
      out.send(request.client(), new QueuesRecorded(record.revision()));
      return;
    }
    if (inLog != null) {
      return;
    }
    var problems = queues.problems(request.tree());
    if (problems.isEmpty()) {
      inLog = request;
      queues.announce(request.tree());
      log.append(new QueuesChanged(request.revision(), request.tree()), out);
    } else {
      out.send(request.client(), new QueuesRejected(request.revision(), problems));
    }
  }

  void applied(QueuesChanged changed, Effects out) {
    if (changed.revision() == record.revision()) {
      queues.change(changed.tree());
    }
    if (inLog != null) {
      out.send(inLog.client(), new QueuesRecorded(record.revision()));
      inLog = null;
    }
  }

  // Suspension.

  void suspend(ChangeSuspension request, Effects out) {
    var job = jobs.findOpen(request.job());
    if (job == null) {
      answerEnded(request.job(), request.client(), out);
    } else if (request.revision() <= job.suspension().revision()) {
      answer(request, job.suspension().revision(), job.suspension().on(), out);
    } else if (!suspending.containsKey(request.job())) {
      suspending.put(request.job(), request);
      log.append(new SuspensionChanged(request.job(), request.revision(), request.on()), out);
    }
  }

  private void answerEnded(long number, Address<ClientEvent> client, Effects out) {
    var ended = jobs.find(number);
    if (ended != null && ended.report() != null) {
      out.send(client, new JobEnded(ended.report()));
    } else if (jobs.hasEnded(number)) {
      out.send(client, new JobForgotten(number));
    }
  }

  private static void answer(ChangeSuspension request, int revision, boolean on, Effects out) {
    out.send(request.client(), new SuspensionRecorded(request.job(), revision, on));
  }

  void applied(SuspensionChanged changed, Effects out) {
    var request = suspending.remove(changed.job());
    var job = jobs.findOpen(changed.job());
    if (job != null) {
      queues.suspended(changed.job(), job.suspension().on());
    }
    if (request != null) {
      answer(request, changed.revision(), changed.on(), out);
    }
  }
}
