package dev.muster.core.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.LogEntry;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two machines with capacity for two tasks each; schedulers 0 and 1. */
final class CommitServiceTest {

  private MasterState state = state(1);
  private CommitService service = new CommitService(state, new LeaderLog(1), false);
  private CellDeltas deltas = new CellDeltas(state.cell(), service);

  private static MasterState state(int partitions) {
    return state(new CellConfig(CellRules.standard(), partitions));
  }

  private static MasterState state(CellConfig config) {
    var state = new MasterState(1, 10, config);
    state.apply(Committed.id(), new MachineRegistered(0, Jobs.size(2, 2)));
    state.apply(Committed.id(), new MachineRegistered(1, Jobs.size(2, 2)));
    return state;
  }

  private void start(MasterState other) {
    state = other;
    service = new CommitService(state, new LeaderLog(1), false);
    deltas = new CellDeltas(state.cell(), service);
  }

  private static TransactionBuilder transaction(int owner) {
    var transaction = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    transaction.request(Request.of(1, Jobs.UNIT));
    return transaction;
  }

  /** Claims of these numbers, all on one machine. */
  private static TransactionBuilder claims(int owner, int machine, long... ids) {
    var transaction = transaction(owner);
    for (long id : ids) {
      transaction.claim(id, machine, 0, 0);
    }
    return transaction;
  }

  private RecordingEffects commit(long number, TransactionBuilder transaction) {
    var out = new RecordingEffects();
    var scheduler = SchedulerEvent.at(transaction.owner());
    service.commit(0, new CommitTransaction(scheduler, number, transaction.build()), out);
    return out;
  }

  private RecordingEffects apply(LogEntry entry) {
    var out = new RecordingEffects();
    apply(entry, out);
    return out;
  }

  private void apply(LogEntry entry, RecordingEffects out) {
    var changed = (CellChanged) entry;
    state.apply(Committed.id(), changed);
    service.applied(changed, out);
  }

  private RecordingEffects applyAll(RecordingEffects decided) {
    var out = new RecordingEffects();
    decided.appended().forEach(entry -> apply(entry, out));
    return out;
  }

  private RecordingEffects freed(int node, int scheduler, long claim) {
    var out = new RecordingEffects();
    service.release(new ClaimReleased(node, SchedulerEvent.at(scheduler), claim), out);
    return out;
  }

  private CellDelta delta(GetCellDelta wanted) {
    var out = new RecordingEffects();
    deltas.send(wanted, out);
    return out.sent(CellDelta.class).getFirst();
  }

  @Test
  void anAnswerComesWhenTheLogHasIt() {
    var decided = commit(1, claims(0, 0, 7));
    assertThat(decided.sent(TransactionDecided.class)).isEmpty();

    var answered = apply(decided.appended().getFirst()).sent(TransactionDecided.class).getFirst();

    assertThat(answered.number()).isEqualTo(1);
    assertThat(answered.result().rejected()).isEmpty();
    assertThat(state.cell().free(0)).isEqualTo(Jobs.size(1, 1));
  }

  @Test
  void aSchedulerHoldsNoMoreThanTheCellWasMadeToLetIt() {
    start(state(CellConfig.standard().withLimits(0, OwnerLimits.NONE.withClaims(1))));
    var answered =
        applyAll(commit(1, claims(0, 0, 7, 8))).sent(TransactionDecided.class).getFirst();
    assertThat(answered.result().rejected())
        .containsExactly(new Rejection(1, 8, 0, RejectionReason.CLAIM_LIMIT, 2, 1));
    var other = applyAll(commit(1, claims(1, 1, 7, 8))).sent(TransactionDecided.class).getFirst();
    assertThat(other.result().rejected()).as("nobody limits scheduler 1").isEmpty();
  }

  @Test
  void aTransactionIsDecidedOnceHoweverOftenItComes() {
    var decided = commit(1, claims(0, 0, 7));
    assertThat(commit(1, claims(0, 0, 7)).all()).as("not on record yet").isEmpty();
    var answered = applyAll(decided).sent(TransactionDecided.class);

    var again = commit(1, claims(0, 0, 7));

    assertThat(again.appended()).isEmpty();
    assertThat(again.sent(TransactionDecided.class)).isEqualTo(answered);
    assertThat(state.cell().claims()).isEqualTo(1);
  }

  @Test
  void aRepeatedEarlierTransactionIsIgnored() {
    applyAll(commit(1, claims(0, 0, 7)));
    applyAll(commit(2, claims(0, 0, 8)));

    assertThat(commit(1, claims(0, 0, 7)).all()).isEmpty();
  }

