package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.JobSpec;
import dev.muster.model.file.YamlReader.FileKind;
import java.util.List;

/** Parses the text of a job file into a job, or a list of all problems. */
public final class JobFile {

  private static final FileKind KIND = new FileKind("a job file", 20);

  private JobFile() {}

  /**
   * Never throws, whatever the text.
   *
   * @param home the directory that relative names in the file start from
   */
  public static Parsed parse(String text, String home) {
    if (text.length() > JobLimits.MAX_TEXT) {
      return invalid("is longer than " + formatCount(JobLimits.MAX_TEXT) + " characters");
    }
    try {
      var document = YamlReader.read(text, KIND);
      return document.isPresent() ? read(document.get(), home) : empty();
    } catch (UnreadableException e) {
      return new Parsed.Invalid(List.of(e.problem()));
    }
  }

  private static Parsed read(Yaml document, String home) {
    if (document instanceof Yaml.Text scalar && scalar.isNothing()) {
      return empty();
    }
    var problems = new Problems();
    if (!(document instanceof Yaml.Mapping mapping)) {
      problems.add(document, "", "expected the fields of a job, found " + document.found());
      return new Parsed.Invalid(problems.inOrder());
    }
    JobSpec job = new JobReader(mapping, problems).read(home);
    return problems.none() ? new Parsed.Valid(job) : new Parsed.Invalid(problems.inOrder());
  }

  private static Parsed empty() {
    return invalid("is empty; a job needs at least `name` and `command`");
  }

  private static Parsed invalid(String message) {
    return new Parsed.Invalid(List.of(new Problem(1, 1, "", message)));
  }
}
