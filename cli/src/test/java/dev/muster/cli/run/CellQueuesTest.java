package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.cli.Patient;
import dev.muster.cli.Typed;
import dev.muster.cli.option.QueuesOption;
import dev.muster.model.queue.QueueTree;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a cell is asked, and the user told, when the file of queues changes in several ways. */
final class CellQueuesTest {

  @TempDir Path directory;

  private final List<QueueTree> asked = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String said() {
    return err.toString(UTF_8);
  }

  @Test
  void onlyOtherQueuesAreNews() throws Exception {
    var file = Files.writeString(directory.resolve("queues.yaml"), "queues: {a: }\n");
    var option = CommandLine.populateCommand(new QueuesOption(), "--queues", file.toString());
    var console = Typed.console(new byte[0], new ByteArrayOutputStream(), err, false);
    CellQueues.Cell cell =
        tree -> {
          asked.add(tree);
          return CompletableFuture.completedFuture(List.of());
        };
    try (var _ = CellQueues.start(console, option, cell)) {
      assertThat(asked).hasSize(1);

      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      await("only touched")
          .atMost(Patient.LIMIT)
          .during(Duration.ofSeconds(2)) // the file is looked at each second
          .until(() -> asked.size() == 1);
      assertThat(said()).isEmpty();

      Files.writeString(file, "queues: {a: , b: }\n");
      await()
          .atMost(Patient.LIMIT)
          .until(() -> said().contains("the cell has the queues of " + file + " now"));
      assertThat(asked).hasSize(2);

      Files.delete(file);
      await()
          .atMost(Patient.LIMIT)
          .until(() -> said().contains("the queues stay as they are: " + file + " is gone"));
      assertThat(asked).hasSize(2);

      Files.writeString(file, "queues: {a: , b: }\n");
      await().atMost(Patient.LIMIT).until(() -> asked.size() == 3);
    }
  }
}
