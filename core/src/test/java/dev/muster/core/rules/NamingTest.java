package dev.muster.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NamingTest {
  static final class DefaultHelper {
    int getValue() {
      return 1;
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Actor.class, Resources.class})
  void namesTellAndPackagesAreNullMarked(Class<?> one) {
    assertThat(Naming.breaches(ClassFiles.besides(one))).isEmpty();
  }

  @Test
  void aPlantedClassBreaksEachRule() {
    var planted = List.of(ClassFiles.of(DefaultHelper.class));

    assertThat(Naming.breaches(planted))
        .containsExactly(
            "dev.muster.core.rules.NamingTest$DefaultHelper: name it after what it does or what sets it apart",
            "dev.muster.core.rules.NamingTest$DefaultHelper.getValue: drop the get",
            "dev.muster.core.rules: give it a package-info.java with @NullMarked");
  }
}
