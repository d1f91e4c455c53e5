package dev.muster.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.cli.console.BadInputException;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text that a user wrote, and where it came from.
 *
 * @param label what its problems are reported against
 * @param directory that relative names in it start from
 */
public record SourceText(String label, String text, String directory) {

  public static final String STANDARD_INPUT = "-";

  /**
   * @param file its name, or {@link #STANDARD_INPUT}
   * @param what is in it, as in {@code a job file}
   * @param maxBytes in UTF-8 no text has more characters than bytes
   */
  public static SourceText read(String file, InputStream in, String what, int maxBytes)
      throws BadInputException {
    if (file.equals(STANDARD_INPUT)) {
      var text = text("standard input", in, what, maxBytes);
      return new SourceText("<stdin>", text, Path.of("").toAbsolutePath().toString());
    }
    var path = KernelPath.of(Path.of(file));
    if (Files.isDirectory(path)) {
      throw new BadInputException(file + " is a directory; name " + what);
    }
    try (var stream = Files.newInputStream(path)) {
      var text = text(file, stream, what, maxBytes);
      return new SourceText(file, text, String.valueOf(path.getParent()));
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + " does not exist");
    } catch (AccessDeniedException e) {
      throw new BadInputException(file + " can't be read: permission denied");
    } catch (IOException e) {
      throw new BadInputException(file + " can't be read: " + e.getMessage());
    }
  }

  private static String text(String name, InputStream in, String what, int maxBytes)
      throws BadInputException {
    byte[] bytes;
    try {
      bytes = in.readNBytes(maxBytes + 1);
    } catch (IOException e) {
      throw new BadInputException(name + " can't be read: " + e.getMessage());
    }
    if (bytes.length > maxBytes) {
      throw new BadInputException(
          "%s is larger than %s may be (%s)".formatted(name, what, Quantity.formatBytes(maxBytes)));
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new BadInputException(name + " is not text in UTF-8");
    }
  }
}
