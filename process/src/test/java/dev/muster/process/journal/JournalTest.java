package dev.muster.process.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.process.linux.Boot;
import dev.muster.process.linux.ProcessId;
import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node reads in its journal is what it wrote there, up to where it was cut off. */
class JournalTest {
  @TempDir private Path state;

  private static Launch launch(long run) {
    var needs = new Resources(500, 1L << 20);
    var stage = StageSpec.of("count", 3, needs, List.of("sh", "-c", "echo ä " + run));
    var work = Work.of(17, JobSpec.of("job", stage), 0, (int) (run % 3), 1);
    return new Launch(run, 2, Demand.of(needs), work);
  }

  private static JournalEntry.RunBegun begun(long run) {
    return new JournalEntry.RunBegun(launch(run), "7-0/" + run, "boot", run);
  }

  private List<RunRecord> reopened() throws IOException {
    try (var journal = FileJournal.open(state)) {
      return journal.records();
    }
  }

  @Test
  void aRunIsRememberedAsFarAsItCameUntilItIsForgotten() throws IOException {
    try (var journal = FileJournal.open(state)) {
      for (long run = 1; run <= 5; run++) {
        journal.begin(launch(run), "group-" + run);
      }
      journal.add(new JournalEntry.RunStarted(2, new ProcessId(40, 400)));
      journal.add(new JournalEntry.RunStarted(3, new ProcessId(41, 401)));
      journal.add(new JournalEntry.EndRequested(3));
      journal.add(new JournalEntry.RunStarted(4, new ProcessId(42, 402)));
      journal.add(new JournalEntry.RunEnded(4, RunResult.failed(3, "ouch")));
      journal.add(new JournalEntry.RunEnded(5, RunResult.SUCCESS));
      journal.add(new JournalEntry.RunForgotten(5));
    }
    var remembered = reopened();
    assertThat(remembered).extracting(RunRecord::launch).containsExactly(launches(1, 2, 3, 4));
    assertThat(remembered).extracting(RunRecord::group).startsWith("group-1", "group-2");
    assertThat(remembered)
        .extracting(record -> record.process().map(ProcessId::pid).orElse(0))
        .containsExactly(0, 40, 41, 42);
    assertThat(remembered)
        .extracting(RunRecord::endRequested)
        .containsExactly(false, false, true, false);
    assertThat(remembered.getLast().end()).contains(RunResult.failed(3, "ouch"));
    assertThat(remembered).allMatch(RunRecord::isOfThisBoot);
    assertThat(reopened()).isEqualTo(remembered);
  }

  @Test
  void aPromotedRunIsRememberedAsOneWithARightToItsRoom() throws IOException {
    var low = launch(1).demand().with(Tier.OPPORTUNISTIC);
    try (var journal = FileJournal.open(state)) {
      for (long run = 1; run <= 2; run++) {
        journal.begin(new Launch(run, 2, low, launch(run).work()), "");
      }
      journal.add(new JournalEntry.RunPromoted(2));
    }
    assertThat(reopened())
        .extracting(record -> record.launch().pace())
        .containsExactly(Pace.LOW, Pace.FULL);
    assertThat(reopened().getLast().launch().demand()).isEqualTo(low.guaranteedBy(""));
  }

  private static Launch[] launches(long... runs) {
    return Arrays.stream(runs).mapToObj(JournalTest::launch).toArray(Launch[]::new);
  }

  /** Better no task than one that waits for ever for a thread that is gone. */
  @Test
  @Timeout(30)
  void whenTheJournalBreaksNothingStartsAndWhoWaitsHearsWhy() throws IOException {
    try (var journal = FileJournal.open(state)) {
      journal.begin(launch(1), "");
      for (long run = 2; run <= 3; run++) {
        var next = launch(run);
        assertThatThrownBy(() -> journal.begin(next, noText()))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("works again when the node is restarted");
      }
    }
    assertThat(reopened()).extracting(RunRecord::launch).containsExactly(launch(1));
  }

  /** Stands for any mistake of ours that no entry can be made of. */
  @SuppressWarnings("NullAway")
  private static String noText() {
    return null;
  }

  @Test
  void eachLifeHasItsNumber() throws IOException {
    for (int epoch = 1; epoch <= 3; epoch++) {
      try (var journal = FileJournal.open(state)) {
        assertThat(journal.epoch()).isEqualTo(epoch);
      }
    }
  }

  @Test
  void onlyOneProcessMayHaveIt() throws IOException {
    try (var _ = FileJournal.open(state)) {
      assertThatThrownBy(() -> FileJournal.open(state))
          .hasMessage(
              "another process runs the node of "
                  + state
                  + ": end it, or give this one its own directory");
    }
    assertThat(reopened()).isEmpty();
  }

  @Test
  void whatAnotherVersionWroteIsSetAside() throws IOException {
    Files.writeString(state.resolve("journal"), "not a journal of ours at all");
    assertThat(reopened()).isEmpty();
    assertThat(state.resolve("journal.unreadable")).hasContent("not a journal of ours at all");
  }

  /** Of all kinds of entries; those of a run that is forgotten are not there any more. */
  private static List<JournalEntry> sample() {
    return List.of(
        begun(1),
        new JournalEntry.RunStarted(1, new ProcessId(40, 400)),
        new JournalEntry.EndRequested(1),
        new JournalEntry.RunPromoted(1),
        new JournalEntry.RunEnded(1, RunResult.failed(3, "ouch")),
        begun(2),
        new JournalEntry.RunForgotten(2));
  }

