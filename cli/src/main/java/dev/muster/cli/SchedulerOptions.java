package dev.muster.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How many schedulers a cell has. */
final class SchedulerOptions {

  /** Each has a thread of its own. */
  static final int MAX_SCHEDULERS = 64;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      defaultValue = "${env:MUSTER_SCHEDULERS:-1}",
      converter = Count.class,
      description = {
        "How many schedulers share the jobs (default: $MUSTER_SCHEDULERS or 1). With several,",
        "the last has the services that claim their room, and none waits for another."
      })
  private int schedulers = 1;

  int count() {
    return schedulers;
  }

  /** Parses {@code --schedulers}. */
  static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (text.matches("\\d{1,9}")) {
        int count = Integer.parseInt(text);
        if (count >= 1 && count <= MAX_SCHEDULERS) {
          return count;
        }
      }
      throw new TypeConversionException(
          "must be from 1 to " + MAX_SCHEDULERS + ", not `" + text + "`");
    }
  }
}
