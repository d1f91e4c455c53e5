package dev.muster.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.claim.Ask;
import dev.muster.core.claim.CellEntry.MachineJoined;
import dev.muster.core.claim.Delta;
import dev.muster.core.claim.Judgement;
import dev.muster.core.claim.Judgement.Moved;
import dev.muster.core.claim.MachineRows;
import dev.muster.core.claim.Site;
import dev.muster.core.claim.Terms;
import dev.muster.core.commit.CellRules;
import dev.muster.core.commit.CellState;
import dev.muster.core.event.SchedulerEvent.StateTold;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A copy of the cell while claims of its scheduler are out. */
final class LiveCopyTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final Site HERE = new Site(0, 0, 0);

  private final CellState cell = new CellState(CellRules.standard());
  private final LiveCopy copy = new LiveCopy();

  private void hear() {
    var delta = new Delta();
    cell.since(copy.cell.version(0), 0, delta);
    copy.takeIn(0, new StateTold(0, 1, List.of(), List.of(delta.news())));
  }

  @Test
  void aClaimThatTheCellPutOnAMachineNotHeardOfIsNotCounted() {
    cell.apply(new MachineJoined(0, SLOT, HERE));
    cell.apply(new MachineJoined(3, SLOT, HERE));
    hear();
    var draft = new Draft(0, Terms.STANDARD, Ask.of(1, SLOT));
    copy.begin(draft);
    draft.claim(copy.cell, 0, ReservationTable.NONE);
    var none = new MachineRows().news();

    copy.learn(new Judgement(List.of(), List.of(new Moved(0, 2)), none));

    assertThat(copy.cell.has(2)).isFalse();
    assertThat(copy.cell.openIn(0)).as("the one asked for is free again").isEqualTo(2);
    copy.cell.claim(0, SLOT);
    copy.learn(new Judgement(List.of(), List.of(new Moved(0, 70)), none));
    assertThat(copy.cell.isOpen(0)).isTrue();
    cell.apply(new MachineJoined(2, SLOT, HERE));
    hear();
    assertThat(copy.cell.openIn(0)).isEqualTo(3);
  }
}
