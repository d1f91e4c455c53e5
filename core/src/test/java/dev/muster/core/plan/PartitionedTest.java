package dev.muster.core.plan;

import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.Commit;
import dev.muster.core.event.MasterEvent.StateWanted;
import dev.muster.core.event.NodeEvent.Place;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.RecordingEffects;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Partitioned jobs of unit tasks, message by message. */
final class PartitionedTest {

  private final CommitCell cell =
      new CommitCell(
          2,
          CommitConfig.standard(),
          ThinkTime.NONE,
          new Machine(0, size(1, 1)),
          new Machine(1, size(1, 1)));

  /** The first job of a scheduler has it ask for all of the state, once. */
  private RecordingEffects committed(int scheduler, long job, int tasks) {
    return cell.told(scheduler, cell.planPartitioned(scheduler, job, job(tasks)));
  }

  @Test
  void onlyTheFirstJobWaitsForNews() {
    cell.judged(0, committed(0, 1, 1));
    var second = cell.planPartitioned(0, 2, job(1));
    assertThat(second.sent(StateWanted.class)).isEmpty();
    assertThat(second.sent(Commit.class)).hasSize(1);
  }

  @Test
  void whatIsRefusedIsTriedElsewhereAtOnce() {
    cell.judged(1, committed(1, 9, 1));
    var first = committed(0, 1, 1);
    int taken = first.sent(Commit.class).getFirst().proposal().machines()[0];
    var rival = cell.planPartitioned(1, 10, job(1));
    int wanted = rival.sent(Commit.class).getFirst().proposal().machines()[0];
    assertThat(wanted).as("both see one free machine, the same").isEqualTo(taken);

    cell.judged(0, first);
    var refused = cell.judged(1, rival);

    assertThat(refused.sent(Place.class)).isEmpty();
    assertThat(refused.sent(Commit.class)).as("its copy knows of no other").isEmpty();
    assertThat(cell.refresh(1).sent(StateWanted.class)).as("it waits for news").hasSize(1);
  }

  @Test
  void newsThatDoNotKnowOfAClaimDoNotUndoIt() {
    var first = committed(0, 1, 1);
    cell.told(0, cell.refresh(0));
    var second = cell.judged(0, first);
    assertThat(second.sent(Place.class)).hasSize(1);

    var next = cell.planPartitioned(0, 2, job(2));
    var proposal = next.sent(Commit.class).getFirst().proposal();
    assertThat(proposal.machines()).as("one machine is left").hasSize(1);
    assertThat(cell.judged(0, next).sent(Place.class)).hasSize(1);
  }

  @Test
  void newsThatKnowWhatBecameOfAClaimAreNotOverruledByTheAnswer() {
    var first = committed(0, 1, 2);
    var answer = cell.judge(first);
    var proposal = first.sent(Commit.class).getFirst().proposal();
    cell.freed(0, proposal.machines()[0], proposal.ids()[0]);
    cell.freed(0, proposal.machines()[1], proposal.ids()[1]);
    cell.told(0, cell.refresh(0));
    cell.tell(0, answer);

    var next = cell.planPartitioned(0, 2, job(2));
    assertThat(next.sent(Commit.class).getFirst().proposal().machines())
        .as("both machines are free again")
        .hasSize(2);
  }

  @Test
  void theBusiestAsksForWhatOthersWouldHave() {
    var config = CommitConfig.standard().with(Refresh.standard().withSchedulers(2).handingOver());
    var busy = new CommitCell(2, config, ThinkTime.NONE, machines(4));
    busy.judged(1, busy.told(1, busy.planPartitioned(1, 1, job(1))));
    busy.told(1, busy.refresh(1));
    busy.told(0, busy.planPartitioned(0, 2, job(9)));

    assertThat(partitionsAsked(busy.refresh(0)))
        .as("two of its own, two of the idle one")
        .isEqualTo(4);
  }

  private static Machine[] machines(int count) {
    return IntStream.range(0, count)
        .mapToObj(each -> new Machine(each, size(1, 1), Map.of("partition", "p" + each)))
        .toArray(Machine[]::new);
  }

  private static int partitionsAsked(RecordingEffects tick) {
    return tick.sent(StateWanted.class).getFirst().partitions().size();
  }
}
