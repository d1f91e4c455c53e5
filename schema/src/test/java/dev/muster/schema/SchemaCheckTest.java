package dev.muster.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whoever forgets a number is told which line to write. */
class SchemaCheckTest {

  private static String text = "";

  @BeforeAll
  static void read() throws IOException {
    try (var in = SchemaCheckTest.class.getResourceAsStream("/muster.proto")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
  }

  private static List<String> problems(String line, String instead) {
    assertThat(text).contains(line);
    return GenerateCodecs.problems(
        SchemaFile.parse(text.replace(line, instead)), new RecordGraph());
  }

  @Test
  void theSchemaOfThisBuildHasNoProblems() {
    assertThat(problems("syntax", "syntax")).isEmpty();
  }

  @Test
  void aComponentWithoutANumber() {
    assertThat(
            problems(
                "message NoTask {\n  sint64 reservation = 1;\n  sint64 request = 2;\n}",
                "message NoTask {\n  sint64 reservation = 1;\n  reserved 2;\n}"))
        .containsExactly("message NoTask has no number for `request`; add\n  sint64 request = 3;");
  }

  @Test
  void aComponentOfAnotherType() {
    assertThat(problems("  sint32 attempt = 5;\n", "  sint64 attempt = 5;\n"))
        .singleElement()
        .asString()
        .startsWith(
            "message HeldAttempt: `attempt` is sint64 in the schema and sint32 in the record")
        .endsWith("\n  reserved 5;\n  sint32 attempt = 7;");
  }

  @Test
  void aComponentThatIsGone() {
    assertThat(problems("message CancelJob {\n", "message CancelJob {\n  bool force = 9;\n"))
        .containsExactly(
            "message CancelJob: the record has no component `force`; replace its line by\n"
                + "  reserved 9;");
  }

  @Test
  void aNewMessageAndItsAlternative() {
    assertThat(problems("message DrainNode {\n  bool on = 1;\n}\n", ""))
        .containsExactly(
            "there is no message DrainNode; add\nmessage DrainNode {\n  bool on = 1;\n}");
    assertThat(problems("    DrainNode drainNode = 19;\n", ""))
        .singleElement()
        .asString()
        .startsWith("message Event has no number for `drainNode`; add\n  DrainNode drainNode = ");
  }

  @Test
  void aRecordThatIsGone() {
    assertThat(problems("enum Tier {", "message Lost {}\nenum Tier {"))
        .containsExactly("message Lost: no record has this name");
  }

  @Test
  void aConstantWithoutANumber() {
    assertThat(problems("  TIER_OPPORTUNISTIC = 1;\n", "  reserved 1;\n"))
        .containsExactly("enum Tier {: add\n  TIER_OPPORTUNISTIC = 2;");
  }

  @Test
  void anEnumNeedsAConstantForMissingBytes() {
    assertThat(problems("  TIER_GUARANTEED = 0;\n", "  TIER_GUARANTEED = 2;\n"))
        .containsExactly("enum Tier: one constant must have the number 0, for bytes without it");
  }

  @Test
  void theSchemaOfFilesIsOneToo() throws IOException {
    try (var in = SchemaCheckTest.class.getResourceAsStream("/files.proto")) {
      var files = SchemaFile.parse(new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
      assertThat(files.problems()).isEmpty();
    }
  }
}
