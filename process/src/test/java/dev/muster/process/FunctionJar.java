package dev.muster.process;

import dev.muster.process.functions.Upper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The functions of these tests as a user has them: in a jar beside the job file. */
public final class FunctionJar {
  public static final String NAME = "functions.jar";

  private FunctionJar() {}

  public static Path in(Path directory) throws IOException {
    var classes = classes();
    var jar = directory.resolve(NAME);
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.list(classes.resolve(Upper.class.getPackageName().replace('.', '/')))) {
      for (var file : files.sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private static Path classes() {
    try {
      return Path.of(Upper.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
