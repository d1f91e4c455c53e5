package dev.muster.core.event;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Demand;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import dev.muster.model.TaskSet;
import dev.muster.model.Usage;
import dev.muster.model.WeakestTier;
import dev.muster.model.Where;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.Map;

/** Adds values of the model to a trace hash. */
final class Digest {

  /** In place of preferred nodes that are the same as those of the task before. */
  private static final int AS_BEFORE = -1;

  private Digest() {}

  /** Without attributes nothing is added. */
  static void add(TraceHash hash, Map<String, String> attributes) {
    if (!attributes.isEmpty()) {
      hash.addTexts(attributes.keySet()).addTexts(attributes.values());
    }
  }

  static void add(TraceHash hash, Demand demand) {
    hash.add(demand.resources());
    hash.add(demand.tier().ordinal()).add(demand.admission().ordinal()).add(demand.estimateNs());
    var origin = demand.origin();
    hash.add(origin.user()).add(origin.job()).add(origin.submittedNs()).add(demand.priority());
    hash.add(Double.doubleToLongBits(origin.weight())).add(demand.grant());
    if (demand.drawWeight() != 0 || demand.watched()) {
      hash.add(Double.doubleToLongBits(demand.drawWeight())).add(demand.watched());
    }
  }

  /** Without tasks nothing is added. */
  static void add(TraceHash hash, TaskSet tasks) {
    for (var stage : tasks.stages()) {
      hash.add(stage.stage()).addNumbers(stage.words());
    }
  }

  static void addTasks(TraceHash hash, List<TaskId> tasks) {
    hash.add(tasks.size());
    for (var task : tasks) {
      hash.add(task.stage()).add(task.index());
    }
  }

  static void addPlaces(TraceHash hash, List<OutputPlace> places) {
    hash.add(places.size());
    for (var place : places) {
      hash.add(place.task().stage()).add(place.task().index()).add(place.node());
    }
  }

  /** Without places nothing is added. */
  static void addStagePlaces(TraceHash hash, List<StagePlaces> places) {
    for (var stage : places) {
      hash.add(stage.stage()).add(stage.nodes().size());
      stage.nodes().forEach(hash::add);
    }
  }

  private static void add(TraceHash hash, Placed placed) {
    hash.add(placed.tasks()).add(placed.preferred()).add(placed.rejected()).add(placed.staleNs());
    hash.add(placed.beyondTokens());
  }

  /** Most stages have plain attempts only; their hash is as if there were no other kinds. */
  private static void add(TraceHash hash, AttemptKinds kinds) {
    if (!kinds.equals(AttemptKinds.NONE)) {
      hash.add(kinds.opportunistic()).add(kinds.evicted()).add(kinds.upgraded());
      hash.add(kinds.twins()).add(kinds.enlarged());
      hash.add(kinds.wastedNs()).add(kinds.wastedCpuNs());
    }
  }

  static void add(TraceHash hash, Usage usage) {
    hash.add(usage.cpuNs()).add(usage.peakMemoryBytes());
    hash.add(usage.readBytes()).add(usage.writtenBytes());
  }

  static void add(TraceHash hash, Load load) {
    hash.add(load.queuedNs()).add(load.runningNs()).add(load.idleNs());
    hash.addNumbers(load.waits().cpuNs()).addNumbers(load.waits().memoryNs());
    hash.add(load.delayNs()).add(load.opportunistic());
  }

  static void add(TraceHash hash, RunResult result) {
    hash.add(result.outcome().ordinal()).add(result.exitCode()).add(result.detail());
    hash.add(result.outputBytes()).add(result.outlivesNode());
    hash.add(result.lostInputs().stage()).add(result.lostInputs().tasks().size());
    result.lostInputs().tasks().forEach(hash::add);
    add(hash, result.usage());
  }

  static void add(TraceHash hash, JobSpec job) {
    hash.add(job.name()).add(job.queue()).add(job.policy()).add(job.tokens()).add(job.home());
    hash.add(job.kind().ordinal()).add(job.elastic().ordinal()).add(job.stages().size());
    for (var stage : job.stages()) {
      add(hash, stage);
    }
    if (job.explained()) {
      hash.add(true);
    }
    if (!job.user().isEmpty() || job.priority() != 0) {
      hash.add(job.user()).add(job.priority());
    }
  }

  /** Of jobs that may use any amount nothing is added. */
  static void add(TraceHash hash, JobAllowance share) {
    if (!share.equals(JobAllowance.ANY)) {
      hash.add(share.isLimited()).add(share.most()).add(share.givesBack()).add(share.keep());
      hash.add(share.hasQuota()).add(share.quota().tasks()).add(share.quota().spare());
      hash.add(Double.doubleToLongBits(share.quota().perGuaranteed()));
    }
  }

