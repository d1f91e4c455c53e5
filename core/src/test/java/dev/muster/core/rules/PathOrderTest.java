package dev.muster.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathOrderTest {
  @Test
  void coreReadsFromLeftToRight() {
    var breaches = PathOrder.breaches(ClassFiles.besides(Actor.class));

    assertThat(breaches)
        .withFailMessage(() -> "against the path:\n  " + String.join("\n  ", breaches))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "submit, admit, true",
    "submit, report, true",
    "admit, submit, false",
    "run, queue, false",
    "report, run, false",
    "place, place, true",
    "place, loop, true",
    "place, event, true",
    "event, loop, true",
    "event, place, false",
    "loop, event, false",
    "loop, run, false",
    "loop, flat, true",
    "flat, loop, false",
    "run, elsewhere, false",
    "elsewhere, loop, false",
  })
  void anArrowIsAllowedOrNot(String user, String used, boolean allowed) {
    assertThat(PathOrder.allowed(user, used)).isEqualTo(allowed);
  }

  @Test
  void aFieldAgainstThePathIsFound() {
    var planted = withField("dev.muster.core.queue.fair.Planted", "dev.muster.core.plan.Plan");

    assertThat(PathOrder.breaches(List.of(planted)))
        .singleElement()
        .asString()
        .startsWith("dev.muster.core.queue.fair.Planted uses dev.muster.core.plan.Plan: ")
        .contains("queue → run → report");
  }

  private static ClassModel withField(String name, String type) {
    var bytes =
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                builder -> builder.withField("field", ClassDesc.of(type), ClassFile.ACC_PRIVATE));
    return ClassFile.of().parse(bytes);
  }
}