  @Test
  void whatIsOnItsWayIsNotGivenAwayTwice() {
    var first = commit(1, claims(0, 0, 1, 2));
    var second = commit(1, claims(1, 0, 1));

    applyAll(first);
    var rejected = applyAll(second).sent(TransactionDecided.class).getFirst().result();
    assertThat(rejected.rejected())
        .singleElement()
        .returns(RejectionReason.CPU, one -> one.reason());
    assertThat(rejected.fresh().rows()).as("how the machine is").isNotEmpty();
    assertThat(state.cell().claims()).isEqualTo(2);
  }

  @Test
  void transactionsOfOlderEpochsAreStale() {
    long old = ReservationId.of(ReservationId.base(0, 1), 1, 0);
    long own = ReservationId.of(ReservationId.base(0, 2), 1, 0);
    applyAll(commit(CommitTransaction.firstNumber(1), claims(0, 0, old)));

    state.apply(Committed.id(), new SchedulerStarted(0, 2));

    assertThat(commit(CommitTransaction.firstNumber(1) + 1, claims(0, 0, 8)).all()).isEmpty();
    assertThat(
            applyAll(commit(CommitTransaction.firstNumber(2), claims(0, 0, own)))
                .sent(TransactionDecided.class))
        .hasSize(1);
    assertThat(service.claimsBefore(0, 2)).containsExactly(old);
  }

  @Test
  void aMovedClaimIsSaidToBe() {
    applyAll(commit(1, claims(0, 0, 1, 2)));
    var repairing = new TransactionBuilder(1, TransactionOptions.STANDARD.repairing());
    repairing.claim(1, 0, repairing.request(Request.of(1, Jobs.UNIT)), 0);

    var answered =
        applyAll(commit(1, repairing)).sent(TransactionDecided.class).getFirst().result();

    assertThat(answered.rejected()).isEmpty();
    assertThat(answered.moved()).singleElement().returns(1, one -> one.machine());
  }

  @Test
  void aMovedClaimWhoseMachineLeftIsRejectedAndNoLongerMoved() {
    applyAll(commit(1, claims(0, 0, 1)));
    var repairing = new TransactionBuilder(1, TransactionOptions.STANDARD.repairing());
    int request = repairing.request(Request.of(1, Jobs.UNIT));
    repairing.claim(1, 0, request, 0);
    repairing.claim(2, 0, request, 0);
    repairing.claim(3, 9, request, 0);
    var decided = commit(1, repairing);
    state.cell().apply(new MachineLeft(1));

    var answered = applyAll(decided).sent(TransactionDecided.class).getFirst().result();

    assertThat(answered.moved()).isEmpty();
    assertThat(answered.rejected()).extracting(Rejection::at).containsExactly(1, 2);
  }

  @Test
  void theOwnerOfAPreemptedClaimIsNotified() {
    var low = new TransactionBuilder(0, TransactionOptions.STANDARD);
    low.claim(5, 0, low.request(new Request(1, 0, Tier.OPPORTUNISTIC, Jobs.size(2, 2))), 0);
    applyAll(commit(1, low));
    var high = new TransactionBuilder(1, TransactionOptions.STANDARD.preempting());
    high.claim(6, 0, high.request(Request.of(2, Jobs.UNIT)), 0);

    var out = applyAll(commit(1, high));

    assertThat(out.sentTo(SchedulerEvent.at(0))).containsExactly(new ClaimsPreempted(List.of(5L)));
  }

  @Test
  void aNodeFreesWhatWasClaimedOnIt() {
    applyAll(commit(1, claims(0, 0, 1, 2)));

    applyAll(freed(0, 0, 1));

    assertThat(state.cell().claimsOf(0)).containsExactly(2L);
  }

  @Test
  void aNodeFreesNothingOnOthers() {
    applyAll(commit(1, claims(0, 0, 1)));

    var out = freed(1, 0, 1);

    assertThat(out.appended()).isEmpty();
    assertThat(state.cell().claims()).isEqualTo(1);
  }

  @Test
  void whatIsFreedWhileTheLogIsBusyGoesTogether() {
    applyAll(commit(1, claims(0, 0, 1, 2)));
    applyAll(commit(2, claims(0, 1, 3)));
    var first = freed(0, 0, 1);
    assertThat(freed(0, 0, 2).all()).isEmpty();
    assertThat(freed(1, 0, 3).all()).isEmpty();

    var second = apply(first.appended().getFirst());

    assertThat(second.appended()).as("both in one entry").hasSize(1);
    applyAll(second);
    assertThat(state.cell().claims()).isZero();
  }

