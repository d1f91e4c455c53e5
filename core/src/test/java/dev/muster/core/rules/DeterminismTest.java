package dev.muster.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.model.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Same seed, same trace: nothing in these modules may ask the world. */
final class DeterminismTest {
  @ParameterizedTest
  @ValueSource(classes = {Actor.class, Resources.class})
  void theModuleOfThisClassIsDeterministic(Class<?> one) {
    var breaches = Ban.breaches(ClassFiles.besides(one));

    assertThat(breaches)
        .withFailMessage(() -> "not deterministic:\n  " + String.join("\n  ", breaches))
        .isEmpty();
  }
}
