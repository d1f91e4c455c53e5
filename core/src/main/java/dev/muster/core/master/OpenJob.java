package dev.muster.core.master;

/**
 * What the present master does about an open job and waits for. Not in the log: the next master
 * makes it anew.
 */
final class OpenJob {

  /** It may run; a scheduler hears of it until it says that it has it. */
  boolean admitted;

  boolean taken;

  /** An older epoch of its scheduler may have begun it. */
  boolean inherited;

  /** The latest batch of its tasks that is on its way into the log. */
  long batch;

  /** Its user has given it up. */
  boolean unwanted;

  /** Its end is on its way into the log. */
  boolean closing;
}
