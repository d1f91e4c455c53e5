package dev.muster.model.file;

import dev.muster.model.JobSpec;
import java.util.List;

/** The result of parsing a job file. */
public sealed interface Parsed {

  record Valid(JobSpec job) implements Parsed {}

  /** All problems at once, in the order of the lines; never empty. */
  record Invalid(List<Problem> problems) implements Parsed {
    public Invalid {
      problems = List.copyOf(problems);
    }
  }
}
