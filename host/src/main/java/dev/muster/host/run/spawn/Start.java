package dev.muster.host.run.spawn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program about to begin. It gets these words and variables and three streams, and nothing else
 * of this process.
 *
 * @param program the file to execute; a relative one begins at the directory
 * @param words its arguments, from the name by which it was called
 */
public record Start(
    String program,
    List<String> words,
    Map<String, String> environment,
    Path directory,
    Path stdout,
    Path stderr) {

  /** The same words given to another program, which is to execute this one in the end. */
  public Start through(String shim, List<String> first) {
    var all = new ArrayList<>(first);
    all.add(program);
    all.addAll(words.subList(1, words.size()));
    return new Start(shim, all, environment, directory, stdout, stderr);
  }

  /** Words end at a zero for the kernel: such a one would lose its rest in silence. */
  void check() throws IOException {
    for (var word : words) {
      checkWord(word);
    }
    for (var variable : environment.entrySet()) {
      checkWord(variable.getKey());
      checkWord(variable.getValue());
    }
  }

  private static void checkWord(String word) throws IOException {
    if (word.indexOf('\0') >= 0) {
      throw new IOException("a word or a variable holds a zero byte");
    }
  }
}
