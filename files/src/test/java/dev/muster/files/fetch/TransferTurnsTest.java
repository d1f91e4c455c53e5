package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.files.fetch.TransferTurns.Urgency;
import dev.muster.model.Tier;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Whose transfer is next. */
class TransferTurnsTest {
  private final TransferTurns turns = new TransferTurns(1);
  private final List<String> order = new CopyOnWriteArrayList<>();

  private Thread wants(String name, Urgency urgency) {
    var thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    turns.take(urgency);
                    order.add(name);
                  } catch (InterruptedException notAnyMore) {
                    order.add(name + " left");
                  }
                });
    await().until(() -> thread.getState() != Thread.State.RUNNABLE);
    return thread;
  }

  private void next(String... expected) {
    turns.giveBack();
    await().untilAsserted(() -> assertThat(order).containsExactly(expected));
  }

  @Test
  void thoseForGuaranteedTasksGoFirst() {
    wants("first", new Urgency(Tier.OPPORTUNISTIC));
    await().untilAsserted(() -> assertThat(order).containsExactly("first"));
    wants("yielding", new Urgency(Tier.OPPORTUNISTIC));
    wants("a", new Urgency(Tier.GUARANTEED));
    wants("b", new Urgency(Tier.GUARANTEED));
    next("first", "a");
    next("first", "a", "b");
    next("first", "a", "b", "yielding");
    turns.giveBack();
    wants("last", new Urgency(Tier.OPPORTUNISTIC));
    await().untilAsserted(() -> assertThat(order).endsWith("last"));
  }

  @Test
  void whatAGuaranteedTaskWantsTooIsHurried() throws InterruptedException {
    turns.take(new Urgency(Tier.GUARANTEED));
    var shared = new Urgency(Tier.OPPORTUNISTIC);
    wants("other", new Urgency(Tier.OPPORTUNISTIC));
    wants("shared", shared);
    turns.hurry(shared, Tier.OPPORTUNISTIC);
    assertThat(turns.yields(shared)).isTrue();
    turns.hurry(shared, Tier.GUARANTEED);
    assertThat(turns.yields(shared)).isFalse();
    next("shared");
    next("shared", "other");
  }

  @Test
  void whoStopsWaitingHoldsNobodyUp() throws InterruptedException {
    turns.take(new Urgency(Tier.GUARANTEED));
    var urgent = wants("urgent", new Urgency(Tier.GUARANTEED));
    wants("yielding", new Urgency(Tier.OPPORTUNISTIC));
    urgent.interrupt();
    await().untilAsserted(() -> assertThat(order).containsExactly("urgent left"));
    next("urgent left", "yielding");
  }
}
