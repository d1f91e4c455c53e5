package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.muster.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/** What came of a command that was typed: a stand-in for the shell, without a process. */
public record Typed(int code, String out, String err) {

  public static Typed command(String... args) {
    return commandWithInput(new byte[0], args);
  }

  public static Typed commandWithInput(byte[] input, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var console = console(input, out, err, false);
    int code = Main.run(console, args);
    console.flush();
    return new Typed(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  public static Console console(
      byte[] input, ByteArrayOutputStream out, ByteArrayOutputStream err, boolean terminal) {
    return Console.of(new ByteArrayInputStream(input), out, err, () -> terminal, () -> terminal);
  }

  public JsonObject json() {
    return JsonParser.parseString(out).getAsJsonObject();
  }
}
