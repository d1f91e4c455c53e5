package dev.muster.sim.experiment;

import static dev.muster.sim.experiment.Finding.ClaimVerdict.NOT_REPRODUCED;
import static dev.muster.sim.experiment.Finding.ClaimVerdict.REPORTED;
import static dev.muster.sim.experiment.Finding.ClaimVerdict.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.Finding.ClaimVerdict;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperValueTest {

  private static PaperValue value(double paper, String rule) {
    return PaperValue.of("X1 | %s times | what | %s".formatted(paper, rule));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1;   at most 5;                   5;     REPRODUCED",
        "1;   at most 5;                   5.001; NOT_REPRODUCED",
        "1;   at most 3%;                  3.01;  NOT_REPRODUCED",
        "1;   at most 1.1: nobody waits;   1.2;   NOT_REPRODUCED",
        "1;   at least 2.5;                2.5;   REPRODUCED",
        "1;   at least 2.5;                2.49;  NOT_REPRODUCED",
        "1;   at least 1000, when full;    999;   NOT_REPRODUCED",
        "1;   below 1 wherever it matters; 0.99;  REPRODUCED",
        "1;   below 1;                     1;     NOT_REPRODUCED",
        "1;   above 1;                     1.01;  REPRODUCED",
        "1;   above 1;                     1;     NOT_REPRODUCED",
        "1;   from 1.5 to 4;               4;     REPRODUCED",
        "1;   from 1.5 to 4;               4.1;   NOT_REPRODUCED",
        "100; within 15%;                  86;    REPRODUCED",
        "100; within 15%;                  84;    NOT_REPRODUCED",
        "48;  within 8 points;             56;    REPRODUCED",
        "48;  within 8 points;             39.9;  NOT_REPRODUCED",
        "1;   reported;                    7;     REPORTED",
      })
  void theWordsOfTheRuleDecide(double paper, String rule, double measured, ClaimVerdict verdict) {
    assertThat(value(paper, rule).verdict(measured)).isEqualTo(verdict);
  }

  @Test
  void aShapeDecidesWhereItIsGiven() {
    assertThat(value(1, "it grows").holding(true).verdict(0)).isEqualTo(REPRODUCED);
    assertThat(value(1, "above 1, and it grows").holding(false).verdict(2))
        .isEqualTo(NOT_REPRODUCED);
    assertThatThrownBy(() -> value(1, "it grows").verdict(2))
        .as("nobody said whether")
        .hasMessageContaining("it grows");
  }

  @Test
  void aLineIsReadIntoItsParts() {
    var value = PaperValue.of("S2 | 4 % | over %s, d=%d | at most 5").about("omniscient", 2);

    assertThat(value.id()).isEqualTo("S2");
    assertThat(value.paper()).isEqualTo(4);
    assertThat(value.unit()).isEqualTo("%");
    assertThat(value.what()).isEqualTo("over omniscient, d=2");
    assertThat(value.rule()).isEqualTo("at most 5");
    assertThat(PaperValue.of("O4 | 1 conflicts per success | a | below 1").unit())
        .isEqualTo("conflicts per success");
  }

  @Test
  void aValueIsJudgedBeforeItIsRounded() {
    var findings = new Findings(Map.of(), _ -> {});
    findings.judge(value(1, "at most 1"), 1.004);
    var finding = findings.report("any", 1).claims().getFirst();

    assertThat(finding.measured()).isEqualTo(1);
    assertThat(finding.isReproduced()).isFalse();
    assertThat(finding.note()).isEqualTo("what; reproduced if at most 1");
  }

  @Test
  void whatIsDoubtedIsNotHeldReproduced() {
    var findings = new Findings(Map.of(), _ -> {});
    findings.judge(value(1, "at most 1"), 0.5, "not judged: too short");
    findings.judge(value(1, "reported"), 0.5, "not judged: too short");
    var claims = findings.report("any", 1).claims();

    assertThat(claims).extracting(Finding::verdict).containsExactly(NOT_REPRODUCED, REPORTED);
    assertThat(claims.getFirst().note())
        .isEqualTo("what; reproduced if at most 1; not judged: too short");
  }
}
