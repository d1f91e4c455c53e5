package dev.muster.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the tasks of a stage run: a command or a function.
 *
 * @param command the program and its arguments; empty where there is a function
 * @param function the class of a function that runs in a warm executor; empty for a command. With a
 *     prefix, as in {@code python:mail.send}, a function of another executor
 * @param env variables of the command
 * @param directory where the command runs; empty for a private, fresh directory per attempt
 */
public record Program(
    List<String> command, String function, Map<String, String> env, String directory) {

  public Program {
    command = List.copyOf(command);
    env = Collections.unmodifiableMap(new TreeMap<>(env));
  }

  public static Program of(List<String> command) {
    return new Program(command, "", Collections.emptyMap(), "");
  }

  public static Program ofFunction(String function) {
    return new Program(List.of(), function, Collections.emptyMap(), "");
  }
}
