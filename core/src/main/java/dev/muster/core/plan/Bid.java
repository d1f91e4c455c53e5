package dev.muster.core.plan;

import dev.muster.core.claim.Ask;
import dev.muster.core.claim.Delta;
import dev.muster.core.claim.Judgement;
import dev.muster.core.claim.MachineRows;
import dev.muster.core.claim.Proposal;
import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.commit.CellCopy;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.StateTold;
import dev.muster.core.flat.IntList;
import dev.muster.core.flat.LongList;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Effects;
import dev.muster.core.place.IdleRoom;
import dev.muster.core.place.PartitionFit;
import dev.muster.core.place.PartitionFit.Way;
import dev.muster.core.place.PartitionFit.Wishes;
import dev.muster.core.place.RandomFit;
import dev.muster.core.place.SpreadFit;
import dev.muster.core.place.View;
import dev.muster.model.Admission;
import dev.muster.model.JobKind;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * One transaction at a time: places tasks on the scheduler's copy of the cell, and sends those to
 * nodes whose claims were accepted.
 *
 * <p>A claim has the number of its reservation. Until it is judged the reservation is
 * <i>proposed</i>: its node knows nothing of it.
 */
final class Bid {

  /** Less patience than this is none: nobody would look again so soon. */
  private static final long MOMENT_NS = 1_000_000;

  private final Address<SchedulerEvent> self;
  private final CommitConfig config;
  private final Reservations reservations;
  private final ReservationTable table;
  private final RandomFit fit;
  private final PartitionFit partitionFit;
  private final SpreadFit spreadFit;
  private final CellCopy copy = new CellCopy();
  private Transaction draft;
  private Resources need = Resources.NONE;
  private int wanted;

  /** The partitions in which the copy has what became of the claims: the answer says no more. */
  private final BitSet settled = new BitSet();

  /** The tasks that claims were made for; of claims past the end, and of none, any will do. */
  private final IntList taken = new IntList();

  /** How old the news were that each claim is based on. */
  private final LongList ages = new LongList();

  Bid(Address<SchedulerEvent> self, CommitConfig config, Reservations reservations, Chance chance) {
    this.self = self;
    this.config = config;
    this.reservations = reservations;
    this.table = reservations.table;
    this.fit = RandomFit.even(chance);
    this.partitionFit = new PartitionFit(chance);
    this.spreadFit = new SpreadFit(chance);
    this.draft = new Transaction(self.index(), config.terms());
  }

  /** What it has of each partition, to ask for what is new. */
  List<Long> versions() {
    return IntStream.range(0, copy.partitions()).mapToObj(copy::version).toList();
  }

  /** What it has of some partitions. */
  List<Long> versions(List<Integer> partitions) {
    return partitions.stream().map(copy::version).toList();
  }

  int partitions() {
    return copy.partitions();
  }

  /** Whether, by what it knows, no machine has anything free. */
  boolean isFull() {
    return copy.open() == 0;
  }

  /**
   * News while claims are out. Claims that they do not know of stay on top; if they know what
   * became of them, the copy has that from now on, in the partitions that they are about.
   */
  void takeInMeanwhile(long nowNs, StateTold told, boolean known) {
    var about = new BitSet();
    told.partitions().forEach(news -> about.set(news.partition()));
    eachOnTop(about, machine -> copy.takeBack(machine, need));
    takeIn(nowNs, told);
    if (known) {
      settled.or(about);
    } else {
      eachOnTop(about, machine -> copy.claim(machine, need));
    }
  }

  private void eachOnTop(BitSet about, IntConsumer machines) {
    eachClaim(
        machine -> {
          if (about.get(copy.partition(machine)) && isOnTop(machine)) {
            machines.accept(machine);
          }
        });
  }

  private boolean isOnTop(int machine) {
    return !settled.get(copy.partition(machine));
  }

  private void eachClaim(IntConsumer machines) {
    for (int at = 0; at < draft.claims(); at++) {
      machines.accept(draft.machine(at));
    }
  }

  /** News that are older than what it has, or meant for an older life, are no news. */
  void takeIn(long nowNs, StateTold told) {
    copy.expect(told.all());
    for (var news : told.partitions()) {
      long has = copy.version(news.partition());
      boolean follows = news.whole() || has != CellCopy.NEVER;
      if (follows && news.version() >= has) {
        copy.apply(Delta.of(news), nowNs);
      }
    }
  }

