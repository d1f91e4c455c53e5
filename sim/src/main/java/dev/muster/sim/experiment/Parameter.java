package dev.muster.sim.experiment;

/**
 * Something about an experiment that can be set.
 *
 * @param least the smallest sensible number
 * @param most the largest
 */
public record Parameter(
    String name, String defaultValue, double least, double most, String meaning) {

  static Parameter number(
      String name, double defaultValue, double least, double most, String meaning) {
    return new Parameter(name, plain(defaultValue), least, most, meaning);
  }

  static Parameter text(String name, String defaultValue, String meaning) {
    return new Parameter(name, defaultValue, Double.NaN, Double.NaN, meaning);
  }

  boolean isNumber() {
    return !Double.isNaN(least);
  }

  static String plain(double value) {
    return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
  }
}
