package dev.muster.host.run.executor;

/**
 * How an executor ended.
 *
 * @param exitCode of its process; -1 where there was none or it is another's
 * @param outOfMemory whether the kernel has ended something of it for want of memory
 * @param lastWords what it said at last, or why it never began
 */
record Ending(int exitCode, boolean outOfMemory, String lastWords) {

  static final int UNKNOWN_EXIT = -1;

  static Ending unknown(String why) {
    return new Ending(UNKNOWN_EXIT, false, why);
  }

  /** What became of its calls, if it was not for the memory. */
  Loss lossOr(Loss otherwise) {
    return outOfMemory ? Loss.OUT_OF_MEMORY : otherwise;
  }

  /**
   * @param why the reason for which we ended it; empty if there is none
   */
  String words(String why) {
    if (why.isEmpty() || lastWords.isEmpty() || lastWords.equals(why)) {
      return why.isEmpty() ? lastWords : why;
    }
    return why + "\n" + lastWords;
  }
}
