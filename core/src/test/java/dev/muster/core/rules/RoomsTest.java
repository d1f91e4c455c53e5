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
    "scheduler, scheduler.place, true",
    "scheduler, scheduler.place.sampled, false", // but for Placers
    "scheduler, scheduler.place.commit, false",
    "scheduler, scheduler.job, true",
    "scheduler, scheduler.task, true",
    "scheduler.job, scheduler.task, true",
    "scheduler.job, scheduler.place, true",
    "scheduler.job, scheduler.place.sampled, false",
    "scheduler.job, scheduler, false",
    "scheduler.task, scheduler.place, true",
    "scheduler.task, scheduler.job, false",
    "scheduler.task, scheduler.budget, false",
    "scheduler.place, scheduler.job, false",
    "scheduler.place.sampled, scheduler.job, false",
    "scheduler.place, scheduler, false",
    "scheduler.place, scheduler.place.sampled, false",
    "scheduler.place, scheduler.place.commit, false",
    "scheduler.place.sampled, scheduler.place, true",
    "scheduler.place.sampled, scheduler.place.sampled, true",
    "scheduler.place.sampled, scheduler, false",
    "scheduler.place.sampled, scheduler.place.shared, false",
    "scheduler.place.sampled, scheduler.place.commit, false",
    "scheduler.place.shared, scheduler.place.commit, true",
    "scheduler.place.partitioned, scheduler.place.commit, true",
    "scheduler.place.partitioned, scheduler.place.shared, false",
    "scheduler.place.commit, scheduler.place, true",
    "scheduler.place.commit, scheduler.place.shared, false",
    "scheduler.place.commit, scheduler, false",
    "scheduler.place.newest, scheduler.place.sampled, false",
    "scheduler.place.shared, cell, true",
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

  @Test
  void aPolicyThatKnowsTheSchedulerOrAnotherPolicyIsFound() {
    var policies = "dev.muster.core.scheduler.place.";
    var stage = withField(policies + "sampled.Planted", "dev.muster.core.scheduler.job.Stage");
    var other = withField(policies + "sampled.Planted", policies + "shared.SharedStrategy");
    var seam = withField(policies + "Planted", policies + "sampled.SampledPlacer");
    var scheduler =
        withField("dev.muster.core.scheduler.Planted", policies + "sampled.SampledPlacer");

    assertThat(Rooms.breaches(List.of(stage, other, seam, scheduler)))
        .hasSize(4)
        .allMatch(breach -> breach.contains("policies know core.scheduler.place alone"));
  }

  @Test
  void onlyPlacersWiresPolicies() {
    var policy = "dev.muster.core.scheduler.place.sampled.SampledPlacer";
    for (var wiring : List.of("Placers", "Placers$Factory")) {
      var planted = withField("dev.muster.core.scheduler." + wiring, policy);
      assertThat(Rooms.breaches(List.of(planted))).isEmpty();
    }
    var near = withField("dev.muster.core.scheduler.PlacersToo", policy);
    assertThat(Rooms.breaches(List.of(near))).hasSize(1);
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
