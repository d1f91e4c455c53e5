package dev.muster.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaFileTest {

  private static final String EARLIER =
      """
      syntax = "proto3";
      // what a task needs
      message Need {
        sint64 cpu = 1; // in thousandths
        repeated string names = 2;
        map<string, sint64> named = 4;
        reserved 3;
      }
      message Nothing {}
      message Any {
        oneof kind {
          Need need = 1;
        }
      }
      enum Tier {
        TIER_LOW = 0;
        TIER_HIGH = 1;
      }
      """;

  @Test
  void whatTheSchemaUsesOfTheLanguageIsRead() {
    var file = SchemaFile.parse(EARLIER);
    assertThat(file.problems()).isEmpty();
    assertThat(file.messages().keySet()).containsExactly("Need", "Nothing", "Any");
    assertThat(need(file).fields().values())
        .hasToString(
            "[sint64 cpu = 1;, repeated string names = 2;, map<string, sint64> named = 4;]");
    assertThat(need(file).nextNumber(1)).isEqualTo(5);
    assertThat(file.enums().values()).singleElement().returns(2, tier -> tier.fields().size());
  }

  private static SchemaFile.Definition need(SchemaFile file) {
    return Objects.requireNonNull(file.messages().get("Need"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sint64 cpu = 1; | sint64 cpu = 2;       | line 5: Need: number 2 is used twice
          sint64 cpu = 1; | sint64 cpu = 3;       | line 7: Need: number 3 is reserved
          sint64 cpu = 1; | sint64 cpu = 0;       | line 4: Need: number 0 of `cpu`: they begin with 1
          sint64 cpu = 1; | optional sint64 c = 1; | line 4: cannot read
          message Nothing {} | message Need {}    | line 9: Need is there twice
          message Nothing {} | message Nothing {  | line 10: cannot read `message Any {`
          """)
  void mistakesAreNamedByTheirLine(String line, String instead, String problem) {
    var file = SchemaFile.parse(EARLIER.replace(line, instead));
    assertThat(file.problems()).anyMatch(each -> each.startsWith(problem));
  }

  @Test
  void aSchemaMayGrowAndDropWhatItReserves() {
    var grown =
        EARLIER
            .replace("  sint64 cpu = 1; // in thousandths\n", "  sint64 memory = 5;\n")
            .replace("reserved 3;", "reserved 1, 3;")
            .replace("TIER_HIGH = 1;", "TIER_HIGH = 1;\n  TIER_NEW = 2;")
            .replace("message Nothing {}", "message Nothing {\n  bool at = 1;\n}");
    assertThat(since(grown)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sint64 cpu = 1;     | double cpu = 1; | Need: number 1 was `sint64 cpu = 1;` and is now `double cpu = 1;`
          sint64 cpu = 1;     | sint64 cpu = 6; | Need: number 1 was `sint64 cpu = 1;` and is now `nothing`
          reserved 3;         | reserved 7;     | Need: 3 is no longer reserved
          message Nothing {}  | //              | Nothing is gone
          TIER_HIGH = 1;      | TIER_HIGH = 2;  | Tier: number 1 was
          """)
  void whatEarlierBytesMeantMayNotChange(String line, String instead, String problem) {
    assertThat(since(EARLIER.replace(line, instead))).anyMatch(each -> each.startsWith(problem));
  }

  private static List<String> since(String now) {
    return SchemaFile.parse(now).problemsSince(SchemaFile.parse(EARLIER));
  }
}
