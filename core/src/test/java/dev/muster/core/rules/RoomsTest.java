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

final class RoomsTest {
  @Test
  void actorsKnowEachOtherByMessagesOnly() {
    var breaches = Rooms.breaches(ClassFiles.besides(Actor.class));

    assertThat(breaches)
        .withFailMessage(() -> "between rooms:\n  " + String.join("\n  ", breaches))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "master, scheduler, false",
    "scheduler, master, false",
    "scheduler, master.state, false",
    "node, scheduler.place, false",
    "client, master, false",
    "master, master.state, true",
    "master.state, master, false",
    "node, node, true",
    "node, event, true",
    "scheduler, cell, true",
    "event, cell, true",
    "cell, event, false",
    "cell, actor.flat, true",
    "actor, event, false",
    "event, node, false",
    "node, elsewhere, false",
    "elsewhere, actor, false",
  })
  void anImportIsAllowedOrNot(String user, String used, boolean allowed) {
    assertThat(Rooms.allowed(user, used)).isEqualTo(allowed);
  }

  @Test
  void aPlantedViolationIsFound() {
    var planted = withField("dev.muster.core.node.fair.Planted", "dev.muster.core.master.Master");

    assertThat(Rooms.breaches(List.of(planted)))
        .singleElement()
        .asString()
        .startsWith("dev.muster.core.node.fair.Planted uses dev.muster.core.master.Master: ")
        .contains("by messages only");
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
