package dev.muster.cli.run;

import dev.muster.cli.explain.ExplanationView;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.file.Problem;
import dev.muster.process.directory.JobDirectory;
import java.util.List;

/** Says how a run ended, for people or for programs; each answer is the exit code. */
sealed interface RunView permits TextView, JsonView {

  int unreadable(String why);

  int invalid(String label, List<Problem> problems);

  int refused(String why);

  /**
   * @param lostMessages those that the cell lost at full inboxes, and repeated
   * @param explained what was explained while the job ran
   */
  int ended(
      JobSpec job,
      JobReport report,
      JobDirectory directory,
      long lostMessages,
      List<ExplanationView> explained);
}
