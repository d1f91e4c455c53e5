package dev.muster.sim.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Something to try in virtual time.
 *
 * @param name as typed: {@code group/name}
 * @param about one sentence for the list
 * @param horizontal what the horizontal axis of its figure shows; empty for one without a figure
 * @param values what papers publish of it, by the names that the procedure has for them
 */
public record Experiment(
    String name,
    String about,
    String horizontal,
    List<Parameter> parameters,
    Map<String, PaperValue> values,
    Procedure procedure) {

  /** What an experiment does. */
  @FunctionalInterface
  public interface Procedure {
    void run(Settings settings, Findings findings);
  }

  public Experiment {
    parameters = List.copyOf(parameters);
    values = Map.copyOf(values);
  }

  /**
   * @param progress receives how much of the run is done, from 0 to 1; calls never overlap
   */
  public ExperimentReport run(Settings settings, DoubleConsumer progress) {
    var findings = new Findings(values, progress);
    procedure.run(settings, findings);
    return findings.report(name, settings.seed());
  }
}
