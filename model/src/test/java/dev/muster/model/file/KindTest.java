package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Elastic;
import dev.muster.model.Gang;
import dev.muster.model.JobKind;
import dev.muster.model.StageSpec;
import dev.muster.model.WeakestTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services, gangs and jobs that grow. */
class KindTest {

  @Test
  void whatNobodyAskedForIsNotThere() {
    var job = Expect.job("{name: plain, command: run, tasks: 3}");
    assertThat(job.kind()).isEqualTo(JobKind.BATCH);
    assertThat(job.elastic()).isEqualTo(Elastic.NO);
    assertThat(job.stages()).noneMatch(StageSpec::isGang);
    assertThat(job.commits()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: service",
        "elastic: max-parallelism",
        "elastic: global-cap",
        "elastic: relative-size",
        "gang: true"
      })
  void whatNeedsAViewOfTheCellIsSharedUnderAuto(String line) {
    var job = Expect.job("name: wants\ntokens: 3\ntasks: 3\ncommand: run\n" + line);
    assertThat(job.policy()).isEqualTo("auto");
    assertThat(job.commits()).isTrue();
    assertThat(job.policyOfAll()).isEqualTo("shared");
  }

  @Test
  void stagesAreGangsEachForItself() {
    var job =
        Expect.job(
            """
            name: mixed
            policy: partitioned
            tokens: 8
            stages:
              - {name: load, tasks: 100, command: load}
              - {name: solve, tasks: 8, command: solve, after: load, gang: true}
              - {name: mail, tasks: 100, command: mail, after: solve, gang: false}
              - {name: tell, tasks: 2, command: tell, gang: restart}
            """);
    assertThat(job.stages())
        .extracting(StageSpec::gang)
        .containsExactly(Gang.NO, Gang.REPLACE, Gang.NO, Gang.RESTART);
    assertThat(job.policyOfAll()).isEqualTo("partitioned");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: servce | 1:32: kind: must be one of batch, service, not `servce`;"
            + " did you mean `service`?",
        "kind: [] | 1:32: kind: expected one of batch, service, found a list",
        "gang: 1 | 1:32: gang: must be one of false, true, restart, not `1`",
        "gang: yes | 1:32: gang: must be one of false, true, restart, not `yes`",
        "elastic: no | 1:35: elastic: must be one of max-parallelism, global-cap, relative-size,"
            + " not `no`",
        "elastic: global-cap | 1:35: elastic: lets a job exceed its `tokens`; give these as well",
        "kind: service, policy: sampled | 1:32: kind: service needs a view of all racks;"
            + " set `policy` to shared or partitioned, or leave it out, instead of sampled",
        "gang: true, policy: sampled | 1:32: gang: needs resources for all tasks at once;"
            + " set `policy` to shared or partitioned, or leave it out, instead of sampled",
        "elastic: global-cap, tokens: 2, policy: sampled | 1:35: elastic: needs a view of what is"
            + " idle; set `policy` to shared or partitioned, or leave it out, instead of sampled",
        "gang: true, tokens: 2, tasks: 3 | 1:32: gang: of 3 tasks start together;"
            + " `tokens` must be as many, not 2",
        "gang: true, tasks: 100001 | 1:32: gang: has at most 100,000 tasks, not 100,001",
        "gang: true, prefer: [[node-1]] | 1:32: gang: may have to wait for ever for nodes that it"
            + " prefers; give `patience` as well",
        "gang: true, policy: magic | 1:46: policy: unknown policy `magic`;"
            + " available are auto, sampled, estimated, shared, partitioned, central, hybrid",
        "kind: service, policy: central | 1:32: kind: service needs a view of all racks;"
            + " set `policy` to shared or partitioned, or leave it out, instead of central",
        "tier: best | 1:32: tier: must be one of guaranteed, opportunistic, not `best`",
        "tier: opportunistic, gang: true | 1:32: tier: of a gang must be guaranteed:"
            + " its tasks start together, or none does",
        "tier: opportunistic, policy: central | 1:32: tier: opportunistic is not for central,"
            + " whose tasks are guaranteed; set `policy` to hybrid or estimated, or leave it out",
      })
  void whatDoesNotGoTogetherIsSaid(String fields, String problem) {
    Expect.problems("{name: ab, command: run, " + fields + "}", problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"central", "hybrid"})
  void gangsMayHaveContainers(String policy) {
    var job = Expect.job("{name: ab, command: run, gang: true, policy: " + policy + "}");
    assertThat(job.claims(job.stages().getFirst())).isTrue();
    assertThat(job.commits()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "tier: guaranteed, GUARANTEED",
    "'tier: guaranteed, policy: sampled', GUARANTEED",
    "'tier: guaranteed, gang: true', GUARANTEED",
    "tier: opportunistic, OPPORTUNISTIC",
    "'tier: opportunistic, policy: hybrid', OPPORTUNISTIC",
    "'tier: opportunistic, policy: estimated', OPPORTUNISTIC",
    "tasks: 2, ANY"
  })
  void aStageMaySayWhichTierItAccepts(String fields, WeakestTier tier) {
    var job = Expect.job("{name: ab, command: run, " + fields + "}");
    assertThat(job.stages().getFirst().tier()).isEqualTo(tier);
  }

  @Test
  void theProblemStandsWhereTheStageDoes() {
    Expect.problems(
        """
        name: test
        tokens: 4
        stages:
          - {name: a, command: a}
          - name: b
            command: b
            tasks: 5
            gang: true
        """,
        "8:11: stages[1].gang: of 5 tasks start together; `tokens` must be as many, not 4");
  }
}
