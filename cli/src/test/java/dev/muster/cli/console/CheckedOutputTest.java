package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckedOutputTest {

  private static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(why);
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "No space left on device, No space left on device",
    "Bad file descriptor, Bad file descriptor",
    "Broken pipe, ''"
  })
  void aWriteThatFailedIsRememberedUnlessTheReaderLeft(String why, String told) {
    var out = new CheckedOutput(failing(why));
    new PrintStream(out, true, StandardCharsets.UTF_8).println("result");

    assertThat(out.failure().orElse("")).isEqualTo(told);
  }

  @Test
  void whatIsWrittenIsWritten() {
    var bytes = new ByteArrayOutputStream();
    var out = new CheckedOutput(bytes);
    new PrintStream(out, true, StandardCharsets.UTF_8).print("result");

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("result");
    assertThat(out.failure()).isEmpty();
  }
}
