package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class AdmissionControlTest {

  private final RegisteredMachines cell = new RegisteredMachines();
  private final AdmissionControl admission = new AdmissionControl(cell);

  /** Against one node with many cores and little memory, and one the other way round. */
  static Stream<Arguments> tooLarge() {
    return Stream.of(
        arguments(
            new Resources(8_001, 1),
            "needs 8.001 cpu, the most on one node is 8: 0.001 cpu too few"),
        arguments(
            size(1, 24),
            "needs 24 GiB of memory, the most on one node is 16 GiB: 8 GiB too little"),
        arguments(
            new Resources(8_500, 17L << 30),
            "needs 8.5 cpu, the most on one node is 8: 0.5 cpu too few;"
                + " needs 17 GiB of memory, the most on one node is 16 GiB: 1 GiB too little"),
        arguments(
            size(1, 1).with("gpu", 3), "needs 3 gpu, the most on one node is 1: 2 gpu too few"),
        arguments(
            size(1, 1).with("tape", 1), "needs 1 tape, the most on one node is 0: 1 tape too few"),
        arguments(
            size(8, 16),
            "needs 8 cpu, 16 GiB on one node; nodes have as much of each, but none has all"));
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void whatFitsNowhereIsUnmatchedWithTheReason(Resources need, String why) {
    cell.apply(new MachineRegistered(0, size(8, 2).with("gpu", 1)));
    cell.apply(new MachineRegistered(1, size(2, 16)));

    assertThat(admission.check(JobSpec.of("job", stage("big", 3, need))))
        .isEqualTo(
            new AdmissionResult.Unmatched(
                List.of("each task of stage `big` " + why + " (2 nodes in the cell)")));
  }

  private static Where require(String name, String... values) {
    return Where.ANYWHERE.withRequire(Require.of(name, values));
  }

  private static Where prefer(long patienceNs, Integer... nodes) {
    return Where.ANYWHERE.withPrefer(List.of(List.of(nodes), List.of()), patienceNs);
  }

  private static Map<String, String> attributes(String disk, String zone) {
    return Map.of("disk", disk, "zone", zone);
  }

  /** Against a large node with a slow disk and a small one with a fast disk. */
  static Stream<Arguments> nowhere() {
    return Stream.of(
        arguments(
            require("disk", "nvme", "ram"),
            "stage `near`: no node has disk=nvme or ram; known: disk=hdd, disk=ssd"),
        arguments(
            require("colour", "red"),
            "stage `near`: no node has colour=red; none has any colour: nodes have disk, node, zone"),
        arguments(
            require("dsk", "ssd"),
            "stage `near`: no node has dsk=ssd; none has any dsk: nodes have disk, node, zone;"
                + " did you mean `disk`?"),
        arguments(
            require("node", "node-7"),
            "stage `near`: no node has node=node-7; known: node=node-0, node=node-1"),
        arguments(
            Where.ANYWHERE.withRequire(Require.of("disk", "hdd").and(Require.of("zone", "b"))),
            "stage `near`: no node has all of disk=hdd, zone=b;"
                + " nodes have each, but none has all"),
        arguments(
            require("disk", "ssd"),
            "each task of stage `near` needs 4 cpu, the most on one node is 1: 3 cpu too few;"
                + " needs 4 GiB of memory, the most on one node is 1 GiB: 3 GiB too little"
                + " (of the 1 node with disk=ssd)"),
        arguments(
            prefer(Where.FIRM, 7, 8),
            "task 0 of stage `near` runs on node-7, node-8 alone, and the cell has no such node"
                + " that will do; with `patience` it could run on any other that is large enough"),
        arguments(
            prefer(Where.FIRM, 1, 7),
            "task 0 of stage `near` needs 4 cpu, the most on one node is 1: 3 cpu too few;"
                + " needs 4 GiB of memory, the most on one node is 1 GiB: 3 GiB too little"
                + " (of the nodes it prefers: node-1);"
                + " with `patience` it could run on any other that is large enough"));
  }

  @ParameterizedTest
  @MethodSource("nowhere")
  void whatMayRunNowhereIsUnmatchedWithTheReason(Where where, String why) {
    cell.apply(new MachineRegistered(0, 1, size(4, 4), attributes("hdd", "a")));
    cell.apply(new MachineRegistered(1, 1, size(1, 1), attributes("ssd", "b")));

    var job = JobSpec.of("job", stage("near", 2, size(4, 4)).withWhere(where));
    assertThat(admission.check(job)).isEqualTo(new AdmissionResult.Unmatched(List.of(why)));
  }

  /** Where no node of the whole cell is large enough. */
  static Stream<Arguments> tooSmallPlaces() {
    var few = "needs 8 cpu, the most on one node is 4: 4 cpu too few";
    return Stream.of(
        arguments(
            require("zone", "a"),
            "each task of stage `near` " + few + " (of the 1 node with zone=a)"),
        arguments(
            require("zone", "c"), "each task of stage `near` " + few + " (2 nodes in the cell)"),
        arguments(
            prefer(Where.FIRM, 0),
            "task 0 of stage `near` "
                + few
                + " (of the nodes it prefers: node-0);"
                + " with `patience` it could run on any other that is large enough"),
        arguments(prefer(1, 0), "each task of stage `near` " + few + " (2 nodes in the cell)"));
  }

  @ParameterizedTest
  @MethodSource("tooSmallPlaces")
  void theReasonNamesTheNodesThatATaskMayRunOn(Where where, String why) {
    cell.apply(new MachineRegistered(0, 1, size(4, 4), attributes("hdd", "a")));
    cell.apply(new MachineRegistered(1, 1, size(1, 1), attributes("ssd", "b")));

    var job = JobSpec.of("job", stage("near", 2, size(8, 1)).withWhere(where));
    assertThat(admission.check(job)).isEqualTo(new AdmissionResult.Unmatched(List.of(why)));
  }

  static Stream<Where> somewhere() {
    return Stream.of(
        require("disk", "hdd"),
        require("zone", "b", "a"),
        require("node", "node-0"),
        prefer(Where.FIRM, 7, 0),
        prefer(1, 7),
        prefer(Where.FIRM));
  }

  @ParameterizedTest
  @MethodSource("somewhere")
  void whatMayRunOnOneNodeIsAdmitted(Where where) {
    cell.apply(new MachineRegistered(0, 1, size(4, 4), attributes("hdd", "a")));
    cell.apply(new MachineRegistered(1, 1, size(1, 1), attributes("ssd", "b")));

    var job = JobSpec.of("job", stage("near", 2, size(4, 4)).withWhere(where));
    assertThat(admission.check(job)).isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void ofManyKnownValuesSomeAreShown() {
    for (int node = 0; node < ConstraintCheck.MAX_SHOWN + 5; node++) {
      cell.apply(new MachineRegistered(node, size(1, 1)));
    }
    var job = JobSpec.of("job", stage("near", 1).withWhere(require("node", "node-99")));
    assertThat(((AdmissionResult.Unmatched) admission.check(job)).reasons().getFirst())
        .endsWith("node=node-4 and 5 more");
  }

  /** Against a node that holds four of the tasks, and one that holds two and has a fast disk. */
  static Stream<Arguments> gangs() {
    var few = " tasks with 1 cpu, 1 GiB each, ";
    return Stream.of(
        arguments(6, Where.ANYWHERE, ""),
        arguments(2, require("disk", "ssd"), ""),
        arguments(
            9,
            Where.ANYWHERE,
            "stage `all` is a gang of 9"
                + few
                + "9 cpu, 9 GiB in all; the 2 nodes that will do have 12 cpu, 10 GiB"
                + " and can hold 6 of them together: 3 too few"),
        arguments(
            3,
            require("disk", "ssd"),
            "stage `all` is a gang of 3"
                + few
                + "3 cpu, 3 GiB in all; the node that will do has 8 cpu, 2 GiB"
                + " and can hold 2 of them together: 1 too few"));
  }

  @ParameterizedTest
  @MethodSource("gangs")
  void aGangMustFitIntoTheCellWhole(int tasks, Where where, String why) {
    cell.apply(new MachineRegistered(0, 1, size(4, 8), attributes("hdd", "a")));
    cell.apply(new MachineRegistered(1, 1, size(8, 2), attributes("ssd", "b")));

    var result = admission.check(JobSpec.of("job", stage("all", tasks).withWhere(where).asGang()));

    assertThat(result)
        .isEqualTo(
            why.isEmpty()
                ? new AdmissionResult.Admitted()
                : new AdmissionResult.Unmatched(List.of(why)));
  }

  static Stream<Resources> fitting() {
    return Stream.of(
        Resources.NONE, size(8, 2), size(2, 16), size(2, 2), size(2, 2).with("gpu", 1));
  }

  @ParameterizedTest
  @MethodSource("fitting")
  void whatFitsOnOneNodeIsAdmittedHoweverManyTasks(Resources need) {
    cell.apply(new MachineRegistered(0, size(8, 2).with("gpu", 1)));
    cell.apply(new MachineRegistered(1, size(2, 16)));

    assertThat(admission.check(JobSpec.of("job", stage("many", 1_000_000, need))))
        .isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void everyStageThatFitsNowhereHasItsReason() {
    cell.apply(new MachineRegistered(0, size(1, 1)));
    var job =
        JobSpec.of("job", stage("a", 1, size(2, 1)), stage("b", 1), stage("c", 1, size(3, 1)));

    assertThat(admission.check(job))
        .isEqualTo(
            new AdmissionResult.Unmatched(
                List.of(
                    "each task of stage `a` needs 2 cpu, the most on one node is 1:"
                        + " 1 cpu too few (1 node in the cell)",
                    "each task of stage `c` needs 3 cpu, the most on one node is 1:"
                        + " 2 cpu too few (1 node in the cell)")));
  }

  @Test
  void aCellWithoutNodesLetsWaitAlsoWhatWouldNeverFit() {
    assertThat(admission.check(JobSpec.of("job", stage("a", 1, size(1_000, 1)))))
        .isEqualTo(new AdmissionResult.Deferred("no node has joined the cell"));
  }

  @Test
  void aNodeThatGrowsOrShrinksCountsAsItIsNow() {
    var job = JobSpec.of("job", stage("a", 1, size(4, 4)));
    cell.apply(new MachineRegistered(0, size(2, 2)));
    assertThat(admission.check(job)).isInstanceOf(AdmissionResult.Unmatched.class);
    cell.apply(new MachineRegistered(0, size(4, 4)));
    assertThat(admission.check(job)).isEqualTo(new AdmissionResult.Admitted());
    cell.apply(new MachineRegistered(0, size(2, 2)));
    assertThat(admission.check(job)).isInstanceOf(AdmissionResult.Unmatched.class);
  }
}
