package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.StageSpec;
import dev.muster.model.rule.JobRules;
import dev.muster.model.rule.KindRules;
import dev.muster.model.rule.StageGraph;
import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;

/**
 * Reads the fields of a job and, through {@link StageReader}, of its stages.
 *
 * <p>A job of one stage may have the fields of that stage beside its own, without {@code stages}.
 */
final class JobReader {

  private static final List<String> JOB =
      List.of(
          "name", "queue", "priority", "policy", "tokens", "kind", "elastic", "require", "stages");
  private static final List<String> KNOWN = union(JOB, StageReader.KNOWN);

  private final Fields fields;
  private final Problems problems;

  JobReader(Yaml.Mapping job, Problems problems) {
    this.fields = new Fields(job, "", KNOWN, problems);
    this.problems = problems;
  }

  /** The job is valid only if no problem was found. */
  JobSpec read(String home) {
    var name = name(fields, "a job");
    var queue = fields.text("queue", Names.QUEUE_EXPECTED).orElse(JobSpec.DEFAULT_QUEUE);
    if (!Names.isQueue(queue)) {
      fields.reject("queue", "must be " + Names.QUEUE_EXPECTED + ", not " + Nearest.quote(queue));
    }
    var policy = fields.text("policy", "the name of a policy").orElse(JobSpec.AUTO);
    Policies.problem(policy).ifPresent(problem -> fields.reject("policy", problem));
    int priority = fields.whole("priority", 0, JobRules.MAX_PRIORITY, 0);
    int tokens = fields.whole("tokens", 1, JobRules.MAX_TASKS, JobSpec.NO_CAP);
    var parsed = fields.has("stages") ? stages(name) : onlyStage(name);
    var stages = parsed.stream().map(ParsedStage::spec).toList();
    checkEdges(stages, parsed);
    var job =
        new JobSpec(
            name, queue, policy, tokens, home, stages, kind(), elastic(), false, "", priority);
    checkTotal(job);
    checkKind(job, parsed);
    return job;
  }

  private JobKind kind() {
    return fields.choice("kind", List.of(JobKind.values()), JobKind::text).orElse(JobKind.BATCH);
  }

  private Elastic elastic() {
    var known = List.of(Elastic.MAX_PARALLELISM, Elastic.GLOBAL_CAP, Elastic.RELATIVE_SIZE);
    return fields.choice("elastic", known, Elastic::text).orElse(Elastic.NO);
  }

  private void checkEdges(List<StageSpec> stages, List<ParsedStage> parsed) {
    StageGraph.check(
        stages,
        (stage, edge, message) -> {
          var at = parsed.get(stage);
          problems.add(at.edges().get(edge), at.fields().path("after"), message);
        });
  }

  /** With an unknown policy there is nothing to check against. */
  private void checkKind(JobSpec job, List<ParsedStage> parsed) {
    if (Policies.problem(job.policy()).isPresent()) {
      return;
    }
    for (var problem : KindRules.problems(job)) {
      var at = problem.stage() == KindRules.JOB ? fields : parsed.get(problem.stage()).fields();
      at.reject(problem.field(), problem.message());
    }
  }

  private static String name(Fields fields, String what) {
    if (!fields.has("name")) {
      fields.reject("name", "is missing; " + what + " needs " + Names.EXPECTED);
      return "";
    }
    var name = fields.text("name", Names.EXPECTED).orElse("");
    if (!name.isEmpty() && !Names.isName(name)) {
      fields.reject("name", "must be " + Names.EXPECTED + ", not " + Nearest.quote(name));
    }
    return name;
  }

  private List<ParsedStage> onlyStage(String name) {
    if (StageReader.KNOWN.stream().noneMatch(field -> !JOB.contains(field) && fields.has(field))) {
      fields.reject("stages", "is missing; or give the `command` of an only stage");
      return List.of();
    }
    return List.of(new StageReader(fields, Require.NOTHING, problems).read(name));
  }

  private List<ParsedStage> stages(String jobName) {
    for (var field : StageReader.KNOWN) {
      if (!JOB.contains(field) && fields.has(field)) {
        fields.reject(field, "belongs into one of the `stages`");
      }
    }
    if (!(fields.value("stages").orElseThrow() instanceof Yaml.Sequence list)) {
      var found = fields.value("stages").orElseThrow().found();
      fields.reject("stages", "expected a list of stages, found " + found);
      return List.of();
    }
    int count = list.values().size();
    if (count < 1 || count > JobRules.MAX_STAGES) {
      fields.reject(
          "stages",
          "must hold from 1 to "
              + formatCount(JobRules.MAX_STAGES)
              + " stages, not "
              + formatCount(count));
      return List.of();
    }
    return stages(list, jobName);
  }

  private List<ParsedStage> stages(Yaml.Sequence list, String jobName) {
    var require = new WhereReader(fields, problems).require();
    var taken = new TreeSet<String>();
    List<ParsedStage> parsed = new ArrayList<>();
    for (int i = 0; i < list.values().size(); i++) {
      var path = "stages[" + i + "]";
      if (!(list.values().get(i) instanceof Yaml.Mapping mapping)) {
        var found = list.values().get(i).found();
        problems.add(list.values().get(i), path, "expected the fields of a stage, found " + found);
        continue;
      }
      var stage = new Fields(mapping, path, StageReader.KNOWN, problems);
      var alone = list.values().size() == 1 && !stage.has("name");
      var name = alone ? jobName : name(stage, "each of several stages");
      if (!name.isEmpty() && !taken.add(name)) {
        stage.reject("name", "another stage is called `" + name + "` already");
      }
      parsed.add(new StageReader(stage, require, problems).read(name));
    }
    return parsed;
  }

  private void checkTotal(JobSpec job) {
    if (job.stages().size() > 1 && job.tasks() > JobRules.MAX_TASKS) {
      fields.reject(
          "stages",
          "have "
              + formatCount(job.tasks())
              + " tasks together; a job has at most "
              + formatCount(JobRules.MAX_TASKS));
    }
  }

  private static List<String> union(List<String> first, List<String> second) {
    var all = new LinkedHashSet<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }
}
