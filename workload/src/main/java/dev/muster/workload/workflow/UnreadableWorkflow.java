package dev.muster.workload.workflow;

/** A file is not a workflow that can be used; the message names the field. */
public final class UnreadableWorkflow extends Exception {

  UnreadableWorkflow(String why) {
    super(why);
  }

  /** The same problem, with the file that has it. */
  UnreadableWorkflow in(String file) {
    return new UnreadableWorkflow(file + ": " + getMessage());
  }
}