  @Test
  void whoeverTheOwnersAreTheirReleasesMakeOneEntryAndRepeatedOnesNone() {
    applyAll(commit(1, claims(0, 0, 1)));
    applyAll(commit(1, claims(1, 0, 1)));
    applyAll(commit(2, claims(0, 1, 2)));
    var first = freed(0, 0, 1);
    freed(0, 0, 1);
    freed(0, 1, 1);
    freed(1, 0, 2);
    freed(1, 0, 2);

    var second = apply(first.appended().getFirst());

    assertThat(second.appended())
        .containsExactly(new CellChanged(new ClaimsReleased(new int[] {1, 0}, new long[] {1, 2})));
    assertThat(applyAll(second).all()).isEmpty();
    assertThat(state.cell().claims()).isZero();
  }

  @Test
  void pastItsLimitNothingMoreIsGathered() {
    applyAll(commit(1, claims(0, 0, 1, 2, 3)));
    var first = freed(0, 0, 1);
    freed(0, 0, 3);
    for (int other = 1; other < Releases.MAX_GATHERED; other++) {
      freed(0, 0, other + 10);
    }

    freed(0, 0, 2);

    applyAll(applyAll(first));
    assertThat(state.cell().claimsOf(0)).as("its scheduler ends it").containsExactly(2L);
  }

  @Test
  void whatALostLeadershipLeavesInTheLogHoldsUpNoEnds() {
    applyAll(commit(1, claims(0, 0, 1, 2)));
    freed(0, 0, 1);
    changeLeader();

    applyAll(freed(0, 0, 1));

    assertThat(state.cell().claimsOf(0)).containsExactly(2L);
  }

  private void changeLeader() {
    state.cell().forgetPromises();
    start(state);
  }

  @Test
  void aRepeatedTransactionGetsItsFirstAnswerFromAnyLeader() {
    applyAll(commit(1, claims(1, 0, 5)));
    var first = applyAll(commit(1, claims(0, 0, 7, 8))).sent(TransactionDecided.class);
    assertThat(first.getFirst().result().rejected()).as("one of two fits").hasSize(1);
    applyAll(freed(0, 1, 5));
    changeLeader();

    var again = commit(1, claims(0, 0, 7, 8));

    assertThat(again.appended()).isEmpty();
    assertThat(again.sent(TransactionDecided.class)).isEqualTo(first);
    assertThat(includedIn(0)).isEqualTo(1);
  }

  @Test
  void aTransactionThatWasRejectedIsNotAcceptedByTheNextLeader() {
    applyAll(commit(1, claims(1, 0, 5, 6)));
    var first = applyAll(commit(1, claims(0, 0, 7))).sent(TransactionDecided.class);
    applyAll(freed(0, 1, 5));
    changeLeader();

    var late = commit(1, claims(0, 0, 7));

    assertThat(late.all()).as("no claim that nobody knows of").hasSize(1);
    assertThat(late.sent(TransactionDecided.class)).isEqualTo(first);
    assertThat(state.cell().claimsOf(0)).isEmpty();
  }

  @Test
  void aTransactionWhoseEntryIsLostIsDecidedByTheNextLeader() {
    commit(1, claims(0, 0, 7));
    changeLeader();

    var decided = applyAll(commit(1, claims(0, 0, 7))).sent(TransactionDecided.class);

    assertThat(decided.getFirst().result().rejected()).isEmpty();
    assertThat(state.cell().claimsOf(0)).containsExactly(7L);
  }

  @Test
  void aDeltaIsOfAllPartitionsOrOfThoseNamed() {
    start(state(2));
    var scheduler = SchedulerEvent.at(0);

    var all = delta(new GetCellDelta(scheduler, List.of(), List.of(), 0));
    var one = delta(new GetCellDelta(scheduler, List.of(1), List.of(), 0));
    var none = delta(new GetCellDelta(scheduler, List.of(9), List.of(), 0));

    assertThat(all.partitions()).extracting(delta -> delta.partition()).containsExactly(0, 1);
    assertThat(one.partitions()).extracting(delta -> delta.partition()).containsExactly(1);
    assertThat(none.partitions()).isEmpty();
    var negative = delta(new GetCellDelta(scheduler, List.of(-1), List.of(), 0));
    assertThat(negative.partitions()).isEmpty();
  }

