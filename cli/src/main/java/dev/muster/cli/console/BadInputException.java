package dev.muster.cli.console;

/** What the user gave can't be used; the message says why, in a sentence. */
public final class BadInputException extends Exception {

  public BadInputException(String why) {
    super(why);
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
