package dev.muster.core.scheduler;

import dev.muster.model.JobReport;
import dev.muster.model.TaskFailure;
import java.util.ArrayList;
import java.util.List;

/** The tasks of a job that were given up: the first in full, how many the others are. */
final class Failures {

  private final List<TaskFailure> shown = new ArrayList<>();
  private int notShown;

  void add(TaskFailure failure) {
    if (shown.size() < JobReport.MAX_FAILURES) {
      shown.add(failure);
    } else {
      notShown++;
    }
  }

  List<TaskFailure> shown() {
    return shown;
  }

  int notShown() {
    return notShown;
  }
}
