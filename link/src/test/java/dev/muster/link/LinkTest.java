package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.RunResult;
import dev.muster.wire.SchemaVersion;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A link from the handshake to its end, over real sockets. */
class LinkTest {

  private Pair pair;

  @BeforeEach
  void listen() throws Exception {
    pair = new Pair();
  }

  @AfterEach
  void close() {
    pair.close();
  }

  @Test
  void eventsTravelBothWaysInOrder() throws Exception {
    try (var node = pair.node("a")) {
      int index = node.await().index();
      for (int i = 0; i < 5_000; i++) {
        assertThat(pair.server.send(NodeEvent.at(index), Pair.withdraw(i))).isTrue();
      }
      assertThat(node.send(MasterEvent.at(0), Pair.report(index))).isTrue();
      Pair.until(() -> pair.atNode.size() == 5_000 && pair.atCell.size() == 1);
      assertThat(pair.atCell).containsExactly(Pair.report(index));
      assertThat(pair.atNode).startsWith(Pair.withdraw(0)).endsWith(Pair.withdraw(4_999));
      var out = pair.server.traffic().out();
      assertThat(out.events()).isEqualTo(5_000);
      assertThat(out.envelopes()).as("events share envelopes").isLessThan(5_000);
      assertThat(node.traffic().in()).isEqualTo(out);
    }
  }

  @Test
  void aNodeKeepsItsNumberAndOthersGetTheirOwn() throws Exception {
    int first;
    try (var node = pair.node("a");
        var other = pair.node("b")) {
      first = node.await().index();
      assertThat(other.await().index()).isNotEqualTo(first);
    }
    Pair.until(() -> pair.server.nodes() == 0);
    try (var again = pair.node("a")) {
      assertThat(again.await().index()).isEqualTo(first);
    }
  }

  @Test
  void whatIsSentToNobodyIsDroppedAndCounted() {
    assertThat(pair.server.send(NodeEvent.at(3), Pair.withdraw(1))).isFalse();
    assertThat(pair.server.traffic().dropped()).isEqualTo(1);
  }

  @Test
  void aWrongSecretIsRefusedInWords() {
    refused(Handshake.of("guess", "a", OptionalInt.empty()), "the secret is not that of this cell");
  }

  @Test
  void aSchemaThatIsTooOldIsRefusedInWords() {
    refused(withSchema(new SchemaVersion(0, 9)), "the node has schema 0.9, the cell 1.1");
    refused(withSchema(new SchemaVersion(2, 1)), "the node has schema 2.1, the cell 1.1");
  }

  @Test
  void aNodeOfANewerReleaseIsWelcome() throws Exception {
    var newer = withSchema(new SchemaVersion(1, 99));
    try (var node = new LinkClient(pair.address(), () -> newer)) {
      assertThat(node.await().schema()).isEqualTo(SchemaVersion.CURRENT);
    }
  }

  private static Handshake withSchema(SchemaVersion schema) {
    return new Handshake(Pair.SECRET, schema, "a", OptionalInt.empty(), FileEndpoint.UNKNOWN);
  }

  /** It ended the whole cell once. */
  @Test
  void aNodeThatSendsWhatNoSoundNodeSendsIsCutOff() throws Exception {
    var rejoined = new CopyOnWriteArrayList<HandshakeAccepted>();
    try (var bad = pair.node("bad");
        var good = pair.node("good")) {
      bad.open((to, event, few) -> true, rejoined::add);
      int index = bad.await().index();
      var absurd = new SchedulerEvent.TaskFinished(index, 1, 1, 0, -196, RunResult.SUCCESS);
      bad.send(SchedulerEvent.at(0), absurd);
      Pair.until(() -> rejoined.size() == 1);
      int other = good.await().index();
      good.send(MasterEvent.at(0), Pair.report(other));
      Pair.until(() -> !pair.atCell.isEmpty());
      assertThat(pair.atCell).containsExactly(Pair.report(other));
    }
  }

