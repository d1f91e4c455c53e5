package dev.muster.cli;

/**
 * What runs here.
 *
 * @param version as the jar's manifest has it
 */
record Version(String version, String jdk) {

  /** What the manifest is asked for where there is none: classes that were never packaged. */
  private static final String UNPACKAGED = "development";

  static Version ofThisBuild() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new Version(version == null ? UNPACKAGED : version, Runtime.version().toString());
  }

  @Override
  public String toString() {
    return "muster " + version + " on JDK " + jdk;
  }
}
