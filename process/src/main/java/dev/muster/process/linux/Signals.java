package dev.muster.process.linux;

import java.util.List;

/** Numbers of signals, and exit codes beyond 128, which stand for signals as in a shell. */
public final class Signals {
  public static final int BASE = 128;
  public static final int HANGUP = 1;
  public static final int INTERRUPT = 2;
  public static final int KILL = 9;
  public static final int TERM = 15;
  public static final int CONTINUE = 18;
  public static final int STOP = 19;

  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signals() {}

  /** As in {@code killed by signal 9 (KILL)}; empty for an ordinary exit code. */
  public static String describe(int exitCode) {
    int signal = exitCode - BASE;
    return signal < 1 || signal > NAMES.size()
        ? ""
        : "killed by signal " + signal + " (" + NAMES.get(signal - 1) + ")";
  }
}
