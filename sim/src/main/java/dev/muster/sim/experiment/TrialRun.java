package dev.muster.sim.experiment;

import com.sun.management.ThreadMXBean;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.Wake;
import dev.muster.model.JobNumber;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.Network;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** A trial under way: submits jobs as their time comes and hears how they end. */
final class TrialRun implements Machines {

  private final Trial trial;
  private final Gauge gauge;
  private final Simulation simulation;
  private final SimCell cell;
  private final Map<String, Long> submittedNs = new LinkedHashMap<>();
  private long submitted;
  private long countedLeft;
  private long lastArrival = Long.MAX_VALUE;

  TrialRun(Trial trial) {
    this.trial = trial;
    this.gauge = new Gauge(trial.lastUncounted(), trial.jobs(), trial.occupancy());
    this.countedLeft = trial.jobs() - trial.lastUncounted();
    this.cell =
        new SimCell(
            trial.cell(),
            trial.scheduler(),
            NodeMaker.PRODUCTION,
            new Network.Fixed(trial.delayNs()),
            this,
            _ -> 0,
            gauge,
            this::hear);
    this.simulation = cell.simulation();
    gauge.readTimeFrom(simulation::nowNs);
  }

  Outcome toEnd(Experiment.Progress progress) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytesBefore = threads.getCurrentThreadAllocatedBytes();
    while (countedLeft > 0 && !hasCooledDown()) {
      submitNext();
      progress.at(Math.min(1, (double) submitted / trial.jobs()));
    }
    gauge.stop();
    progress.at(1);
    return new Outcome(
        gauge,
        simulation.traceHash(),
        simulation.nowNs(),
        simulation.events(),
        threads.getCurrentThreadAllocatedBytes() - bytesBefore);
  }

  /** Whether as many as may have followed the last counted job since a scheduler heard of it. */
  private boolean hasCooledDown() {
    if (gauge.isWindowClosed()) {
      lastArrival = Math.min(lastArrival, submitted + trial.arrivalsAfter());
    }
    return submitted >= lastArrival;
  }

  private void submitNext() {
    long atNs = trial.work().arrivals().nextNs();
    var key = Long.toString(submitted++);
    submittedNs.put(key, atNs);
    cell.submit(atNs, key, trial.work().jobs().get());
    while (countedLeft > 0 && simulation.stepUntil(atNs)) {}
  }

  private void hear(ClientEvent news) {
    switch (news) {
      case JobAccepted accepted -> gauge.accepted(accepted.job(), submittedAt(accepted.key()));
      case JobEnded end -> end(end.report());
      case ClientEvent.JobProgress _ -> {} // not asked for
      case JobRejected refused ->
          throw new ExperimentFailed("the cell refused a job: " + refused.why());
      case JobForgotten forgotten ->
          throw new ExperimentFailed(
              "the cell forgot how %s ended".formatted(JobNumber.format(forgotten.job())));
      case RequestJob _, AbandonJob _, Wake _ ->
          throw new IllegalArgumentException("no news: " + news);
    }
  }

  private long submittedAt(String key) {
    var atNs = submittedNs.remove(key);
    if (atNs == null) {
      throw new ExperimentFailed("the cell accepted a job that nobody submitted: " + key);
    }
    return atNs;
  }

  private void end(JobReport report) {
    if (report.state() != JobState.SUCCEEDED) {
      throw new ExperimentFailed("a job did not succeed: " + report);
    }
    if (gauge.ended(report.job())) {
      countedLeft--;
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    long durationNs = trial.work().times().applyAsLong(work);
    gauge.launched(node, work, durationNs);
    return durationNs;
  }
}
