package dev.muster.executor;

/** Why there is nothing to call. */
final class NoFunction extends Exception {

  NoFunction(String why) {
    super(why);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
