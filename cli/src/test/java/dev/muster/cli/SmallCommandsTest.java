package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class SmallCommandsTest {

  private static final String JDK = Runtime.version().toString();

  @Test
  void version() {
    var typed = Typed.command("version");
    assertThat(typed.out()).isEqualTo("muster development on JDK " + JDK + "\n");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isZero();
    assertThat(Typed.command("--version").out()).isEqualTo(typed.out());
  }

  @Test
  void versionAsJson() {
    var json = Typed.command("version", "-o", "json").json();
    assertThat(json.keySet()).containsExactly("version", "jdk");
    assertThat(json.get("jdk").getAsString()).isEqualTo(JDK);
  }

  @Test
  void completionIsAScriptThatBashTakes(@TempDir Path directory) throws Exception {
    var typed = Typed.command("completion");
    assertThat(typed.code()).isZero();
    assertThat(typed.out()).contains("--nodes", "version", "--against", "complete -F");
    assertThat(Typed.command("completion", "zsh").out()).contains("ZSH_VERSION");
    var script = Files.writeString(directory.resolve("script"), typed.out());
    assertThat(exitCode("bash", "-n", script.toString())).isZero();
  }

  /** A percent sign that is not doubled stays as it was written, with what it breaks beside it. */
  @Test
  void helpHasNoPatternsInIt() {
    for (var command : List.of("run", "up", "node", "queues check", "sim run", "sim swarm")) {
      var words = (command + " --help").split(" ");
      assertThat(Typed.command(words).out())
          .as(command)
          .contains("Usage: muster " + command)
          .doesNotContain("%%", "%n", "${");
    }
  }

  /**
   * The library that prints help warns of a text that it cannot format, and prints it all the same.
   */
  @Test
  void allHelpCanBeFormatted() {
    var console =
        Typed.console(new byte[0], new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);
    List<String> texts = new ArrayList<>();
    collect(Main.commandLine(console).getCommandSpec(), texts);
    assertThat(texts).hasSizeGreaterThan(100);
    assertThat(texts).allSatisfy(text -> assertThat(String.format(text)).isNotEmpty());
  }

  private static void collect(CommandSpec command, List<String> texts) {
    texts.addAll(annotation(command.userObject().getClass(), Command.class, Command::description));
    for (var each : command.options()) {
      if (each.userObject() instanceof AnnotatedElement field) {
        texts.addAll(annotation(field, Option.class, Option::description));
      }
    }
    command.subcommands().values().forEach(each -> collect(each.getCommandSpec(), texts));
  }

  /** As it was written. */
  private static <A extends Annotation> List<String> annotation(
      AnnotatedElement element, Class<A> type, Function<A, String[]> text) {
    var found = element.getAnnotation(type);
    return found == null ? List.of() : List.of(text.apply(found));
  }

  private static int exitCode(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(Patient.LIMIT)).isTrue();
    return process.exitValue();
  }

  /** Loading the cell would cost more than all the rest of this command. */
  @Test
  void versionLoadsNoCell() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var path = System.getProperty("java.class.path");
    var process =
        new ProcessBuilder(java, "-verbose:class", "-cp", path, Main.class.getName(), "version")
            .redirectErrorStream(true)
            .start();
    var loaded = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(loaded).contains("dev.muster.cli.Main ");
    assertThat(loaded).doesNotContain("dev.muster.daemon", "dev.muster.core", "dev.muster.host");
    assertThat(loaded).doesNotContain("dev.muster.sim", "dev.muster.bench");
    assertThat(loaded).doesNotContain("org.snakeyaml", "com.google.gson.Gson ");
  }
}
