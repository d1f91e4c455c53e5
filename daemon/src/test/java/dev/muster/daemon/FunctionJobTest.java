package dev.muster.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Promises;
import dev.muster.core.event.ClientEvent;
import dev.muster.executor.TaskFunction;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with stages of functions, from submission to result. */
class FunctionJobTest {

  private static final Resources CAPACITY = new Resources(2_000, 1L << 30);
  private static final Resources ONE = new Resources(500, 16L << 20);
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Says how long a word is. */
  public static final class Length implements TaskFunction {
    @Override
    public byte[] call(byte[] argument) {
      return Integer.toString(argument.length).getBytes(UTF_8);
    }
  }

  /** Hears no interrupt. */
  public static final class Deaf implements TaskFunction {
    @Override
    public byte[] call(byte[] argument) {
      while (argument.length < Integer.MAX_VALUE) {
        boolean _ = Thread.interrupted();
        Thread.onSpinWait();
      }
      return argument;
    }
  }

  @TempDir private Path home;

  private static StageSpec function(String name, Class<?> type, String... items) {
    return StageSpec.ofFunction(name, List.of(items), ONE, type.getName(), List.of("./"));
  }

  /** The directory of these classes, whose contents are the files of the stage. */
  private static String classes() {
    var place = FunctionJobTest.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(place.toString())).toString();
  }

  private JobReport run(StageSpec... stages) throws Exception {
    var promises = new Promises(List.of(CAPACITY));
    var options = new EmbeddedCell.EmbeddedOptions(1, CAPACITY, home, OptionalLong.of(1));
    try (var cell = ObservedActor.start(options, promises)) {
      var job = JobSpec.of("functions", stages).withHome(classes());
      var end = cell.submit(job, _ -> {}).await(LIMIT).orElseThrow();
      promises.verifyAllEnded();
      return ((ClientEvent.JobEnded) end).report();
    }
  }

  @Test
  void aCommandFindsWhatFunctionsReturned() throws Exception {
    var sum = "cat $MUSTER_INPUT/length/*/result | tr -d '\\n' > $MUSTER_OUTPUT/all";
    var report =
        run(
            function("length", Length.class, "a", "bb", "cccc"),
            StageSpec.of("sum", 1, ONE, List.of("sh", "-c", sum)).withAfter("length"));
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(home.resolve("jobs/job-" + report.job() + "/outputs/sum/0/all")).hasContent("124");
  }

  @Test
  void aFunctionWithoutAnEndIsEndedAtItsTimeout() throws Exception {
    var report = run(function("deaf", Deaf.class, "x").withTimeout(300_000_000));
    assertThat(report.failures().getFirst().result().outcome()).isEqualTo(Outcome.TIMED_OUT);
  }
}
