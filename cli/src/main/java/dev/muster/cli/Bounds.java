package dev.muster.cli;

/** What the numbers of an option may be; who goes past that hears what they may be. */
final class Bounds {

  private Bounds() {}

  static void within(String option, int value, int most) throws BadInputException {
    if (value < 1 || value > most) {
      throw new BadInputException(option + " must be between 1 and " + most);
    }
  }

  static void positive(String option, double value) throws BadInputException {
    if (!(value > 0)) {
      throw new BadInputException(option + " must be above 0");
    }
  }
}
