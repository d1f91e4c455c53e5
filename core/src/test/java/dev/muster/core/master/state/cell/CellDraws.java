package dev.muster.core.master.state.cell;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.master.state.cell.CellModel.GPU;
import static dev.muster.core.master.state.cell.CellModel.size;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.List;
import java.util.SortedMap;

/** What happens to the cell of a {@link CellHistory}, drawn at random. */
final class CellDraws {

  /** Few, so that claims are doubled and most releases find something. */
  private static final int IDS = 24;

  private final Chance chance;

  CellDraws(Chance chance) {
    this.chance = chance;
  }

  Resources capacity() {
    long cpuMillis = 1_000L * (1 + chance.nextInt(8));
    return size(cpuMillis, GIB * (1 + chance.nextInt(8)), Math.max(0, chance.nextInt(8) - 4));
  }

  Site site() {
    return new Site(
        chance.nextInt(3),
        chance.nextInt(CellHistory.PARTITIONS),
        chance.nextInt(2),
        chance.nextInt(2));
  }

  OwnerLimits limits() {
    var most = new Resources(1_000L * chance.nextInt(20), GIB * chance.nextInt(20));
    return switch (chance.nextInt(8)) {
      case 0 -> OwnerLimits.NONE.withClaims(chance.nextInt(IDS));
      case 1 -> OwnerLimits.NONE.withResources(most);
      case 2 -> OwnerLimits.NONE.withJobs(chance.nextInt(4));
      case 3 ->
          OwnerLimits.NONE.withResources(OwnerLimits.NONE.resources().with(GPU, chance.nextInt(4)));
      default -> OwnerLimits.NONE;
    };
  }

  /**
   * @param sequences of the machines when all that is decided is applied; some claims are behind
   */
  TransactionBuilder transaction(int[] sequences) {
    var unit = TransactionOptions.Atomicity.values()[chance.nextInt(2)];
    var conflicts = TransactionOptions.ConflictDetection.values()[chance.nextInt(2)];
    var options =
        new TransactionOptions(unit, conflicts, chance.nextInt(8) == 0, chance.nextInt(8) == 0);
    var transaction = new TransactionBuilder(chance.nextInt(CellHistory.OWNERS), options);
    for (int requests = 1 + chance.nextInt(2); requests > 0; requests--) {
      transaction.request(request());
    }
    for (int releases = chance.nextInt(8); releases > 0; releases--) {
      transaction.release(chance.nextInt(IDS));
    }
    int[] seen = sequences.clone();
    for (int claims = chance.nextInt(5); claims > 0; claims--) {
      int machine = chance.nextInt(CellHistory.MACHINES);
      int stale = chance.nextInt(8) == 0 ? 1 : 0;
      int request = chance.nextInt(transaction.requests().size());
      transaction.claim(chance.nextInt(IDS), machine, request, seen[machine]++ - stale);
    }
    return transaction;
  }

  /** A claim that somebody speaks of. */
  record Spoken(int owner, long id, int machine) {}

  /** Mostly one that there is. */
  Spoken claim(SortedMap<CellModel.Key, CellModel.Claim> known) {
    if (known.isEmpty() || chance.nextInt(8) == 0) {
      int machine = chance.nextInt(CellHistory.MACHINES);
      return new Spoken(chance.nextInt(CellHistory.OWNERS), chance.nextInt(IDS), machine);
    }
    var one = List.copyOf(known.entrySet()).get(chance.nextInt(known.size()));
    return new Spoken(one.getKey().owner(), one.getKey().id(), one.getValue().machine());
  }

  private Request request() {
    long gpus = Math.max(0, chance.nextInt(6) - 3);
    var need = size(chance.nextInt(4_000), chance.nextLong(4 * GIB), gpus);
    var tier = Tier.values()[chance.nextInt(2)];
    return new Request(chance.nextInt(5), chance.nextInt(3), tier, need);
  }
}
