package dev.muster.cli.option;

import picocli.CommandLine.Option;

/** {@code --seed}: what is drawn by chance is drawn again with the same one. */
public final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "The source of all chance (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  public long seed() {
    return seed;
  }
}
