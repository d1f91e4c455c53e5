package dev.muster.process.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program about to begin. It gets these arguments and variables and three streams, and nothing
 * else of this process.
 *
 * @param program the file to execute; a relative one begins at the directory
 * @param arguments its arguments, from the name by which it was called
 */
public record SpawnRequest(
    String program,
    List<String> arguments,
    Map<String, String> environment,
    Path directory,
    Path stdout,
    Path stderr) {
  /** The same arguments given to another program, which is to execute this one in the end. */
  public SpawnRequest through(String shim, List<String> first) {
    var all = new ArrayList<>(first);
    all.add(program);
    all.addAll(arguments.subList(1, arguments.size()));
    return new SpawnRequest(shim, all, environment, directory, stdout, stderr);
  }

  /** Arguments end at a zero for the kernel: such a one would lose its rest in silence. */
  void check() throws IOException {
    for (var argument : arguments) {
      checkArgument(argument);
    }
    for (var variable : environment.entrySet()) {
      checkArgument(variable.getKey());
      checkArgument(variable.getValue());
    }
  }

  private static void checkArgument(String argument) throws IOException {
    if (argument.indexOf('\0') >= 0) {
      throw new IOException("a word or a variable holds a zero byte");
    }
  }
}
