package dev.muster.core.master.state;

import static dev.muster.core.fake.Jobs.size;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.fake.Jobs;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.OutputPlaces.OutputPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A random log, as leaders that follow each other would write it, some of it committed twice or too
 * late.
 */
final class MasterHistory {

  static final int ENDED_KEPT = 3;
  static final CellConfig CONFIG = new CellConfig(CellRules.standard(), 2);

  private static final int SCHEDULERS = 3;
  private static final int MACHINES = 6;
  private static final int EPOCHS = 40;
  private static final int TASKS = 5;

  record Entry(EntryId id, MasterEntry what) {}

  final List<Entry> log = new ArrayList<>();
  final MasterState state = empty();
  private final Chance chance;
  private final int[] epochs = new int[SCHEDULERS];
  private final long[] numbers = new long[SCHEDULERS];
  private final int[] revisions = new int[1_000];
  private long claims;
  private long batches;
  private EntryId last = EntryId.NONE;

  MasterHistory(Chance chance, int length) {
    this.chance = chance;
    for (int scheduler = 0; scheduler < SCHEDULERS; scheduler++) {
      epochs[scheduler] = 1;
      numbers[scheduler] = CommitTransaction.firstNumber(1);
    }
    startLeader();
    while (log.size() < length) {
      step();
    }
  }

  static MasterState empty() {
    return new MasterState(1, ENDED_KEPT, CONFIG);
  }

  private void step() {
    switch (chance.nextInt(15)) {
      case 0 -> startLeader();
      case 1 -> again();
      case 2, 3 -> append(machine());
      case 4, 5 -> append(opened());
      case 6 -> append(new JobAdmitted(job()));
      case 7 -> append(completed());
      case 8 -> append(resize());
      case 9 -> append(new JobClosed(report(job())));
      case 10 -> startScheduler();
      case 11 -> release();
      case 12 -> append(died());
      default -> commit();
    }
  }

  private void append(MasterEntry what) {
    last = new EntryId(last.term(), last.sequence() + 1);
    add(new Entry(last, what));
  }

  private void add(Entry entry) {
    log.add(entry);
    state.apply(entry.id(), entry.what());
  }

  private void startLeader() {
    state.cell().forgetPromises();
    last = new EntryId(last.term() + 1, 0);
    append(new LeaderStarted(chance.nextInt(3)));
  }

  /** An entry is committed once more, or one of a leader that was replaced comes after all. */
  private void again() {
    if (chance.nextBoolean()) {
      add(log.get(chance.nextInt(log.size())));
    } else {
      add(new Entry(new EntryId(last.term() - 1, 1_000 + log.size()), opened()));
    }
  }

  private MachineRegistered machine() {
    var attributes =
        chance.nextBoolean()
            ? Map.of("rack", "r" + chance.nextInt(3), "score", "0." + chance.nextInt(9))
            : Map.of("partition", "p" + chance.nextInt(2), "disk", "d" + chance.nextInt(2));
    var capacity = size(1 + chance.nextInt(4), 4);
    return new MachineRegistered(
        chance.nextInt(MACHINES),
        1 + chance.nextInt(EPOCHS),
        chance.nextBoolean() ? capacity : capacity.with("gpu", 2),
        attributes);
  }

  /** Of some nodes an epoch that is on record, or one of the past. */
  private NodesDied died() {
    int first = chance.nextInt(MACHINES);
    int second = (first + 1) % MACHINES;
    return new NodesDied(
        List.of(first, second), List.of(state.machines().epoch(first), chance.nextInt(EPOCHS / 2)));
  }

  private JobOpened opened() {
    long job = state.jobs().nextJob();
    return new JobOpened(
        job, "k" + job, Jobs.job(TASKS), ClientEvent.at(0), log.size(), chance.nextBoolean());
  }

  private TasksCompleted completed() {
    var tasks = Jobs.tasks(0, chance.nextInt(TASKS));
    var places = List.of(new OutputPlace(tasks.getFirst(), chance.nextInt(MACHINES)));
    var reopened = Jobs.tasks(0, chance.nextInt(TASKS));
    return new TasksCompleted(
        job(),
        ++batches,
        tasks,
        chance.nextBoolean() ? places : List.of(),
        chance.nextBoolean() ? reopened : List.of());
  }

  /** One of the latest, which may have ended. */
  private long job() {
    return Math.max(1, state.jobs().nextJob() - 1 - chance.nextInt(6));
  }

  private MasterEntry resize() {
    long job = job();
    int revision = ++revisions[(int) job];
    int tasks = 1 + chance.nextInt(TASKS);
    return chance.nextBoolean()
        ? new StageResized(job, revision, 0, tasks)
        : new StageResizeRejected(job, revision, "a", tasks, "no");
  }

  private static JobReport report(long job) {
    return new JobReport(
        job, "job", JobState.SUCCEEDED, "x", List.of(), 0, 9, List.of(), 0, List.of());
  }

  private void startScheduler() {
    int scheduler = chance.nextInt(SCHEDULERS);
    append(new SchedulerStarted(scheduler, ++epochs[scheduler]));
    numbers[scheduler] = CommitTransaction.firstNumber(epochs[scheduler]);
  }

  private void commit() {
    int owner = chance.nextInt(SCHEDULERS);
    var transaction = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    int request = transaction.request(Request.of(1 + chance.nextInt(3), size(1, 1)));
    for (int count = chance.nextInt(4); count > 0; count--) {
      transaction.claim(++claims, chance.nextInt(MACHINES + 1), request, 0);
    }
    var decision = state.cell().decide(log.size(), transaction);
    var fresh = decision.fresh().pack();
    var result = new TransactionResult(decision.rejected(), List.of(), fresh);
    append(new CellChanged(++numbers[owner], decision.entry(), result));
  }

  private void release() {
    int owner = chance.nextInt(SCHEDULERS);
    var machines = new IntList();
    var owners = new IntList();
    var ids = new LongList();
    for (long claim : state.cell().claimsOf(owner)) {
      machines.add(chance.nextInt(MACHINES));
      owners.add(owner);
      ids.add(claim);
    }
    append(new CellChanged(state.cell().decideReleases(machines, owners, ids)));
  }

  /** All that leaders answer from the state. */
  static String answers(MasterState state) {
    var text = new StringBuilder();
    for (int scheduler = 0; scheduler < SCHEDULERS; scheduler++) {
      text.append(state.answers().find(scheduler)).append(state.epoch(scheduler)).append('\n');
      text.append(state.cell().claimsOf(scheduler).stream().sorted().toList());
    }
    for (long job = 1; job <= state.jobs().nextJob(); job++) {
      var record = state.jobs().find(job);
      text.append(job).append(state.jobs().hasEnded(job));
      if (record != null) {
        text.append(record.accepted().key()).append(record.isAdmitted()).append(record.spec());
        text.append(record.resize()).append(record.completed().all()).append(record.report());
        text.append(record.completed().batch()).append(state.jobs().find("k" + job) == record);
      }
    }
    text.append(state.jobs().openJobs()).append(' ').append(state.jobs().openTasks());
    text.append(state.machines().version()).append(state.machines().machines());
    return text.append(state.machines().largest()).append(state.last()).toString();
  }
}
