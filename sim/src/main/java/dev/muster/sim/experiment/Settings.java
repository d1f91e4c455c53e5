package dev.muster.sim.experiment;

import dev.muster.model.text.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The values of an experiment's parameters for one run, checked. */
public final class Settings {

  /** A value that cannot be: names the parameter and says what would be right. */
  public static final class BadSetting extends RuntimeException {

    private static final long serialVersionUID = 1;

    BadSetting(String message) {
      super(message);
    }
  }

  private final Map<String, String> values = new LinkedHashMap<>();

  private Settings() {}

  /**
   * The defaults, with some of them replaced.
   *
   * @param changes as typed: {@code name=value}
   */
  public static Settings of(Experiment experiment, List<String> changes) {
    var settings = new Settings();
    for (var parameter : experiment.parameters()) {
      settings.values.put(parameter.name(), parameter.defaultValue());
    }
    var changed = new TreeSet<String>();
    for (var change : changes) {
      var name = settings.change(experiment, change);
      if (!changed.add(name)) {
        throw new BadSetting("%s is set twice: keep one of them".formatted(name));
      }
    }
    return settings;
  }

  /** The name of what is changed. */
  private String change(Experiment experiment, String change) {
    int equals = change.indexOf('=');
    if (equals < 1) {
      throw new BadSetting("`%s` is not of the form name=value".formatted(change));
    }
    var name = change.substring(0, equals).strip();
    var value = change.substring(equals + 1).strip();
    var parameter =
        experiment.parameters().stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name));
    if (!parameter.domain().takes(value)) {
      throw unfit(parameter, value);
    }
    values.put(name, value);
    return name;
  }

  private static BadSetting unfit(Parameter parameter, String value) {
    var hint =
        parameter.domain() instanceof Parameter.Choice(List<String> words)
            ? Nearest.hint(value, words).map(text -> "; " + text).orElse("")
            : "";
    return new BadSetting(
        "%s must be %s, not `%s`%s"
            .formatted(parameter.name(), parameter.domain().expected(), value, hint));
  }

  private BadSetting unknown(String name) {
    var known = List.copyOf(values.keySet());
    var all = "there are " + String.join(", ", known);
    return new BadSetting(
        "unknown parameter `%s`; %s".formatted(name, Nearest.hint(name, known).orElse(all)));
  }

  public double number(String name) {
    return Double.parseDouble(text(name));
  }

  public List<Double> numbers(String name) {
    return Parameter.Decimal.of(text(name));
  }

  /** The words that were chosen of some. */
  public List<String> words(String name) {
    return Parameter.Subset.of(text(name));
  }

  public int whole(String name) {
    return Math.toIntExact(Parameter.Whole.of(text(name)));
  }

  /** A time that is set in milliseconds. */
  public long millisNs(String name) {
    return Math.round(number(name) * 1e6);
  }

  /** A time that is set in seconds. */
  public long secondsNs(String name) {
    return Math.round(number(name) * 1e9);
  }

  public long seed() {
    return Parameter.Whole.of(text("seed"));
  }

  public String text(String name) {
    var value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no parameter " + name);
    }
    return value;
  }
}
