package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.option.KernelPath;
import dev.muster.model.file.JobLimits;
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
 * The text of a job and where it came from.
 *
 * @param label what its problems are reported against
 * @param home the directory that relative names in it start from
 */
record JobSource(String label, String text, String home) {

  static final String STANDARD_INPUT = "-";

  /** In UTF-8 no text has more characters than bytes. */
  private static final int MAX_BYTES = JobLimits.MAX_TEXT;

  static JobSource read(String file, InputStream in) throws BadInputException {
    if (file.equals(STANDARD_INPUT)) {
      var text = text("standard input", in);
      return new JobSource("<stdin>", text, Path.of("").toAbsolutePath().toString());
    }
    var path = KernelPath.of(Path.of(file));
    if (Files.isDirectory(path)) {
      throw new BadInputException(file + " is a directory; name a job file");
    }
    try (var stream = Files.newInputStream(path)) {
      return new JobSource(file, text(file, stream), String.valueOf(path.getParent()));
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + " does not exist");
    } catch (AccessDeniedException e) {
      throw new BadInputException(file + " can't be read: permission denied");
    } catch (IOException e) {
      throw new BadInputException(file + " can't be read: " + e.getMessage());
    }
  }

  private static String text(String name, InputStream in) throws BadInputException {
    byte[] bytes;
    try {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new BadInputException(name + " can't be read: " + e.getMessage());
    }
    if (bytes.length > MAX_BYTES) {
      throw new BadInputException(
          name + " is larger than a job file may be (" + Quantity.formatBytes(MAX_BYTES) + ")");
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new BadInputException(name + " is not text in UTF-8");
    }
  }
}
