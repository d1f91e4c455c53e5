package dev.muster.sim.drive;

/** What may go wrong with a {@link ReplicatedLog}. */
public interface LogFaults {

  /** Nothing goes wrong. */
  LogFaults NONE = new LogFaults() {};

  /** How much later than the leader a follower gets an entry. */
  default long followerLagNs(long nowNs) {
    return 0;
  }

  /** How many of the entries that are not committed outlive their leader: the first ones. */
  default int surviving(int pending) {
    return pending;
  }

  /** How long masters take to elect a leader. */
  default long electionNs(long nowNs) {
    return 0;
  }

  /** Which of so many masters is elected. */
  default int elected(int candidates) {
    return 0;
  }

  /** How long a leader that was replaced believes that it leads. */
  default long beliefNs(long nowNs) {
    return 0;
  }

  /** Whether such a leader is cut off from the log meanwhile. */
  default boolean isCutOff(long nowNs) {
    return false;
  }

  /** Whether the log takes no entry now. */
  default boolean refuses(long nowNs) {
    return false;
  }

  /** Whether an entry is committed a second time. */
  default boolean commitsTwice(long nowNs) {
    return false;
  }

  /** Whether an entry of a leader that was replaced is committed after those of the next. */
  default boolean commitsStale(long nowNs) {
    return false;
  }

  /** How long after an election a sender goes on sending to the leader before. */
  default long routingLagNs(long nowNs) {
    return 0;
  }
}