  @Test
  void aDeltaIsWhatHasChangedSince() {
    var scheduler = SchedulerEvent.at(0);
    var before =
        delta(new GetCellDelta(scheduler, List.of(), List.of(), 0)).partitions().getFirst();
    applyAll(commit(1, claims(0, 1, 7)));

    var since = new GetCellDelta(scheduler, List.of(), List.of(before.version()), 0);
    var delta = delta(since).partitions().getFirst();

    assertThat(before.whole()).isTrue();
    assertThat(delta.whole()).isFalse();
    assertThat(MachineRows.of(delta.rows()).machine(0)).isEqualTo(1);
  }

  @Test
  void theBusiestSchedulerLearnsWhichOnesAreIdle() {
    lenders(1, 0);
    lenders(2, 3);
    assertThat(lenders(0, 5)).containsExactly(1);
    assertThat(lenders(2, 4)).as("another is busier").isEmpty();
    assertThat(lenders(0, 0)).as("has no use for it").isEmpty();
    assertThat(lenders(2, 4)).containsExactly(0, 1);
  }

  private List<Integer> lenders(int scheduler, int waiting) {
    var wanted = new GetCellDelta(SchedulerEvent.at(scheduler), List.of(), List.of(), waiting);
    return delta(wanted).lenders();
  }

  @Test
  void anInvalidTransactionIsRejectedWithTheFieldAndAnsweredAgainOnRequest() {
    var incomplete =
        new Transaction(
            0,
            TransactionOptions.STANDARD,
            List.of(Request.of(1, Jobs.UNIT)),
            new long[] {7, 8},
            new int[] {0},
            new int[2],
            new int[2],
            new long[0]);
    var message = new CommitTransaction(SchedulerEvent.at(0), 1, incomplete);

    var decided = applyAll(commit(message)).sent(TransactionDecided.class).getFirst();

    assertThat(decided.result().rejected())
        .map(Rejection::toString)
        .containsExactly(
            "claim 7 on machine -1: the transaction is invalid: machines has 1 elements for 2"
                + " claims",
            "claim 8 on machine -1: the transaction is invalid: machines has 1 elements for 2"
                + " claims");
    assertThat(commit(message).sent(TransactionDecided.class)).containsExactly(decided);
    assertThat(applyAll(commit(2, claims(0, 0, 7))).sent(TransactionDecided.class)).hasSize(1);
  }

  @Test
  void aTransactionOfAnotherOwnerIsRejected() {
    var message = new CommitTransaction(SchedulerEvent.at(0), 1, claims(1, 0, 7).build());

    var rejected =
        applyAll(commit(message)).sent(TransactionDecided.class).getFirst().result().rejected();

    assertThat(rejected)
        .map(Rejection::detail)
        .containsExactly("owner is 1, the sender is scheduler-0");
    assertThat(state.cell().claims()).isZero();
  }

  private RecordingEffects commit(CommitTransaction message) {
    var out = new RecordingEffects();
    service.commit(0, message, out);
    return out;
  }

  private long includedIn(int scheduler) {
    var wanted = new GetCellDelta(SchedulerEvent.at(scheduler), List.of(), List.of(), 0);
    return delta(wanted).committed();
  }

  @Test
  void aDeltaIncludesATransactionOnceItIsAppliedAndNotWhileItIsInTheLog() {
    assertThat(includedIn(0)).as("none yet").isZero();
    applyAll(commit(4, claims(0, 0, 7)));
    assertThat(includedIn(0)).isEqualTo(4);

    var inLog = commit(5, claims(0, 1, 8));
    assertThat(includedIn(0)).as("in the log").isEqualTo(4);
    assertThat(includedIn(1)).as("of another scheduler").isZero();

    applyAll(inLog);
    assertThat(includedIn(0)).isEqualTo(5);
  }

  @Test
  void aDeltaIncludesNothingOfAnEpochThatHasDecidedNothing() {
    var inLog = commit(1, claims(0, 0, 7));
    state.apply(Committed.id(), new SchedulerStarted(0, 2));
    long first = CommitTransaction.firstNumber(2);

    assertThat(includedIn(0)).as("not even what is in the log").isZero();
    assertThat(applyAll(inLog).sent(TransactionDecided.class)).as("stale").isEmpty();
    assertThat(includedIn(0)).isLessThan(first);
    applyAll(commit(first, claims(0, 1, 8)));
    assertThat(includedIn(0)).isEqualTo(first);
  }
}
