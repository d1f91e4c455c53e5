package dev.muster.daemon;

import dev.muster.model.Resources;
import dev.muster.process.guard.Guardian;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the process of a node is started, by the same JVM and class path as this one.
 *
 * @param cell as HOST:PORT
 * @param home where the directories of jobs lie
 * @param state the node's own directory
 * @param attributes what the node is, for tasks that require it
 * @param user whose rights tasks have; empty for those of the node
 */
public record NodeCommandLine(
    String cell,
    Path home,
    Path state,
    Resources capacity,
    Map<String, String> attributes,
    FileSettings files,
    String user) {

  public NodeCommandLine(String cell, Path home, Path state, Resources capacity) {
    this(cell, home, state, capacity, Map.of(), FileSettings.STANDARD, "");
  }

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /**
   * Its heap holds queues and results, not what tasks hold. It has one compiler: the second one
   * would take the processors from the tasks for a minute of full load before it gives some back.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /** The node alone: it is not started again, and its tasks end when it is killed. */
  public List<String> alone() {
    var words = new ArrayList<>(List.of(JAVA));
    words.addAll(JVM_OPTIONS);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), NodeMain.class.getName()));
    words.addAll(NodeMain.arguments(this));
    return words;
  }

  /** What {@link Guardian#main} wants: for a program that becomes the guardian itself. */
  public List<String> forGuardian() {
    var words = new ArrayList<>(List.of(state.toString()));
    words.addAll(alone());
    return words;
  }

  public List<String> guarded() {
    var words = new ArrayList<>(List.of(JAVA));
    words.addAll(Guardian.JVM_OPTIONS);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Guardian.class.getName()));
    words.addAll(forGuardian());
    return words;
  }
}