  /** Finds machines for what the stage wants; for how many tasks is {@link #size}. */
  void make(long nowNs, Turn turn, Way way) {
    var stage = turn.stage();
    draft = new Transaction(self.index(), terms(nowNs, turn));
    settled.clear();
    taken.clear();
    ages.clear();
    need = stage.spec.resources();
    grow(turn);
    wanted = Math.min(turn.job().wanted(stage), limit(stage));
    place(nowNs, turn, way, Math.min(wanted, table.room()));
    if (isWhole(stage) && draft.claims() < wanted) {
      withdraw(turn);
    }
    for (int at = 0; at < draft.claims(); at++) {
      propose(nowNs, turn, at);
    }
    turn.job().grow(0);
  }

  private void grow(Turn turn) {
    if (turn.job().mayGrow(turn.stage())) {
      var idle = IdleRoom.of(copy, turn.stage().part(reservations.view()), need);
      turn.job().grow(Growth.beyond(turn.job(), turn.stage(), idle));
    }
  }

  /** The cell knows what kinds of machine are alike, but not which nodes a stage insists on. */
  private Terms terms(long nowNs, Turn turn) {
    var stage = turn.stage();
    boolean anywhere = stage.spec.where().require().isNothing() && !insists(nowNs, stage);
    var terms = stage.spec.gang() ? config.terms().whole() : config.terms();
    return anywhere && !isSpread(turn) ? terms : terms.inPlace();
  }

  private void place(long nowNs, Turn turn, Way way, int tasks) {
    var stage = turn.stage();
    int ask = draft.ask(Ask.of(turn.job().job(), need));
    if (stage.spec.where().hasPreferences()) {
      placePicky(nowNs, turn, way, ask, tasks);
    } else if (isPartitioned(turn) && stage.spec.where().isAnywhere()) {
      partitionFit.fill(nowNs, way, copy, draft, ask, tasks, Wishes.NONE);
    } else {
      placeElsewhere(nowNs, turn, ask, tasks);
    }
  }

  /** Services care for racks and not for partitions. */
  private static boolean isPartitioned(Turn turn) {
    return turn.job().isPartitioned() && !isSpread(turn);
  }

  private void placePicky(long nowNs, Turn turn, Way way, int ask, int tasks) {
    var stage = turn.stage();
    var likings = new Likings(copy, draft, ask, turn, stage.part(reservations.view()), taken);
    boolean insists = insists(nowNs, stage);
    if (!insists && isPartitioned(turn) && stage.spec.where().require().isNothing()) {
      partitionFit.fill(nowNs, way, copy, draft, ask, tasks, likings);
    } else {
      int left =
          tasks - (insists ? likings.search(tasks) : likings.fulfil(PartitionFit.EVERY, tasks));
      placeElsewhere(nowNs, turn, ask, insists ? Math.min(left, likings.easyLeft()) : left);
    }
  }

  private void placeElsewhere(long nowNs, Turn turn, int ask, int tasks) {
    var stage = turn.stage();
    if (isSpread(turn)) {
      spread(nowNs, stage, stage.part(reservations.view()), ask, tasks);
    } else if (stage.spec.where().require().isNothing()) {
      fit.fill(copy, draft, ask, 0, tasks);
    } else {
      fit.fillAmong(stage.part(reservations.view()), copy, draft, ask, tasks);
    }
  }

  private static boolean isSpread(Turn turn) {
    return turn.job().spec().kind() == JobKind.SERVICE;
  }

  /** Over racks and machines, together with those of its tasks that have their room. */
  private void spread(long nowNs, StagePlan stage, View part, int ask, int tasks) {
    var held = new IntList();
    eachClaim(held::add);
    for (int slot = stage.bound.first; slot != ReservationTable.NONE; slot = table.next(slot)) {
      held.add(table.node(slot));
    }
    var silence = reservations.silence;
    spreadFit.fill(part, node -> silence.isSilent(nowNs, node), held, copy, draft, ask, tasks);
  }

  private boolean isWhole(StagePlan stage) {
    return config.wholeStages() || stage.spec.gang();
  }

