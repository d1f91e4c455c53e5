package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.text.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Typed access to one mapping of a file.
 *
 * <p>A bad value becomes a problem at its place in the file, and reads as an absent field, so that
 * the next problem is found as well.
 */
public final class Fields {

  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,18}(\\.\\d{1,18})?");

  private final Yaml.Mapping mapping;
  private final String path;
  private final Problems problems;
  private final SequencedMap<String, Yaml> values = new LinkedHashMap<>();

  /** Rejects unknown fields and those that are given twice. */
  public Fields(Yaml.Mapping mapping, String path, List<String> known, Problems problems) {
    this.mapping = mapping;
    this.path = path;
    this.problems = problems;
    for (var entry : mapping.pairs()) {
      if (!(entry.key() instanceof Yaml.Text key)) {
        problems.add(
            entry.key(), path, "expected the name of a field, found " + entry.key().found());
      } else if (!known.contains(key.text())) {
        problems.add(key, path(key.text()), unknown(key.text(), known));
      } else if (values.putIfAbsent(key.text(), entry.value()) != null) {
        problems.add(key, path(key.text()), "is given twice");
      }
    }
  }

  private static String unknown(String name, List<String> known) {
    var all = "known are " + String.join(", ", known);
    var hint = Nearest.hint(name, known).orElse(all);
    return "unknown field " + Nearest.quote(name) + "; " + hint;
  }

  /** The path of the mapping itself; empty for the whole file. */
  public String path() {
    return path;
  }

  public String path(String field) {
    var shown = field.replaceAll("\\p{Cntrl}", "?");
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /**
   * Where a field is, or the part of it that is named by a path such as {@code max.cpu}; what is
   * not there is where that is which it would be part of.
   */
  public Yaml place(String field) {
    Yaml at = mapping;
    for (var step : field.split("\\.")) {
      if (at instanceof Yaml.Mapping inner) {
        at =
            inner.pairs().stream()
                .filter(pair -> pair.key() instanceof Yaml.Text key && key.text().equals(step))
                .findFirst()
                .<Yaml>map(Yaml.Pair::value)
                .orElse(at);
      }
    }
    return at;
  }

  public boolean has(String field) {
    return values.containsKey(field);
  }

  public Optional<Yaml> value(String field) {
    return Optional.ofNullable(values.get(field));
  }

  /** Where the name of a field stands. */
  public Optional<Yaml> key(String field) {
    return mapping.pairs().stream()
        .map(Yaml.Pair::key)
        .filter(key -> key instanceof Yaml.Text text && text.text().equals(field))
        .findFirst();
  }

  /** A problem with the value of this field, or with the mapping where the field is absent. */
  public void reject(String field, String message) {
    problems.add(value(field).orElse(mapping), path(field), message);
  }

  /** The text of a field that holds a single value; nothing where it is absent or rejected. */
  public Optional<String> text(String field, String expected) {
    return switch (values.get(field)) {
      case null -> Optional.empty();
      case Yaml.Text scalar when !scalar.isNothing() && usable(scalar, path(field)) ->
          Optional.of(scalar.text());
      case Yaml.Text scalar when !scalar.isNothing() -> Optional.empty();
      case Yaml other -> {
        reject(field, "expected " + expected + ", found " + other.found());
        yield Optional.empty();
      }
    };
  }

  public int whole(String field, int min, int max, int absent) {
    if (!has(field)) {
      return absent;
    }
    var expected = "a whole number from " + formatCount(min) + " to " + formatCount(max);
    var text = text(field, expected);
    if (text.isEmpty()) {
      return absent;
    }
    if (WHOLE.matcher(text.get()).matches()) {
      long number = Long.parseLong(text.get());
      if (number >= min && number <= max) {
        return (int) number;
      }
    }
    reject(field, "must be " + expected + ", not " + Nearest.quote(text.get()));
    return absent;
  }

  /** A number with or without decimals. */
  public double decimal(String field, double min, double max, double absent) {
    if (!has(field)) {
      return absent;
    }
    var expected = "a number from " + plain(min) + " to " + plain(max);
    var text = text(field, expected);
    if (text.isEmpty()) {
      return absent;
    }
    if (DECIMAL.matcher(text.get()).matches()) {
      double number = Double.parseDouble(text.get());
      if (number >= min && number <= max) {
        return number;
      }
    }
    reject(field, "must be " + expected + ", not " + Nearest.quote(text.get()));
    return absent;
  }

  private static String plain(double number) {
    return number == Math.rint(number)
        ? formatCount((long) number)
        : BigDecimal.valueOf(number).toPlainString();
  }

  public long amount(String field, Amount kind, long absent) {
    var text = text(field, kind.expected());
    if (text.isEmpty()) {
      return absent;
    }
    var problem = kind.problem(text.get());
    if (problem.isEmpty()) {
      return kind.of(text.get());
    }
    reject(field, problem);
    return absent;
  }

  /** One of the values that have these texts; nothing where it is absent or rejected. */
  public <T> Optional<T> choice(String field, List<T> values, Function<T, String> text) {
    if (!has(field)) {
      return Optional.empty();
    }
    var texts = values.stream().map(text).toList();
    var expected = "one of " + String.join(", ", texts);
    var given = text(field, expected);
    if (given.isPresent() && !texts.contains(given.get())) {
      var hint = Nearest.hint(given.get(), texts).map(near -> "; " + near).orElse("");
      reject(field, "must be " + expected + ", not " + Nearest.quote(given.get()) + hint);
      return Optional.empty();
    }
    return given.map(one -> values.get(texts.indexOf(one)));
  }

  /** The values of a list of single values; empty where it is absent or rejected. */
  public List<Yaml.Text> list(String field, String expected) {
    return switch (values.get(field)) {
      case null -> List.of();
      case Yaml.Sequence sequence -> scalars(sequence, path(field));
      case Yaml other -> {
        reject(field, "expected " + expected + ", found " + other.found());
        yield List.of();
      }
    };
  }

  /** As {@link #list}, but a lone value is a list of one. */
  public List<Yaml.Text> listOrOne(String field, String expected) {
    if (values.get(field) instanceof Yaml.Text scalar && !scalar.isNothing()) {
      return usable(scalar, path(field)) ? List.of(scalar) : List.of();
    }
    return list(field, expected);
  }

  private List<Yaml.Text> scalars(Yaml.Sequence sequence, String field) {
    List<Yaml.Text> scalars = new ArrayList<>();
    for (int i = 0; i < sequence.values().size(); i++) {
      var value = sequence.values().get(i);
      var place = field + "[" + i + "]";
      if (!(value instanceof Yaml.Text scalar)) {
        problems.add(value, place, "expected a single value, found " + value.found());
      } else if (usable(scalar, place)) {
        scalars.add(scalar);
      }
    }
    return scalars;
  }

  /** Whether the text can be an argument of a process. */
  public boolean usable(Yaml.Text scalar, String field) {
    var text = scalar.text();
    if (text.indexOf('\0') >= 0) {
      problems.add(scalar, field, "must not contain the character NUL");
      return false;
    }
    if (text.length() > JobLimits.MAX_STRING) {
      problems.add(
          scalar, field, "must have at most " + formatCount(JobLimits.MAX_STRING) + " characters");
      return false;
    }
    return true;
  }

  /** A mapping inside this one; an empty one where it is absent or something else. */
  public Fields section(String field, List<String> known) {
    return new Fields(mapping(field), path(field), known, problems);
  }

  public Yaml.Mapping mapping(String field) {
    var value = value(field).orElse(mapping);
    if (has(field) && value instanceof Yaml.Mapping section) {
      return section;
    }
    if (has(field)) {
      reject(field, "expected a map, found " + value.found());
    }
    return new Yaml.Mapping(value.line(), value.column(), List.of(), 1);
  }
}
