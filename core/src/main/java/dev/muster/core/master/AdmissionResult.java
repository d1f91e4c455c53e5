package dev.muster.core.master;

import java.util.List;

/** The result of admission control, with reasons. */
public sealed interface AdmissionResult {

  record Admitted() implements AdmissionResult {}

  /** Checked again when the cell changes. */
  record Deferred(String reason) implements AdmissionResult {}

  /**
   * No node that has joined so far is what some tasks require, or too few are for a gang:
   * infeasible, unless others join soon.
   */
  record Unmatched(List<String> reasons) implements AdmissionResult {}

  /**
   * Never, on the machines that the cell has and with what its scheduler may hold: one reason per
   * stage.
   */
  record Infeasible(List<String> reasons) implements AdmissionResult {}
}
