package dev.muster.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes the codecs of the schema, or says what the schema lacks and ends the build. */
public final class GenerateCodecs {

  private static final String FILE = "schema/src/main/resources/muster.proto";

  private GenerateCodecs() {}

  /** The schema of this build. */
  public static SchemaFile schema() throws IOException {
    try (var in = GenerateCodecs.class.getResourceAsStream("/muster.proto")) {
      return SchemaFile.parse(new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
    }
  }

  /** DIRECTORY: the root of the sources to write. */
  public static void main(String[] args) throws IOException {
    var schema = schema();
    var graph = new RecordGraph();
    var problems = problems(schema, graph);
    if (!problems.isEmpty()) {
      problems.forEach(problem -> System.err.println(FILE + ": " + problem));
      System.err.println("CONTRIBUTING.md, \"a message\", has the rules.");
      System.exit(1);
    }
    write(Path.of(args[0]).resolve(CodecSource.PATH), CodecSource.of(schema, graph));
  }

  static List<String> problems(SchemaFile schema, RecordGraph graph) {
    var problems = new ArrayList<>(SchemaCheck.problems(schema, graph));
    if (problems.isEmpty()) {
      problems.addAll(EmptyRecords.problems(graph, schema));
    }
    return problems;
  }

  /** A file that is written anew is compiled anew, with all that uses it. */
  private static void write(Path target, String source) throws IOException {
    if (!Files.exists(target) || !Files.readString(target).equals(source)) {
      Files.createDirectories(Objects.requireNonNull(target.getParent()));
      Files.writeString(target, source);
    }
  }
}
