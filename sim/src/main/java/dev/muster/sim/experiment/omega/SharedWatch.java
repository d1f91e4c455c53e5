package dev.muster.sim.experiment.omega;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells from messages what came of the attempts of production schedulers. */
final class SharedWatch implements Observer {

  /** What one scheduler is at: it thinks about one job at a time. */
  private static final class Desk {
    private @Nullable TrackedJob job;
    private long thoughtNs;
    private long number;
    private int claims;
  }

  private final Ledger ledger;
  private final List<Desk> desks = new ArrayList<>();

  SharedWatch(Ledger ledger, int schedulers) {
    this.ledger = ledger;
    for (int index = 0; index < schedulers; index++) {
      desks.add(new Desk());
    }
  }

  /** A scheduler begins to think. */
  void thinks(TrackedJob job, long thoughtNs) {
    var desk = desks.get(job.line);
    desk.job = job;
    desk.thoughtNs = thoughtNs;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case CommitTransaction commit -> committed(desks.get(commit.scheduler().index()), commit);
      case TransactionDecided judged -> judged(desks.get(to.index()), judged);
      default -> {} // says nothing of attempts
    }
  }

  private static void committed(Desk desk, CommitTransaction commit) {
    desk.number = commit.number();
    desk.claims = commit.proposal().ids().length;
  }

  /** Each answer counts once. */
  private void judged(Desk desk, TransactionDecided judged) {
    if (desk.job != null && judged.number() == desk.number && desk.claims > 0) {
      int refused = judged.judgement().rejected().size();
      ledger.decided(desk.job, desk.thoughtNs, desk.claims - refused, refused > 0);
      desk.claims = 0;
    }
  }
}
