package dev.muster.cli.console;

/** What the user gave can't be used; the message says why, in a sentence. */
public final class BadInputException extends Exception {

  private final String why;

  public BadInputException(String why) {
    super(why);
    this.why = why;
  }

  public String why() {
    return why;
  }
}