  static void add(TraceHash hash, QueueTree tree) {
    hash.add(tree.reclaimAfterNs()).add(tree.queues().size());
    for (var queue : tree.queues()) {
      var share = queue.share();
      hash.add(queue.path()).add(Double.doubleToLongBits(share.weight())).add(queue.tokens());
      add(hash, share.guaranteed());
      add(hash, share.max());
      hash.addTexts(queue.access().submit()).addTexts(queue.access().administer());
      add(hash, queue.limits());
      var quota = queue.opportunistic();
      hash.add(quota.tasks()).add(Double.doubleToLongBits(quota.perGuaranteed()));
      hash.add(quota.spare()).add(queue.order().ordinal()).add(queue.maxPriority());
      hash.add(queue.suspended());
    }
  }

  private static void add(TraceHash hash, QueueLimits limits) {
    hash.add(limits.jobs()).add(limits.tasks()).add(limits.running());
    var ofUser = limits.ofUser();
    hash.add(ofUser.jobs()).add(ofUser.tasks()).add(ofUser.running());
    add(hash, ofUser.most());
  }

  private static void add(TraceHash hash, Portions portions) {
    hash.add(portions.each().size());
    for (var portion : portions.each()) {
      hash.add(portion.resource()).add(portion.amount());
      hash.add(Double.doubleToLongBits(portion.share()));
    }
  }

  private static void add(TraceHash hash, StageSpec stage) {
    var program = stage.program();
    var limits = stage.limits();
    hash.add(stage.name()).add(stage.tasks()).addTexts(stage.items()).addTexts(program.command());
    hash.add(program.function());
    hash.addTexts(program.env().keySet()).addTexts(program.env().values());
    hash.add(stage.resources());
    hash.add(limits.estimateNs()).add(limits.timeoutNs()).add(limits.retries());
    if (limits.maxMemoryBytes() > 0) {
      hash.add(limits.maxMemoryBytes());
    }
    if (stage.tier() != WeakestTier.ANY) {
      hash.add(stage.tier().text());
    }
    for (var input : stage.inputs()) {
      hash.add(input.bytes()).add(input.task()).add(input.on().size());
      input.on().forEach(hash::add);
    }
    hash.add(stage.after().size());
    for (var edge : stage.after()) {
      hash.add(edge.stage()).add(edge.kind().ordinal());
    }
    hash.add(program.directory()).addTexts(stage.files().names());
    hash.add(stage.gang().ordinal()).add(stage.files().contents().size());
    for (var file : stage.files().contents()) {
      hash.add(file.path()).add(file.sha256()).add(file.bytes()).add(file.executable() ? 1 : 0);
    }
    if (!stage.where().isAnywhere()) {
      add(hash, stage.where());
    }
  }

  private static void add(TraceHash hash, Where where) {
    where.require().anyOf().forEach((name, values) -> hash.add(name).addTexts(values));
    hash.add(where.require().anyOf().size()).add(where.prefer().size()).add(where.patienceNs());
    List<Integer> before = List.of();
    for (var nodes : where.prefer()) {
      if (nodes.equals(before)) {
        hash.add(AS_BEFORE);
      } else {
        hash.add(nodes.size());
        nodes.forEach(hash::add);
      }
      before = nodes;
    }
  }

  static void add(TraceHash hash, List<StageReport> stages) {
    hash.add(stages.size());
    for (var stage : stages) {
      hash.add(stage.name()).add(stage.tasks()).add(stage.running()).add(stage.succeeded());
      hash.add(stage.failed()).add(stage.attempts());
      add(hash, stage.usage());
      add(hash, stage.placed());
      add(hash, stage.kinds());
    }
  }

  static void add(TraceHash hash, JobReport report) {
    hash.add(report.job()).add(report.name()).add(report.state().ordinal()).add(report.policy());
    add(hash, report.stages());
    hash.add(report.submittedAtMs()).add(report.durationMs()).add(report.failures().size());
    for (var failure : report.failures()) {
      hash.add(failure.stage()).add(failure.index()).add(failure.attempt());
      add(hash, failure.result());
    }
    hash.add(report.failuresNotShown()).addTexts(report.reasons());
  }

  static void add(TraceHash hash, Explanation why) {
    hash.add(why.policy()).add(why.summary()).add(why.omitted()).add(why.candidates().size());
    for (var each : why.candidates()) {
      hash.add(each.node()).add(each.outcome().ordinal()).add(each.reason()).add(each.ageNs());
      if (!each.estimate().equals(TaskEstimate.NONE)) {
        add(hash, each.estimate());
      }
    }
    var wait = why.waiting();
    if (wait != null) {
      hash.add(wait.holders()).add(wait.ahead()).add(wait.startNs());
    }
  }

  private static void add(TraceHash hash, TaskEstimate terms) {
    hash.add(terms.startupNs()).add(terms.waitNs()).add(terms.readNs()).add(terms.cpuNs());
    hash.add(Double.doubleToLongBits(terms.odds())).add(terms.totalNs());
  }
}
