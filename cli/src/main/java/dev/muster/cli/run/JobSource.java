package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.option.SourceText;
import dev.muster.model.JobSpec;
import dev.muster.model.file.JobFile;
import dev.muster.model.file.JobLimits;
import dev.muster.model.file.Parsed;
import java.io.InputStream;

/**
 * The text of a job, where it came from, and who submits it.
 *
 * @param user of the operating system; empty where that is not known
 */
record JobSource(SourceText source, String user) {

  /** What Java says where the system has no name for the user. */
  private static final String UNKNOWN = "?";

  static JobSource read(String file, InputStream in) throws BadInputException {
    var user = System.getProperty("user.name", UNKNOWN);
    return new JobSource(
        SourceText.read(file, in, "a job file", JobLimits.MAX_TEXT),
        user.equals(UNKNOWN) ? "" : user);
  }

  /** What problems of the job are reported against. */
  String label() {
    return source.label();
  }

  /** The job of this user, or all problems of its file. */
  Parsed parse() {
    return switch (JobFile.parse(source.text(), source.directory())) {
      case Parsed.Valid(JobSpec job) -> new Parsed.Valid(job.withUser(user));
      case Parsed.Invalid invalid -> invalid;
    };
  }
}
