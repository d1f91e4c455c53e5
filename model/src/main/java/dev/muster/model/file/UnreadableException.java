package dev.muster.model.file;

import java.util.Locale;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;

/** The text is not YAML that such a file may use; the rest of it is not read. */
public final class UnreadableException extends Exception {

  private final Problem problem;

  UnreadableException(Problem problem) {
    super(problem.message());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  /** Whatever the parser threw: on some malformed texts it fails with other than its own errors. */
  static UnreadableException from(RuntimeException failure, String text) {
    return new UnreadableException(
        switch (failure) {
          case MarkedYamlEngineException marked -> syntax(marked);
          case ReaderException reader -> character(reader, text);
          default -> new Problem(1, 1, "", "not valid YAML: the parser gives up on it");
        });
  }

  private static Problem syntax(MarkedYamlEngineException failure) {
    var mark = failure.getProblemMark().or(failure::getContextMark);
    int line = mark.map(at -> at.getLine() + 1).orElse(1);
    int column = mark.map(at -> at.getColumn() + 1).orElse(1);
    return new Problem(
        line, column, "", "not valid YAML: " + failure.getProblem() + context(failure, line));
  }

  /** Where the broken part began, if above: an open quote breaks at the end. */
  private static String context(MarkedYamlEngineException failure, int line) {
    var start = failure.getContextMark().map(at -> at.getLine() + 1).orElse(line);
    return start == line ? "" : ", " + failure.getContext() + " that starts on line " + start;
  }

  private static Problem character(ReaderException failure, String text) {
    int end = Math.min(failure.getPosition(), text.length());
    int line = 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
    int column = end - text.lastIndexOf('\n', end - 1);
    var code = String.format(Locale.ROOT, "U+%04X", failure.getCodePoint());
    return new Problem(
        line, Math.max(1, column), "", "character " + code + " may not stand in a YAML file");
  }
}
