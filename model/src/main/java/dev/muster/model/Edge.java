package dev.muster.model;

import java.util.Locale;

/**
 * What a stage waits for: the tasks of another stage, whose outputs are its inputs.
 *
 * <pre>
 *   all-to-all   every task waits for all tasks of the other stage
 *   one-to-one   task i waits for task i of the other stage, which has as many
 * </pre>
 *
 * @param stage the name of the other stage
 */
public record Edge(String stage, EdgeKind kind) {

  /** Which tasks of the other stage a task waits for. */
  public enum EdgeKind {
    ALL_TO_ALL,
    ONE_TO_ONE;

    /** As in job files. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public static Edge allToAll(String stage) {
    return new Edge(stage, EdgeKind.ALL_TO_ALL);
  }

  public static Edge oneToOne(String stage) {
    return new Edge(stage, EdgeKind.ONE_TO_ONE);
  }

  public boolean isOneToOne() {
    return kind == EdgeKind.ONE_TO_ONE;
  }
}
