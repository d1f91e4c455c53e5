package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.option.SourceText;
import dev.muster.model.file.Parsed;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

/** Who submits a job is not in its file. */
class JobSourceTest {

  private static final SourceText JOB =
      new SourceText("job.yaml", "{name: a, command: b, priority: 3}", "/jobs");

  @Test
  void theJobIsOfItsUser() {
    assertThat(new JobSource(JOB, "alice").parse())
        .isInstanceOfSatisfying(
            Parsed.Valid.class,
            valid -> {
              assertThat(valid.job().user()).isEqualTo("alice");
              assertThat(valid.job().priority()).isEqualTo(3);
              assertThat(valid.job().home()).isEqualTo("/jobs");
            });
  }

  @Test
  void theUserIsThatOfTheSystem() throws BadInputException {
    var in = new ByteArrayInputStream(JOB.text().getBytes(UTF_8));
    assertThat(JobSource.read(SourceText.STANDARD_INPUT, in).user())
        .isEqualTo(System.getProperty("user.name"));
  }

  @Test
  void noJobFileMayName() {
    var forged = new SourceText("job.yaml", "{name: a, command: b, user: root}", "/jobs");
    assertThat(new JobSource(forged, "alice").parse()).isInstanceOf(Parsed.Invalid.class);
  }
}
