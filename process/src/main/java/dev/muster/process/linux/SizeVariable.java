package dev.muster.process.linux;

import dev.muster.model.text.Quantity;
import java.util.Map;
import java.util.OptionalLong;

/** A variable of the environment that says how many bytes. */
public final class SizeVariable {

  private SizeVariable() {}

  /**
   * Empty where the variable is not set.
   *
   * @param example of a size, for whoever set it to something else
   * @throws IllegalArgumentException if the variable says no size
   */
  public static OptionalLong bytes(Map<String, String> environment, String name, String example) {
    var said = environment.getOrDefault(name, "");
    if (said.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        Quantity.parseBytes(said)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        name
                            + " must be a size such as "
                            + example
                            + ", or 0, not `"
                            + said
                            + "`")));
  }
}
