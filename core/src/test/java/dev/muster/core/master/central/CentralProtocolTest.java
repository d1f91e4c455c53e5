package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.BEAT_NS;
import static dev.muster.core.master.central.CentralCell.granted;
import static dev.muster.core.master.central.CentralCell.request;
import static dev.muster.core.master.central.CentralCell.withdrawn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Container;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that are lost, come twice, or overtake each other, and leaders that change. */
final class CentralProtocolTest {

  private final CentralCell cell = new CentralCell().nodes(2, size(1, 1)).job(1, Jobs.job(9));

  private RequestContainers message(long term, long sequence, List<Long> claims) {
    return new RequestContainers(SchedulerEvent.at(0), 1, term, sequence, request(1, UNIT, claims));
  }

  private RecordingEffects send(long sequence, List<Long> claims) {
    return cell.send(message(cell.term(), sequence, claims));
  }

  @Test
  void nothingIsGrantedBeforeTheLogHasIt() {
    cell.hold();
    var asked = cell.want(1, UNIT, 1);
    assertThat(asked.appended()).hasSize(1).first().isInstanceOf(ContainersPlaced.class);
    assertThat(granted(asked)).isEmpty();
    assertThat(asked.sent(ContainersAwaited.class)).hasSize(1);
    assertThat(granted(cell.letGo())).hasSize(1);
  }

  @Test
  void aRequestThatComesAgainChangesNothing() {
    var claims = cell.claims(1);
    assertThat(granted(send(1, claims))).hasSize(1);
    assertThat(send(1, claims).all()).as("the same message").isEmpty();

    var repeated = send(2, claims);
    assertThat(repeated.appended()).isEmpty();
    assertThat(granted(repeated)).as("the grant may be lost").hasSize(1);
  }

  @Test
  void aGrantIsRepeatedUntilALaterRequestNamesItNoMore() {
    var claims = cell.claims(1);
    var container = granted(send(1, claims)).getFirst();
    assertThat(granted(cell.beatAfter(BEAT_NS))).isEmpty();
    assertThat(granted(cell.beatAfter(BEAT_NS))).containsExactly(container);
    assertThat(granted(cell.beatAfter(BEAT_NS))).isEmpty();
    assertThat(granted(cell.beatAfter(BEAT_NS))).containsExactly(container);
    send(2, List.of());
    assertThat(granted(cell.beatAfter(9 * BEAT_NS))).isEmpty();
  }

  @Test
  void aNumberIsNeverGrantedTwice() {
    var claims = cell.claims(1);
    var container = granted(send(1, claims)).getFirst();
    cell.end(container);
    assertThat(cell.state.cell().claims()).isZero();

    var late = send(2, claims);
    assertThat(late.appended()).as("sent before the grant arrived").isEmpty();
    assertThat(withdrawn(late)).isEqualTo(claims);

    send(4, List.of());
    assertThat(send(3, claims).all()).as("overtaken by one that names it no more").isEmpty();
    assertThat(cell.state.cell().claims()).isZero();
  }

  @Test
  void whatIsWithdrawnIsGoneForGood() {
    cell.want(1, UNIT, 2);
    var claims = cell.claims(2);
    long early = cell.nextSequence();
    long late = cell.nextSequence();
    send(early, claims);
    assertThat(withdrawn(cell.withdraw(1, claims.get(0)))).containsExactly(claims.get(0));
    assertThat(send(late, claims).all()).as("overtaken").isEmpty();
    assertThat(withdrawn(cell.withdraw(1, claims.get(0)))).as("the answer may be lost").hasSize(1);
  }

  @Test
  void aWithdrawalBeforeTheFirstRequestCountsToo() {
    var claims = cell.claims(1);
    long sequence = cell.nextSequence();
    assertThat(withdrawn(cell.withdraw(1, claims.getFirst()))).isEqualTo(claims);
    assertThat(send(sequence, claims).all()).isEmpty();
  }

  @Test
  void whatIsGrantedIsReleasedBeforeItsWithdrawalIsAnswered() {
    var claims = cell.claims(1);
    send(1, claims);
    cell.hold();
    var asked = cell.withdraw(1, claims.getFirst());
    assertThat(withdrawn(asked)).isEmpty();
    assertThat(withdrawn(cell.withdraw(1, claims.getFirst()))).as("in the log").isEmpty();
    cell.letGo();
    assertThat(cell.state.cell().claims()).isZero();
    assertThat(withdrawn(cell.withdraw(1, claims.getFirst()))).isEqualTo(claims);
  }

  @Test
  void whatIsWithdrawnWhileTheLogHasItIsReleasedAfterwards() {
    cell.hold();
    var claims = cell.claims(1);
    send(1, claims);
    assertThat(withdrawn(cell.withdraw(1, claims.getFirst()))).isEmpty();
    assertThat(granted(cell.letGo())).isEmpty();
    assertThat(cell.state.cell().claims()).isZero();
    assertThat(withdrawn(cell.withdraw(1, claims.getFirst()))).isEqualTo(claims);
  }