  @ParameterizedTest
  @ValueSource(strings = "1.1")
  void aJournalOfAnEarlierSchemaIsRead(String release) throws Exception {
    var file =
        Path.of(
            Objects.requireNonNull(JournalTest.class.getResource("/journal-" + release)).toURI());
    assertThat(JournalFile.read(file)).isEqualTo(sample());
  }

  /** Once for each release: {@code -Dsamples=DIRECTORY}. */
  @Test
  @EnabledIfSystemProperty(named = "samples", matches = ".+")
  void writeSample() throws IOException {
    var directory = Path.of(System.getProperty("samples", ""));
    try (var file =
        new JournalFile(directory.resolve("journal-" + SchemaVersion.CURRENT), sample())) {
      file.append(List.of());
    }
  }

  /** An upgrade that is taken back: fields and kinds of entries that only the newer build knows. */
  @Test
  void whatANewerBuildWroteIsReadAsFarAsItIsKnown() throws IOException {
    var newField = new WireWriter().number(1, 3).signed(2, 1).text(99, "why").toBytes();
    var newKind = new WireWriter().number(1, 98).signed(2, 1).toBytes();
    try (var file = new JournalFile(state.resolve("journal"), List.of(begun(1)))) {
      file.append(List.of(newKind, newField));
    }
    assertThat(reopened()).singleElement().matches(RunRecord::endRequested);
  }

  @Test
  void aJournalOfAnotherMajorVersionIsSetAside() throws IOException {
    try (var file = new JournalFile(state.resolve("journal"), List.of(begun(1)))) {
      file.append(List.of());
    }
    var bytes = Files.readAllBytes(state.resolve("journal"));
    bytes[Long.BYTES + 3]++;
    Files.write(state.resolve("journal"), bytes);
    assertThat(reopened()).isEmpty();
    assertThat(state.resolve("journal.unreadable")).hasBinaryContent(bytes);
  }

  @Test
  void whatBeganBeforeTheComputerWasStartedAgainIsKnownToBeOld() throws IOException {
    try (var file = new JournalFile(state.resolve("journal"), List.of(begun(1)))) {
      file.append(List.of(EntryCodec.encode(new JournalEntry.RunStarted(1, new ProcessId(7, 7)))));
    }
    var record = reopened().getFirst();
    assertThat(record.isOfThisBoot()).isFalse();
    assertThat(record.ageNs()).isBetween(0L, Boot.uptimeNs());
  }

  /** A node that runs and forgets for months has a journal of the size of what it runs. */
  @Test
  void theFileStaysSmallHoweverManyRunsThereWere() throws IOException {
    int padding = 100_000;
    var detail = "x".repeat(padding);
    try (var journal = FileJournal.open(state)) {
      journal.begin(launch(0), "");
      for (long run = 1; run <= 200; run++) {
        journal.begin(launch(run), "");
        journal.add(new JournalEntry.RunEnded(run, RunResult.failed(1, detail)));
        journal.add(new JournalEntry.RunForgotten(run));
      }
    }
    assertThat(Files.size(state.resolve("journal")))
        .isLessThan(JournalFile.REWRITE_BYTES + 10L * padding);
    assertThat(reopened()).extracting(RunRecord::launch).containsExactly(launch(0));
  }

  /** Random histories; whatever is cut off at the end, the rest is the truth of some moment. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aCutAtAnyByteLeavesAPrefixOfTheTruth(long seed) throws IOException {
    var random = new Random(seed);
    var path = state.resolve("journal");
    var truths = new ArrayList<List<RunRecord>>();
    var ends = new ArrayList<Long>();
    var records = new RunRecord.RunRecords();
    try (var file = new JournalFile(path, List.of())) {
      truths.add(records.all());
      ends.add(Files.size(path));
      for (int step = 0; step < 25; step++) {
        var entry = entry(random, 1 + random.nextInt(6));
        file.append(List.of(EntryCodec.encode(entry)));
        records.apply(entry);
        truths.add(records.all());
        ends.add(Files.size(path));
      }
    }
    var whole = Files.readAllBytes(path);
    int moment = 0;
    for (int cut = Math.toIntExact(ends.getFirst()); cut <= whole.length; cut++) {
      while (moment + 1 < ends.size() && ends.get(moment + 1) <= cut) {
        moment++;
      }
      Files.write(path, Arrays.copyOf(whole, cut));
      assertThat(read(path)).as("seed %d, cut at %d", seed, cut).isEqualTo(truths.get(moment));
    }
  }

  private static List<RunRecord> read(Path path) throws IOException {
    var records = new RunRecord.RunRecords();
    JournalFile.read(path).forEach(records::apply);
    return records.all();
  }

  private static JournalEntry entry(Random random, long run) {
    return switch (random.nextInt(6)) {
      case 0 -> begun(run);
      case 1 ->
          new JournalEntry.RunStarted(run, new ProcessId(random.nextInt(), random.nextLong()));
      case 2 -> new JournalEntry.EndRequested(run);
      case 3 ->
          new JournalEntry.RunEnded(run, RunResult.failed(random.nextInt(256), "detail\n" + run));
      case 4 -> new JournalEntry.RunPromoted(run);
      default -> new JournalEntry.RunForgotten(run);
    };
  }
}
