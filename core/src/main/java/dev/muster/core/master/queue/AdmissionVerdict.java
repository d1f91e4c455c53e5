package dev.muster.core.master.queue;

import dev.muster.model.queue.WaitReason;

/** Whether a job may be admitted, as far as its queue is concerned. */
sealed interface AdmissionVerdict {

  /** With so many tokens of its queue; 0 where it needs none. */
  record Admissible(int tokens) implements AdmissionVerdict {}

  /**
   * Not yet.
   *
   * @param blocks whether jobs behind it wait for the same
   */
  record NotYet(WaitReason reason, String why, boolean blocks) implements AdmissionVerdict {}
}
