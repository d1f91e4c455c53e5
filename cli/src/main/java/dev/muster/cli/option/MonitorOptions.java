package dev.muster.cli.option;

import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.monitor.MonitorConfig.Policing;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.model.file.JobLimits;
import dev.muster.model.text.Quantity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the cell does so that opportunistic tasks neither pile up nor have to give way. */
public final class MonitorOptions {

  private static final String OFF = "off";

  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static final long NO_FORECAST = 0;

  /** How many horizons the history of a forecast has. */
  private static final int HISTORY = 5;

  @Option(
      names = "--shed-above",
      paramLabel = "SIGMAS",
      defaultValue = "${env:MUSTER_SHED_ABOVE:-off}",
      converter = SheddingConverter.class,
      description =
          "Return opportunistic tasks from nodes where these wait longer than on average by so "
              + "many standard deviations, such as 2; `off` for never (default: $MUSTER_SHED_ABOVE or "
              + "off).")
  private double sigmas = NEVER;

  @Option(
      names = "--forecast",
      paramLabel = "DURATION",
      defaultValue = "${env:MUSTER_FORECAST:-off}",
      converter = PolicingConverter.class,
      description =
          "Leave opportunistic tasks what guaranteed ones are not expected to need within so "
              + "long, such as 1m; `off` for all that is idle (default: $MUSTER_FORECAST or off).")
  private long horizonNs = NO_FORECAST;

  public MonitorChoices choices() {
    return new MonitorChoices(sigmas, horizonNs);
  }

  /** What the user chose; the core is not loaded before it is asked for. */
  public record MonitorChoices(double sigmas, long horizonNs) {

    public MonitorConfig config() {
      var policing =
          horizonNs == NO_FORECAST
              ? Policing.OFF
              : new Policing(horizonNs, HISTORY * horizonNs, Policing.STANDARD.deviations());
      return new MonitorConfig(Shedding.above(sigmas), policing);
    }
  }

  public static final class SheddingConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        double sigmas = text.equals(OFF) ? NEVER : Double.parseDouble(text);
        if (sigmas >= 0) {
          return sigmas;
        }
      } catch (NumberFormatException wrong) {
        // as for what is negative
      }
      throw new TypeConversionException("must be a number such as 2, or off, not `" + text + "`");
    }
  }

  public static final class PolicingConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (text.equals(OFF)) {
        return NO_FORECAST;
      }
      long horizonNs = Quantity.parseDurationNs(text).orElse(0);
      if (horizonNs <= 0 || horizonNs > JobLimits.MAX_DURATION_NS / HISTORY) {
        throw new TypeConversionException(
            "must be a duration such as 30s or 1m, or off, not `" + text + "`");
      }
      return horizonNs;
    }
  }
}