  /** Whether its tasks still wait for the nodes that they prefer. */
  private static boolean insists(long nowNs, StagePlan stage) {
    var where = stage.spec.where();
    long waitedNs = nowNs - stage.inLineSinceNs;
    boolean patient = where.patienceNs() >= MOMENT_NS && waitedNs < where.patienceNs();
    return where.hasPreferences() && (where.isFirm() || patient);
  }

  private void withdraw(Turn turn) {
    eachClaim(machine -> copy.takeBack(machine, need));
    for (int at = 0; at < taken.size(); at++) {
      if (taken.at(at) != ReservationTable.NONE) {
        turn.job().untake(turn.stage(), taken.at(at));
      }
    }
    draft.clear();
  }

  private void propose(long nowNs, Turn turn, int at) {
    int machine = draft.machine(at);
    int slot = table.add(turn.job(), turn.stage(), machine, nowNs);
    table.bind(slot, task(turn, at), nowNs);
    table.propose(slot);
    draft.renumber(at, table.id(slot));
    int partition = copy.partition(machine);
    ages.add(copy.version(partition) == CellCopy.NEVER ? 0 : copy.ageNs(partition, nowNs));
  }

  private int task(Turn turn, int at) {
    int task = at < taken.size() ? taken.at(at) : ReservationTable.NONE;
    return task == ReservationTable.NONE
        ? turn.job().take(turn.stage(), draft.machine(at), ReservationTable.NONE)
        : task;
  }

  /** How many claims it has. */
  int size() {
    return draft.claims();
  }

  /** How many claims it would have had, had there been room for all. */
  int wanted() {
    return wanted;
  }

  /** How many tasks of a stage are placed at once. */
  private int limit(StagePlan stage) {
    return isWhole(stage) ? Transaction.MAX_CLAIMS : config.batch();
  }

  Proposal proposal() {
    return draft.proposal();
  }

  /** The cell has judged: those accepted start, the others wait again. */
  void settle(long nowNs, Judgement judgement, Effects out) {
    int[] machineOf = new int[draft.claims()];
    Arrays.setAll(machineOf, draft::machine);
    judgement.moved().forEach(one -> machineOf[one.at()] = one.machine());
    judgement.refused().forEach(one -> machineOf[one.at()] = ReservationTable.NONE);
    learn(judgement);
    for (int at = 0; at < machineOf.length; at++) {
      if (machineOf[at] == ReservationTable.NONE) {
        refuse(at);
      } else {
        accept(nowNs, at, machineOf[at], out);
      }
    }
  }

  /**
   * What is wrongly thought free will be refused and so be known; the other way round it may not.
   */
  private void learn(Judgement judgement) {
    for (var moved : judgement.moved()) {
      if (isOnTop(draft.machine(moved.at()))) {
        copy.takeBack(draft.machine(moved.at()), need);
        claimIfKnown(moved.machine());
      }
    }
    for (var refused : judgement.refused()) {
      if (isOnTop(draft.machine(refused.at()))) {
        copy.takeBack(draft.machine(refused.at()), need);
      }
    }
    if (settled.isEmpty()) {
      copy.learn(MachineRows.of(judgement.fresh()));
    }
  }

  /** The cell may have put it on a machine that the copy has not heard of yet. */
  private void claimIfKnown(int machine) {
    if (copy.has(machine)) {
      copy.claim(machine, need);
    }
  }

  private void refuse(int at) {
    int slot = table.find(draft.id(at));
    if (slot != ReservationTable.NONE) {
      table.plan(slot).placed.refused(1);
      table.job(slot).untake(table.plan(slot), table.task(slot));
      table.remove(slot);
    }
  }

  /** Where nobody wants the task any more, the claim ends with the next release. */
  private void accept(long nowNs, int at, int machine, Effects out) {
    long claim = draft.id(at);
    int slot = table.find(claim);
    if (slot == ReservationTable.NONE) {
      table.unclaimed.add(claim);
      return;
    }
    table.hold(slot, machine, nowNs);
    var stage = table.plan(slot);
    var wished = stage.spec.where().preferredBy(table.task(slot));
    stage.placed.add(wished.contains(machine), ages.at(at));
    var work = table.job(slot).work(stage, table.task(slot));
    var demand = stage.demand.with(Admission.RESERVED);
    out.send(NodeEvent.at(machine), new NodeEvent.Place(self, claim, demand, work));
  }
}