  @Test
  void aContainerThatIsLostWithItsMachineIsWithdrawn() {
    var claims = cell.claims(1);
    var container = granted(send(1, claims)).getFirst();
    cell.die(container.node());
    assertThat(withdrawn(send(2, claims))).isEqualTo(claims);
  }

  @Test
  void aContainerWhoseMachineLeftWhileTheLogHadItIsWithdrawn() {
    cell.hold();
    var claims = cell.claims(2);
    send(1, claims);
    cell.die(0);
    var applied = cell.letGo();
    assertThat(granted(applied)).singleElement().returns(1, Container::node);
    assertThat(withdrawn(applied)).hasSize(1);
    assertThat(cell.state.cell().claims()).isEqualTo(1);
  }

  @Test
  void aNewLeaderAnswersWhatAnOlderOneGranted() {
    var claims = cell.claims(2);
    var containers = granted(send(1, claims));
    cell.changeLeader();
    var again = send(2, claims);
    assertThat(again.appended()).isEmpty();
    assertThat(granted(again)).containsExactlyInAnyOrderElementsOf(containers);
  }

  @Test
  void whatAnOlderLeaderDecidedAndTheLogNeverGotIsDecidedAnew() {
    cell.hold();
    var claims = cell.claims(1);
    send(1, claims);
    cell.changeLeader();
    cell.letGo();
    assertThat(cell.state.cell().claims()).isZero();
    assertThat(granted(send(2, claims))).hasSize(1);
  }

  @Test
  void whatWasSentToAnOlderLeaderOnlyTellsTheTerm() {
    var claims = cell.claims(1);
    cell.changeLeader();
    var old = cell.send(message(RequestContainers.FIRST_TERM, 1, claims));
    assertThat(old.appended()).isEmpty();
    assertThat(old.sent(ContainersAwaited.class))
        .singleElement()
        .returns(cell.term(), ContainersAwaited::term)
        .returns(ContainersAwaited.ANOTHER_TERM, ContainersAwaited::sequence);
    assertThat(granted(send(1, claims))).hasSize(1);
  }

  @Test
  void requestsOfOtherEpochsAreStale() {
    var claims = cell.claims(2);
    cell.want(1, size(2, 2), 1);
    cell.restartScheduler(2);
    assertThat(cell.send(message(cell.term(), 99, claims)).all()).isEmpty();
    cell.join(5, size(2, 2), Collections.emptyMap());
    assertThat(cell.state.cell().claims()).as("of what the older epoch wanted").isZero();

    var newer =
        new RequestContainers(SchedulerEvent.at(0), 2, cell.term(), 1, request(1, UNIT, claims));
    assertThat(granted(cell.send(newer))).hasSize(2);
  }

  @Test
  void aJobThatHasEndedGetsNothing() {
    cell.want(1, size(2, 2), 1);
    cell.close(1);
    cell.join(5, size(2, 2), Collections.emptyMap());
    assertThat(cell.state.cell().claims()).isZero();
    assertThat(cell.want(1, UNIT, 1).all()).isEmpty();
    assertThat(cell.want(7, UNIT, 1).all()).as("of which nobody knows").isEmpty();
  }

  @Test
  void whatNobodyRepeatsIsForgotten() {
    cell.want(1, size(2, 2), 1);
    cell.beatAfter(CentralScheduler.LEASE_BEATS * BEAT_NS);
    assertThat(granted(cell.join(5, size(2, 2), Collections.emptyMap()))).isEmpty();
    assertThat(granted(cell.want(1, size(2, 2), 1))).as("a later request").hasSize(1);
  }

  @Test
  void aRequestReplacesTheOneBefore() {
    var claims = cell.claims(3);
    send(1, claims);
    cell.end(granted(send(2, claims)).getFirst());
    assertThat(cell.state.cell().claims()).isEqualTo(2);
    var fewer = send(3, claims.subList(0, 1));
    assertThat(granted(fewer).size() + withdrawn(fewer).size()).isEqualTo(1);
  }

  @Test
  void whatWasGrantedIsRememberedThoughNobodyRepeatsTheRequest() {
    var claims = cell.claims(3);
    var lost = granted(send(1, claims)).getFirst();
    cell.pass((CentralScheduler.LEASE_BEATS + 2) * BEAT_NS);
    cell.die(lost.node());
    cell.rejoin(lost.node(), UNIT);
    var again = send(2, claims);
    assertThat(granted(again)).extracting(Container::claim).doesNotContain(lost.claim());
    assertThat(withdrawn(again)).containsExactly(lost.claim());
  }
}
