package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One name, one meaning: no type of the main sources, nested ones included, has another's name. */
class UniqueNamesTest {

  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"", Pattern.DOTALL);

  private static final Pattern TYPE =
      Pattern.compile(
          "(?:^|[;{})]|\\b(?:public|protected|private|static|final|abstract|sealed|strictfp))\\s*"
              + "(?:@\\w+\\s+)*\\b(?:class|interface|enum|record)\\s+(\\w+)\\s*[<({]?");

  private static Path root() {
    var module = Path.of("").toAbsolutePath();
    return Files.isDirectory(module.resolve("cli")) ? module : module.resolveSibling("");
  }

  private static List<Path> sources() throws IOException {
    var files = new ArrayList<Path>();
    try (var modules = Files.newDirectoryStream(root())) {
      for (var module : modules) {
        var main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (var found = Files.walk(main)) {
            found
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"))
                .forEach(files::add);
          }
        }
      }
    }
    return files;
  }

  private static List<String> typesOf(String source) {
    var code = NO_CODE.matcher(source).replaceAll(" ");
    return TYPE.matcher(code).results().map(found -> found.group(1)).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void noNameOccursTwice() throws IOException {
    Map<String, Set<String>> places = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (var file : sources()) {
      for (var name : typesOf(read(file))) {
        places.computeIfAbsent(name, _ -> new TreeSet<>()).add(root().relativize(file).toString());
        counts.merge(name, 1, Integer::sum);
      }
    }
    assertThat(counts).as("the sources are found").containsKeys("Main", "Effects");
    var twice = new TreeMap<String, Set<String>>();
    counts.forEach(
        (name, count) -> {
          if (count > 1) {
            twice.put(name, places.get(name));
          }
        });
    assertThat(twice).as("rename one of each").isEmpty();
  }

  @Test
  void nestedTypesAreFoundAndCommentsAreNot() {
    var source =
        """
        /** A class Comment {} of nothing. */
        public final class Outer<T> {
          private record Inner(int a) {}
          @Deprecated
          static enum Kind { A }
          String text = "class Text {";
          sealed interface Shape permits Outer.Inner {}
          boolean record(int value) { return true; }
        }
        """;
    assertThat(typesOf(source)).containsExactly("Outer", "Inner", "Kind", "Shape");
  }
}
