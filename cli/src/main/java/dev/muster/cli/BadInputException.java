package dev.muster.cli;

/** What the user gave can't be used; the message says why, in a sentence. */
final class BadInputException extends Exception {

  private final String why;

  BadInputException(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }
}
