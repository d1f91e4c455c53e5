package dev.muster.host.run;

import java.util.List;

/** Exit codes beyond 128 stand for signals, as in a shell. */
final class Signals {

  static final int BASE = 128;
  static final int TERM = 15;

  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signals() {}

  /** As in {@code killed by signal 9 (KILL)}; empty for an ordinary exit code. */
  static String describe(int exitCode) {
    int signal = exitCode - BASE;
    return signal < 1 || signal > NAMES.size()
        ? ""
        : "killed by signal " + signal + " (" + NAMES.get(signal - 1) + ")";
  }
}
