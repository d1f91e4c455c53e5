package dev.muster.core.master.state.cell;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * How the cell state is kept.
 *
 * @param partitions over which machines are spread that name none
 * @param limits of schedulers, from the start on; others have no limit
 */
public record CellConfig(CellRules rules, int partitions, List<LimitsSet> limits) {

  public CellConfig {
    limits = List.copyOf(limits);
  }

  /** Without limits. */
  public CellConfig(CellRules rules, int partitions) {
    this(rules, partitions, List.of());
  }

  public static CellConfig standard() {
    return new CellConfig(CellRules.standard(), 1);
  }

  public CellConfig withLimits(int scheduler, OwnerLimits most) {
    var all = new ArrayList<>(limits);
    all.add(new LimitsSet(scheduler, most));
    return new CellConfig(rules, partitions, all);
  }
}
