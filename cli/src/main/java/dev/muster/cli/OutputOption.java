package dev.muster.cli;

import picocli.CommandLine.Option;

/** The {@code -o} of every command that answers with something. */
final class OutputOption {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "How to answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format = Format.text;

  Format format() {
    return format;
  }
}
