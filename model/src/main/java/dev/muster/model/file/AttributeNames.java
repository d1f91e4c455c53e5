package dev.muster.model.file;

import dev.muster.model.Require;
import java.util.Optional;

/** What attributes of nodes and their values may be, for jobs that require and nodes that have. */
public final class AttributeNames {

  static final String VALUE_EXPECTED =
      "a value of 1 to " + Limits.MAX_NAME + " characters, such as ssd";

  private AttributeNames() {}

  /** Why no node can be given an attribute of this name; empty if one can. */
  public static Optional<String> refusal(String name) {
    if (name.equals(Require.NODE)) {
      return Optional.of("is what every node has by itself: its name");
    }
    return isName(name) ? Optional.empty() : Optional.of("must be " + Names.EXPECTED);
  }

  static boolean isName(String name) {
    return Names.isName(name);
  }

  /** Why no attribute can have this value; empty if one can. */
  public static Optional<String> valueRefusal(String value) {
    boolean sound =
        !value.isBlank()
            && value.length() <= Limits.MAX_NAME
            && value.chars().noneMatch(Character::isISOControl);
    return sound ? Optional.empty() : Optional.of("must be " + VALUE_EXPECTED);
  }
}
