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

  /** How many horizons the history of a forecast has. */
  private static final int HISTORY = 5;

  @Option(
      names = "--shed-above",
      paramLabel = "SIGMAS",
      defaultValue = "${env:MUSTER_SHED_ABOVE:-off}",
      converter = SheddingConverter.class,
      description = {
        "Return opportunistic tasks from nodes where these wait longer than on average by so many",
        "standard deviations, such as 2; `off` for never (default: $MUSTER_SHED_ABOVE or off)."
      })
  private Shedding shedding = Shedding.OFF;

  @Option(
      names = "--forecast",
      paramLabel = "DURATION",
      defaultValue = "${env:MUSTER_FORECAST:-off}",
      converter = PolicingConverter.class,
      description = {
        "Leave opportunistic tasks what guaranteed ones are not expected to need within so long,",
        "such as 1m; `off` for all that is idle (default: $MUSTER_FORECAST or off)."
      })
  private Policing policing = Policing.OFF;

  public MonitorConfig config() {
    return new MonitorConfig(shedding, policing);
  }

  public static final class SheddingConverter implements ITypeConverter<Shedding> {
    @Override
    public Shedding convert(String text) {
      try {
        return text.equals(OFF) ? Shedding.OFF : Shedding.above(Double.parseDouble(text));
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException("must be a number such as 2, or off, not `" + text + "`");
      }
    }
  }

  public static final class PolicingConverter implements ITypeConverter<Policing> {
    @Override
    public Policing convert(String text) {
      if (text.equals(OFF)) {
        return Policing.OFF;
      }
      long horizonNs = Quantity.parseDurationNs(text).orElse(0);
      if (horizonNs <= 0 || horizonNs > JobLimits.MAX_DURATION_NS / HISTORY) {
        throw new TypeConversionException(
            "must be a duration such as 30s or 1m, or off, not `" + text + "`");
      }
      return new Policing(horizonNs, HISTORY * horizonNs, Policing.STANDARD.deviations());
    }
  }
}
