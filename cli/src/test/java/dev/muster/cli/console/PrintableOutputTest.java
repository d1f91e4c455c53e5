package dev.muster.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PrintableOutputTest {

  private static String print(String text, boolean needed) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new PrintableOutput(bytes, () -> needed)) {
      out.write(text.getBytes(UTF_8));
    }
    var single = new ByteArrayOutputStream();
    try (var out = new PrintableOutput(single, () -> needed)) {
      for (byte b : text.getBytes(UTF_8)) {
        out.write(b);
      }
    }
    assertThat(bytes.toByteArray()).as("however it is written").isEqualTo(single.toByteArray());
    return bytes.toString(UTF_8);
  }

  private static void escaped(String text, String printed) throws IOException {
    assertThat(print(text, true)).isEqualTo(printed);
    assertThat(print(text, false)).isEqualTo(text);
  }

  @Test
  void controlCharactersAreEscapedAndNothingElse() throws IOException {
    escaped("a\u001b[31mb", "a\\x1b[31mb");
    escaped("a\rb", "a\\x0db");
    escaped("\u0007\u007f\u0000", "\\x07\\x7f\\x00");
    escaped("a\u009bb\u0085", "a\\u009bb\\u0085");
    escaped("grüße Âé ¡ 日本", "grüße Âé ¡ 日本");
  }

  @Test
  void linesAndTabsStay() throws IOException {
    assertThat(print("a\tb\nc\n", true)).isEqualTo("a\tb\nc\n");
  }

  @Test
  void aTextThatBreaksOffLosesNothing() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new PrintableOutput(bytes, () -> true)) {
      out.write(new byte[] {'a', (byte) 0xc2});
    }
    assertThat(bytes.toByteArray()).containsExactly('a', 0xc2);
  }
}
