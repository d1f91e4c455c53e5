package dev.muster.cli;

import dev.muster.core.actor.Lifecycle;

/** Runs a command as the shell would, and says at the end whether the core asserted anything. */
final class AssertionProbe {

  private enum Once implements Lifecycle.State<Once> {
    BEFORE,
    AFTER;

    @Override
    public boolean mayBecome(Once next) {
      return next == AFTER;
    }
  }

  private AssertionProbe() {}

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(AssertionProbe::report));
    Main.main(args);
  }

  private static void report() {
    try {
      new Lifecycle<>(Once.class).change(Once.AFTER, Once.BEFORE);
      System.err.println("assertions are off");
    } catch (AssertionError forbidden) {
      System.err.println("assertions are on: " + forbidden.getMessage());
    }
  }
}
