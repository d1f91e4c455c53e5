package dev.muster.link;

/** The cell does not want this node, and trying again changes nothing. */
public final class Refused extends Exception {

  Refused(String why) {
    super(why);
  }

  /** In words for people. */
  public String why() {
    return String.valueOf(getMessage());
  }
}
