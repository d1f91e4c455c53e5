package dev.muster.core.scheduler.place.partitioned;

import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.CommitCell;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.model.JobSpec;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Partitioned jobs of unit tasks, message by message. */
final class PartitionedStrategyTest {

  private static final long GAP = Refresh.standard().gapNs();

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
    assertThat(second.sent(GetCellDelta.class)).isEmpty();
    assertThat(second.sent(CommitTransaction.class)).hasSize(1);
  }

  @Test
  void whatIsRefusedIsTriedElsewhereAtOnce() {
    var two = new CommitCell(2, CommitConfig.standard(), ThinkTime.NONE, machines(2));
    var first = two.told(0, two.planPartitioned(0, 1, job(1)));
    var rival = two.told(1, two.planPartitioned(1, 2, job(2)));
    two.judged(0, first);

    var refused = two.judged(1, rival);
    assertThat(refused.sent(PlaceTask.class)).as("one of two machines was left").hasSize(1);
    assertThat(refused.sent(CommitTransaction.class))
        .as("and the copy knows of no other")
        .isEmpty();

    var third = new CommitCell(2, CommitConfig.standard(), ThinkTime.NONE, machines(3));
    var quick = third.told(0, third.planPartitioned(0, 1, job(2)));
    var slow = third.told(1, third.planPartitioned(1, 2, job(2)));
    third.judged(0, quick);
    var again = third.judged(1, slow);
    assertThat(again.sent(PlaceTask.class).size() + again.sent(CommitTransaction.class).size())
        .as("one found room, or the third machine is tried at once")
        .isPositive();
  }

  @Test
  void whereNothingIsOpenItWaitsForNewsAndHoldsUpNobody() {
    cell.judged(1, committed(1, 9, 2));
    var waits = committed(0, 1, 1);
    assertThat(waits.sent(CommitTransaction.class)).isEmpty();

    var shared = cell.plan(0, 2, job(1));
    assertThat(shared.sent(GetCellDelta.class)).as("another job is looked at").hasSize(1);
    assertThat(cell.refreshAfter(0, GAP).sent(GetCellDelta.class))
        .as("news are asked for")
        .hasSize(1);
  }

  @Test
  void aPartitionThatComesLaterIsHeardOf() {
    var grown = new CommitCell(1, CommitConfig.standard(), ThinkTime.NONE, machines(1));
    grown.judged(0, grown.told(0, grown.planPartitioned(0, 1, job(2))));
    grown.join(new Machine(1, size(1, 1), Map.of("partition", "late")));

    grown.told(0, grown.refreshAfter(0, GAP));
    var news = grown.told(0, grown.refreshAfter(0, GAP));

    assertThat(news.sent(CommitTransaction.class))
        .as("the second task has found the new node")
        .hasSize(1);
  }

  @Test
  void whoWasTooBusyToAskMakesUpForIt() {
    var config = CommitConfig.standard().with(Refresh.standard().withSchedulers(4));
    var late = new CommitCell(1, config, ThinkTime.NONE, machines(4));
    late.told(0, late.planPartitioned(0, 1, job(9)));

    assertThat(partitionsAsked(late.refreshAfter(0, config.refresh().gapNs()))).isEqualTo(4);
    assertThat(partitionsAsked(late.refreshAfter(0, config.refresh().gapNs() / 4))).isEqualTo(1);
  }

  @Test
  void newsThatDoNotKnowOfAClaimDoNotUndoIt() {
    var first = committed(0, 1, 1);
    cell.told(0, cell.refreshAfter(0, GAP));
    var second = cell.judged(0, first);
    assertThat(second.sent(PlaceTask.class)).hasSize(1);

    var next = cell.planPartitioned(0, 2, job(2));
    var transaction = next.sent(CommitTransaction.class).getFirst().transaction();
    assertThat(transaction.machines()).as("one machine is left").hasSize(1);
    assertThat(cell.judged(0, next).sent(PlaceTask.class)).hasSize(1);
  }

  @Test
  void newsThatKnowWhatBecameOfAClaimAreNotOverruledByTheAnswer() {
    var first = committed(0, 1, 2);
    var answer = cell.judge(first);
    var transaction = first.sent(CommitTransaction.class).getFirst().transaction();
    cell.freed(0, transaction.machines()[0], transaction.ids()[0]);
    cell.freed(0, transaction.machines()[1], transaction.ids()[1]);
    cell.told(0, cell.refreshAfter(0, GAP));
    cell.tell(0, answer);

    var next = cell.planPartitioned(0, 2, job(2));
    assertThat(next.sent(CommitTransaction.class).getFirst().transaction().machines())
        .as("both machines are free again")
        .hasSize(2);
  }

  /** The partitioned stage is decided at once, the shared one after a delta. */
  @Test
  void theStageThatHasWaitedLongestIsDecidedFirst() {
    var one = CommitCell.of(CommitConfig.standard(), size(9, 9));
    one.judged(0, one.told(0, one.planPartitioned(0, 1, job(1))));
    var committed = one.told(0, one.plan(0, 2, job(1)));
    one.planPartitioned(0, 3, job(1));
    one.refreshAfter(0, 1);
    one.plan(0, 4, job(1));

    var third = one.judged(0, committed);
    assertThat(third.sent(CommitTransaction.class)).hasSize(1);
    one.plan(0, 5, job(1));
    one.refreshAfter(0, 1);
    one.planPartitioned(0, 6, job(1));
    var fourth = one.judged(0, third);
    assertThat(fourth.sent(GetCellDelta.class)).as("the fourth job").hasSize(1);
    var fifth = one.judged(0, one.told(0, fourth));
    assertThat(fifth.sent(GetCellDelta.class)).as("the fifth").hasSize(1);
    var sixth = one.judged(0, one.told(0, fifth));
    assertThat(sixth.sent(CommitTransaction.class)).hasSize(1);
  }

  @Test
  void aGangThatWasRejectedBacksOff() {
    var options = TransactionOptions.STANDARD.coarseGrained();
    var config = CommitConfig.standard().with(options);
    var two = new CommitCell(2, config, ThinkTime.NONE, new Machine(0, size(9, 9)));
    var first = two.told(0, two.planPartitioned(0, 1, job(1)));
    var gang = JobSpec.of("gang", stage("all", 2).asGang());
    var rival = two.told(1, two.planPartitioned(1, 2, gang));
    two.judged(0, first);

    var rejected = two.judged(1, rival);
    assertThat(rejected.sent(PlaceTask.class)).isEmpty();
    assertThat(rejected.sent(CommitTransaction.class)).as("though both would fit").isEmpty();
    var retried = two.retry(1, rejected);
    assertThat(two.judged(1, retried).sent(PlaceTask.class)).hasSize(2);
  }

  @Test
  void theBusiestAsksForWhatOthersWouldHave() {
    var config = CommitConfig.standard().with(Refresh.standard().withSchedulers(2).handingOver());
    var busy = new CommitCell(2, config, ThinkTime.NONE, machines(4));
    long stepNs = config.refresh().gapNs() / 2;
    busy.judged(1, busy.told(1, busy.planPartitioned(1, 1, job(1))));
    busy.told(1, busy.refreshAfter(1, stepNs));
    busy.told(0, busy.planPartitioned(0, 2, job(9)));

    assertThat(partitionsAsked(busy.refreshAfter(0, stepNs)))
        .as("two of its own, two of the idle one")
        .isEqualTo(4);
  }

  @Test
  void claimsOfTasksThatAreOverEndAtTheNextBeat() {
    var place = cell.judged(0, committed(0, 1, 1)).sent(PlaceTask.class).getFirst();
    cell.finished(0, 0, place);
    var released = cell.beatAfter(0, CommitCell.TIMING.beatNs()).sent(CommitTransaction.class);

    assertThat(released.getFirst().transaction().released()).containsExactly(place.reservation());
  }

  private static Machine[] machines(int count) {
    return IntStream.range(0, count)
        .mapToObj(each -> new Machine(each, size(1, 1), Map.of("partition", "p" + each)))
        .toArray(Machine[]::new);
  }

  private static int partitionsAsked(RecordingEffects tick) {
    return tick.sent(GetCellDelta.class).getFirst().partitions().size();
  }
}
