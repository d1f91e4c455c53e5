package dev.muster.core.master.share;

import dev.muster.core.master.share.ReclaimClock.Due;
import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;

/** A cell with queues and jobs, told in few words. */
final class SharedCell {

  static final String GPU = "gpu";

  private final Resources cell;
  private final QueueTree tree;
  private final List<JobNeed> jobs = new ArrayList<>();

  /** Of these queues below an open root. */
  SharedCell(Resources cell, QueueSpec... below) {
    this(cell, QueueTree.of(below));
  }

  SharedCell(Resources cell, QueueTree tree) {
    this.cell = cell;
    this.tree = tree;
  }

  static Resources cpu(int cores) {
    return new Resources(cores * 1000L, 0);
  }

  static Resources cpu(int cores, long memory) {
    return new Resources(cores * 1000L, memory);
  }

  static Portion cores(int cores) {
    return Portion.fixed(Portion.CPU, cores * 1000L);
  }

  static QueueSpec queue(String path) {
    return QueueSpec.of(path);
  }

  static QueueSpec guaranteed(String path, int cores) {
    var spec = QueueSpec.of(path);
    return spec.with(spec.share().withGuaranteed(cores(cores)));
  }

  static QueueSpec weighted(String path, double weight) {
    var spec = QueueSpec.of(path);
    return spec.with(spec.share().withWeight(weight));
  }

  static QueueSpec limited(String path, int cores) {
    var spec = QueueSpec.of(path);
    return spec.with(spec.share().withMax(cores(cores)));
  }

  /** A job of which nothing is said uses and wants nothing, in tasks of any size. */
  static JobNeed job(long number, String queue) {
    return new JobNeed(
        number, queue, "ann", 0, Resources.NONE, Resources.NONE, Resources.NONE, false);
  }

  static JobNeed job(long number, String queue, Resources wants) {
    return wants(job(number, queue), wants);
  }

  static JobNeed wants(JobNeed job, Resources wants) {
    return new JobNeed(
        job.job(),
        job.queue(),
        job.user(),
        job.priority(),
        job.uses(),
        wants,
        job.task(),
        job.suspended());
  }

  static JobNeed uses(JobNeed job, Resources uses) {
    return new JobNeed(
        job.job(),
        job.queue(),
        job.user(),
        job.priority(),
        uses,
        job.wants(),
        job.task(),
        job.suspended());
  }

  static JobNeed by(JobNeed job, String user) {
    return new JobNeed(
        job.job(),
        job.queue(),
        user,
        job.priority(),
        job.uses(),
        job.wants(),
        job.task(),
        job.suspended());
  }

  static JobNeed urgent(JobNeed job, int priority) {
    return new JobNeed(
        job.job(),
        job.queue(),
        job.user(),
        priority,
        job.uses(),
        job.wants(),
        job.task(),
        job.suspended());
  }

  static JobNeed inTasks(JobNeed job, Resources task) {
    return new JobNeed(
        job.job(),
        job.queue(),
        job.user(),
        job.priority(),
        job.uses(),
        job.wants(),
        task,
        job.suspended());
  }

  static JobNeed suspended(JobNeed job) {
    return new JobNeed(
        job.job(),
        job.queue(),
        job.user(),
        job.priority(),
        job.uses(),
        job.wants(),
        job.task(),
        true);
  }

  SharedCell with(JobNeed... more) {
    jobs.addAll(List.of(more));
    return this;
  }

  FairShares shares() {
    return FairShares.of(tree, cell, jobs);
  }

  /** Of all jobs, in the order in which they were added. */
  List<Resources> jobShares() {
    return shares().jobs().stream().map(JobShare::share).toList();
  }

  /** The same, of cpu alone, in thousandths. */
  List<Long> cpuShares() {
    return jobShares().stream().map(Resources::cpuMillis).toList();
  }

  List<Resources> mayUse() {
    return shares().jobs().stream().map(JobShare::mayUse).toList();
  }

  List<Long> mayUseOfCpu() {
    return mayUse().stream().map(Resources::cpuMillis).toList();
  }

  QueueStanding standing(String path) {
    return shares().queues().stream()
        .filter(queue -> queue.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  List<GiveBack> reclaim(Due due) {
    return Reclaim.of(tree, cell, jobs, shares(), due);
  }
}