  @Test
  void aHandshakeWithoutANameIsRejectedInWords() {
    refused(Handshake.of(Pair.SECRET, "", OptionalInt.empty()), "the handshake cannot be read");
  }

  @Test
  void bothSayWhereTheirFilesAre() throws Exception {
    var at = new FileEndpoint("10.0.0.5:4711", "node-home");
    var handshake = Handshake.of(Pair.SECRET, "a", OptionalInt.empty()).from(at);
    try (var node = new LinkClient(pair.address(), () -> handshake)) {
      var accepted = node.await();
      assertThat(accepted.at()).isEqualTo(Pair.CELL_FILES);
      assertThat(pair.server.fileEndpoint(accepted.index())).contains(at);
      assertThat(pair.server.fileEndpoint(accepted.index() + 1)).isEmpty();
    }
  }

  @Test
  void anAddressThatWouldConfuseOthersIsRefused() {
    var at = new FileEndpoint("10.0.0.5:4711 0-9", "node-home");
    refused(
        Handshake.of(Pair.SECRET, "a", OptionalInt.empty()).from(at),
        "the handshake cannot be read");
  }

  private void refused(Handshake handshake, String why) {
    try (var node = new LinkClient(pair.address(), () -> handshake)) {
      assertThatThrownBy(node::await)
          .isInstanceOf(HandshakeRejected.class)
          .hasMessageContaining(why);
      assertThat(pair.server.nodes()).isZero();
    }
  }

  @Test
  void aNodeDialsUntilTheCellIsThereAndAgainWhenItIsBack() throws Exception {
    int port = pair.server.port();
    pair.server.close();
    try (var node = pair.node("a")) {
      pair.server = pair.listen(port);
      var accepted = node.await();
      pair.server.close();
      Pair.until(() -> !node.isConnected());
      assertThat(node.send(MasterEvent.at(0), Pair.report(0))).isFalse();
      pair.server = pair.listen(port);
      Pair.until(node::isConnected);
      Pair.until(() -> node.send(MasterEvent.at(0), Pair.report(accepted.index())));
      Pair.until(() -> !pair.atCell.isEmpty());
    }
  }

  /** A thread of the network that ends at the wrong moment forgets to hang up: many try. */
  @RepeatedTest(20)
  void whoClosesHangsUp() throws Exception {
    try (var node = pair.node("a")) {
      node.await();
      pair.server.close();
      await().atMost(Duration.ofSeconds(10)).until(() -> !node.isConnected());
    }
  }

  @Test
  void nobodySpeaksForAnotherOrIntoAnActorsEar() throws Exception {
    try (var node = pair.node("a")) {
      int index = node.await().index();
      node.send(MasterEvent.at(0), Pair.report(index + 1));
      node.send(SchedulerEvent.at(0), new SchedulerEvent.GetTask(index + 1, 1, 1));
      node.send(MasterEvent.at(0), new MasterEvent.LeadershipGained(2));
      node.send(SchedulerEvent.at(0), new SchedulerEvent.StopJob(1));
      node.send(MasterEvent.at(0), Pair.withdraw(1));
      node.send(MasterEvent.at(0), Pair.report(index));
      Pair.until(() -> !pair.atCell.isEmpty());
      assertThat(pair.atCell).containsExactly(Pair.report(index));
      assertThat(pair.server.traffic().refused()).isEqualTo(5);
    }
  }

  @Test
  void theNewestConnectionOfANodeCounts() throws Exception {
    try (var old = pair.node("a")) {
      int index = old.await().index();
      try (var young =
          new LinkClient(
              pair.address(), () -> Handshake.of(Pair.SECRET, "a", OptionalInt.empty()))) {
        assertThat(young.await().index()).isEqualTo(index);
        assertThat(pair.server.nodes()).isEqualTo(1);
      }
    }
  }
}
