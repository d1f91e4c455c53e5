package dev.muster.cli.sim;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import dev.muster.cli.console.BadInputException;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Spread;
import dev.muster.sim.experiment.ExperimentReport.Value;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * Draws the figure of an experiment: a panel for each unit, one below the other, with a line for
 * each series and bars from the 5th to the 95th percentile.
 */
final class Plot {

  private static final int WIDTH = 900;

  /** Of a panel, without its legend. */
  private static final int HEIGHT = 420;

  /** What a line takes of its panel's legend, as so many stand beside each other. */
  private static final int LEGEND_HEIGHT = 20;

  private static final int LEGEND_COLUMNS = 3;

  private final ExperimentReport report;
  private final String horizontal;

  /**
   * @param horizontal what the horizontal axis shows
   */
  Plot(ExperimentReport report, String horizontal) {
    this.report = report;
    this.horizontal = horizontal;
  }

  void write(Path file) throws BadInputException {
    if (report.series().isEmpty()) {
      throw new BadInputException("--plot: there is nothing to draw: no line has a point");
    }
    System.setProperty("java.awt.headless", "true");
    TextUtils.setUseDrawRotatedStringWorkaround(false); // labels as text, not as outlines
    var page = new VectorGraphics2D();
    int height = draw(page);
    var document = new SVGProcessor().getDocument(page.getCommands(), new PageSize(WIDTH, height));
    try (var out = Files.newOutputStream(file)) {
      document.writeTo(out);
    } catch (IOException e) {
      throw new BadInputException("can't write the plot to %s: %s".formatted(file, e));
    }
  }

  /** How high all panels are together. */
  private int draw(VectorGraphics2D page) {
    int y = 0;
    for (var unit : report.series().stream().map(Series::unit).distinct().toList()) {
      var drawn = report.series().stream().filter(series -> series.unit().equals(unit)).toList();
      int height = HEIGHT + LEGEND_HEIGHT * Math.ceilDiv(drawn.size(), LEGEND_COLUMNS);
      panel(y == 0 ? report.experiment() : "", unit, drawn)
          .draw(page, new Rectangle2D.Double(0, y, WIDTH, height));
      y += height;
    }
    return y;
  }

  private JFreeChart panel(String title, String unit, List<Series> drawn) {
    var lines = new YIntervalSeriesCollection();
    drawn.forEach(series -> lines.addSeries(line(series)));
    var renderer = new XYErrorRenderer();
    renderer.setDrawXError(false);
    renderer.setDefaultLinesVisible(report.table().isEmpty()); // rows of a table are no scale
    var plot = new XYPlot(lines, horizontalAxis(drawn), verticalAxis(unit), renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    var chart = new JFreeChart(title, plot);
    chart.setBackgroundPaint(Color.WHITE);
    return chart;
  }

  /** Contenders may be many times apart. */
  private NumberAxis verticalAxis(String unit) {
    return report.table().isEmpty() ? new NumberAxis(unit) : new LogarithmicAxis(unit);
  }

  /** Rows by name; things that are counted or numbered have no fractions. */
  private NumberAxis horizontalAxis(List<Series> drawn) {
    if (!report.table().isEmpty()) {
      var rows = report.table().stream().map(ContenderLine::row).distinct();
      return new SymbolAxis(horizontal, rows.toArray(String[]::new));
    }
    var axis = new NumberAxis(horizontal);
    var points = drawn.stream().flatMap(series -> series.points().stream());
    if (points.allMatch(point -> point.x() == Math.rint(point.x()))) {
      axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    }
    return axis;
  }

  private static YIntervalSeries line(Series series) {
    var line = new YIntervalSeries(series.name());
    for (var point : series.points()) {
      switch (point) {
        case Value(double x, double value) -> line.add(x, value, value, value);
        case Spread(double x, double median, double p5, double p95) -> line.add(x, median, p5, p95);
      }
    }
    return line;
  }
}
