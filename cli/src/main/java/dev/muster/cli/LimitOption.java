package dev.muster.cli;

import picocli.CommandLine.ITypeConverter;

/**
 * Checks {@code --limit} while the command line is read. The text stays a text until a cell is made
 * of it: commands without a cell load nothing of one.
 */
final class LimitOption implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    var _ = LimitText.parse(text);
    return text;
  }
}
